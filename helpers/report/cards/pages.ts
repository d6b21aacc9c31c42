import { code as coded, factTable, html, nothing, page, preformatted, prose, text, type Html } from '../pages/html.ts';
import { code, lines, markdown, oneLine } from '../../core/text.ts';
import { factTable as factLines, section, type FactRow } from '../pages/markdown.ts';
import type { Card, CardRow } from './card.ts';
import type { Reading } from './readings.ts';

const fact = ({ name, value, exact }: CardRow): FactRow => [name, exact ? code(value) : markdown(value)];

/** Each line indented: nothing in it can end the block. */
const block = (value: string): readonly string[] =>
  lines(value)
    .split('\n')
    .map((line) => `    ${oneLine(line)}`);

/** For a ticket or a mail in plain text. */
export function cardMarkdown({ title, saying, rows, readings, exchange }: Card): string {
  return [
    `# ${markdown(title)}`,
    '',
    ...(saying === null ? [] : [`> ${markdown(saying)}`, '']),
    ...factLines(rows.map(fact)),
    ...readings.flatMap(({ path, title: reading, reading: words, grounds }) => [
      ...section(2, `How the specification is read: ${markdown(reading)}`, [markdown(words), '', `Grounds: ${markdown(grounds)}`, '']),
      `Recorded in ${code(path)}.`,
    ]),
    ...(exchange === null ? [] : section(2, 'What went over the wire (secrets replaced by stand-ins)', block(exchange))),
    '',
  ].join('\n');
}

const readingHtml = ({ path, title, reading, grounds }: Reading): Html =>
  html`<h2>How the specification is read: ${text(title)}</h2>
    <p>${text(reading)}</p>
    <p>Grounds: ${text(grounds)}</p>
    <p>Recorded in ${coded(path)}.</p>`;

/** For a mail or a printer. */
export function cardHtml({ title, saying, rows, readings, exchange }: Card): string {
  const found = factTable(
    'What was found',
    rows.map(({ name, value, exact }) => [name, exact ? coded(value) : text(value)]),
  );
  const wire =
    exchange === null
      ? nothing
      : html`<h2>What went over the wire (secrets replaced by stand-ins)</h2>
          ${preformatted(exchange)}`;
  return page(
    title,
    html`<h1>${text(title)}</h1>
      ${saying === null ? nothing : html`<p>${prose(saying)}</p>`}${found}${readings.map(readingHtml)}${wire}`,
  );
}
