import { code as coded, factTable, html, emptyHtml, link, page, preformatted, prose, text, type Html } from '../pages/html.ts';
import { markdownCode, toVisibleLines, escapeMarkdown, toOneLine } from '../../core/text.ts';
import { factTable as factLines, section, type FactRow } from '../pages/markdown.ts';
import type { Card, CardRow } from './card.ts';
import type { Reading } from './readings.ts';

const toFactRow = ({ name, value, exact }: CardRow): FactRow => [name, exact ? markdownCode(value) : escapeMarkdown(value)];

/** Indented lines cannot end the Markdown block. */
const indentLines = (value: string): readonly string[] =>
  toVisibleLines(value)
    .split('\n')
    .map((line) => `    ${toOneLine(line)}`);

export function renderCardMarkdown({ title, saying, rows, readings, map, exchange }: Card): string {
  return [
    `# ${escapeMarkdown(title)}`,
    '',
    ...(saying === null ? [] : [`> ${escapeMarkdown(saying)}`, '']),
    ...factLines(rows.map(toFactRow)),
    ...(map === null ? [] : ['', `In the report folder: [this sentence in the map of the specification](${map})`]),
    ...readings.flatMap(({ path, title: reading, reading: words, grounds }) => [
      ...section(2, `How the specification is read: ${escapeMarkdown(reading)}`, [
        escapeMarkdown(words),
        '',
        `Grounds: ${escapeMarkdown(grounds)}`,
        '',
      ]),
      `Recorded in ${markdownCode(path)}.`,
    ]),
    ...(exchange === null ? [] : section(2, 'What went over the wire (secrets replaced by stand-ins)', indentLines(exchange))),
    '',
  ].join('\n');
}

const readingHtml = ({ path, title, reading, grounds }: Reading): Html =>
  html`<h2>How the specification is read: ${text(title)}</h2>
    <p>${text(reading)}</p>
    <p>Grounds: ${text(grounds)}</p>
    <p>Recorded in ${coded(path)}.</p>`;

const renderMapLink = (address: string): Html =>
  html`<p>In the report folder: ${link(address, text('this sentence in the map of the specification'))}</p>`;

export function renderCardHtml({ title, saying, rows, readings, map, exchange }: Card): string {
  const found = factTable(
    'What was found',
    rows.map(({ name, value, exact }) => [name, exact ? coded(value) : text(value)]),
  );
  const wire =
    exchange === null
      ? emptyHtml
      : html`<h2>What went over the wire (secrets replaced by stand-ins)</h2>
          ${preformatted(exchange)}`;
  return page(
    title,
    html`<h1>${text(title)}</h1>
      ${saying === null ? emptyHtml : html`<p>${prose(saying)}</p>`}${found}${map === null ? emptyHtml : renderMapLink(map)}${readings.map(readingHtml)}${wire}`,
  );
}
