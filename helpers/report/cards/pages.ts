import {
  code as coded,
  element,
  emptyHtml,
  factTable,
  html,
  link,
  page,
  pageStyle,
  preformatted,
  prose,
  text,
  type Html,
} from '../pages/html.ts';
import { markdownCode, markdownProse, toVisibleLines, escapeMarkdown, toOneLine } from '../../core/text.ts';
import { factTable as factLines, section, type FactRow } from '../pages/markdown.ts';
import { pagedStyle } from '../pages/paged.ts';
import type { CardRow } from './card-rows.ts';
import type { Card } from './card.ts';
import type { MarkedText } from '../evidence/marked.ts';
import { renderPieces } from '../evidence/pieces-html.ts';
import type { Reading } from './readings.ts';

const standIns = 'Tokens, passwords, OTPs, MPINs and states in these exchanges are stand-ins, not the values that were sent.';
const wrongCodeNote = ' If the claim is about a wrong code, fill in a wrong one.';

const describeCurl = (curl: string): string =>
  `The request as a command. Fill in the words that begin with $.${/\$(?:OTP|MPIN)\b/.test(curl) ? wrongCodeNote : ''}`;

const toFactRow = ({ name, value, exact }: CardRow): FactRow => [name, exact ? markdownCode(value) : markdownProse(value)];

/** Indented lines cannot end the Markdown block. */
const indentLines = (value: string): readonly string[] =>
  toVisibleLines(value)
    .split('\n')
    .map((line) => `    ${toOneLine(line)}`);

/** Text alone marks with arrows. */
const markInText = (pieces: MarkedText): string => pieces.map((piece) => (piece.marked ? `>>>${piece.text}<<<` : piece.text)).join('');

const readingLines = ({ path, title, reading, grounds }: Reading): readonly string[] =>
  section(2, `How this clause is read: ${escapeMarkdown(title)}`, [
    escapeMarkdown(reading),
    '',
    `Grounds: ${escapeMarkdown(grounds)}`,
    '',
    `The whole reading is recorded in ${markdownCode(path)}.`,
  ]);

/** A card is mailed alone: its first line says what is wrong, not what should be. */
const describeBreach = ({ clause, claim }: Card): string => `${clause} is broken. ${claim}`;

export function renderCardMarkdown(card: Card): string {
  const { title, saying, rows, readings, map, exchanges, curl, contest, signature } = card;
  return [
    `# ${escapeMarkdown(describeBreach(card))}`,
    '',
    ...(saying === null ? [] : [`> ${markdownProse(saying)}`, '']),
    `Check: ${escapeMarkdown(title)}`,
    '',
    ...factLines(rows.map(toFactRow)),
    ...(map === null ? [] : ['', `In the report folder: [this sentence in the map of the specification](${map})`]),
    ...exchanges.flatMap((one) => section(2, escapeMarkdown(one.title), indentLines(markInText(one.text)))),
    ...(exchanges.length === 0 ? [] : ['', standIns]),
    ...readings.flatMap(readingLines),
    ...section(2, 'If you hold that the service is right', [
      markdownProse(contest),
      ...(signature === null ? [] : ['', ...indentLines(signature)]),
    ]),
    ...(curl === null ? [] : section(2, 'With curl', [describeCurl(curl), '', ...indentLines(curl)])),
    '',
  ].join('\n');
}

const readingHtml = ({ path, title, reading, grounds }: Reading): Html =>
  html`<h2>How this clause is read: ${text(title)}</h2>
    <p>${text(reading)}</p>
    <p>Grounds: ${text(grounds)}</p>
    <p>The whole reading is recorded in ${coded(path)}.</p>`;

const renderMapLink = (address: string): Html =>
  html`<p>In the report folder: ${link(address, text('this sentence in the map of the specification'))}</p>`;

const renderExchange = ({ title, text: pieces }: Card['exchanges'][number]): Html =>
  html`<h2>${text(title)}</h2>
    ${element('pre', renderPieces(pieces))}`;

const style = (run: string): string => `${pageStyle}
h1 { overflow-wrap: anywhere; } h2 { overflow-wrap: anywhere; font-size: 1.1rem; margin-top: 1.25rem; } .claim { border: 2px solid #111; border-left-width: .75rem; padding: .5rem .75rem; font-weight: 600; overflow-wrap: anywhere; }
mark { color: #111; background: #fff3b0; border: 1px solid #111; padding: 0 .15rem; }
@media screen and (max-width: 45rem) { body { padding: .5rem; } h1 { font-size: 1.2rem; } .facts th { width: 8rem; } }${pagedStyle(run)}`;

export function renderCardHtml(card: Card): string {
  const { run, clause, title, saying, rows, readings, map, exchanges, curl, contest, signature } = card;
  const found = factTable(
    'What was found',
    rows.map(({ name, value, exact }) => [name, exact ? coded(value) : prose(value)]),
  );
  const command =
    curl === null
      ? emptyHtml
      : html`<h2>With curl</h2>
          <p>${text(describeCurl(curl))}</p>
          ${preformatted(curl)}`;
  const body = html`<h1 class="claim">${text(describeBreach(card))}</h1>
    ${saying === null ? emptyHtml : html`<p>${prose(saying)}</p>`}
    <p>Check: ${prose(title)}</p>
    ${found}${map === null ? emptyHtml : renderMapLink(map)}${exchanges.map(renderExchange)}
    ${exchanges.length === 0 ? emptyHtml : html`<p class="muted">${text(standIns)}</p>`}${readings.map(readingHtml)}
    <h2>If you hold that the service is right</h2>
    <p>${prose(contest)}</p>
    ${signature === null ? emptyHtml : preformatted(signature)} ${command}`;
  return page(`${clause} is broken: run ${run}`, body, { style: style(run), skip: true });
}
