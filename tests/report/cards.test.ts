import { readdirSync } from 'node:fs';
import { afterAll, describe, expect, test } from 'vitest';
import { buildCards, type Card } from '../../helpers/report/cards/card.ts';
import { toCardPath } from '../../helpers/report/cards/card-path.ts';
import { parseReading, loadReadings } from '../../helpers/report/cards/readings.ts';
import { collectReferences } from '../../helpers/report/evidence/references.ts';
import { renderCardHtml, renderCardMarkdown } from '../../helpers/report/cards/pages.ts';
import { writeCards } from '../../helpers/report/cards/write.ts';
import { invoice, requestTransfer } from '../../specs/operations.ts';
import { clauses } from '../../specs/clauses.ts';
import { assembleFile, illegal } from './assembled.ts';
import { exchangeFor, hostile, newFolder, removeFolders, buildSample, type Sample } from './sample.ts';

afterAll(removeFolders);

const sample = buildSample(['pass', 'fail']);
const known = [
  { path: 'docs/sample.md', title: '1. A sample', reading: 'Read so.', grounds: 'The "Sample section" says so.', clauses: ['OP2-FAIL-1'] },
];

function buildCard({ exchanges, ...rest }: Sample): Card {
  const [card] = buildCards(assembleFile({ exchanges, ...rest }), exchanges, known);
  if (card === undefined) throw new Error('expected a card, received none');
  return card;
}

describe('a card', () => {
  const card = buildCard(sample);

  test('shows a heading without backticks', () => {
    const headed = sample.clauses.map((clause) => ({ ...clause, section: 'Codes (`status.code`)' }));
    const page = renderCardHtml(buildCard({ ...sample, clauses: headed }));
    expect(page).toContain('Codes (<code>status.code</code>)');
    expect(page).not.toContain('`');
  });

  test('has everything that its reader needs to act', () => {
    const rows = Object.fromEntries(card.rows.map(({ name, value }) => [name, value]));
    expect(rows).toMatchObject({
      Section: 'Sample section',
      Certainty: 'stated',
      Expected: 'text of digits',
      Received: '50123 (a number)',
      'Seen in answers': '3 of 3',
      Time: '2031-01-02T03:04:05.000Z (UTC, by the clock of the suite)',
      "The server's Date": 'Thu, 02 Jan 2031 03:04:05 GMT',
      'tagId of the sub-agent': 'sample-tag',
      'Who must act': 'service team',
      Repeat: "npm run conformance -- --env uat --check 'OP2-FAIL-1~plain'",
      'Repeating needs':
        'the settings of this run, for uat at uat.example, in .env or named by --env; without them our own sandbox is judged',
      'Repeating costs': 'no OTP and no transfer',
    });
  });

  test.each([
    ['HTML', renderCardHtml],
    ['Markdown', renderCardMarkdown],
  ])('shows the reading, its grounds and the exchange as %s', (_form, told) => {
    const text = told(card);
    for (const words of ['1. A sample', 'Read so', 'Grounds: The', 'docs/sample.md', 'HTTP 200', 'GET https']) {
      expect(text.replaceAll('\\', '')).toContain(words);
    }
  });

  test('keeps hostile text as text', () => {
    const outcomes = sample.outcomes.map((outcome) => ({ ...outcome, expected: hostile, received: hostile, place: hostile }));
    const exchanges = sample.exchanges.map((exchange) => ({
      ...exchange,
      response: {
        status: 200,
        headers: [['date', hostile]] as const,
        body: { text: hostile, encoding: 'utf8' as const },
        truncated: false,
      },
    }));
    const attacked = buildCard({ ...sample, outcomes, exchanges });
    const html = renderCardHtml(attacked);
    const markdown = renderCardMarkdown(attacked);
    for (const text of [html, markdown]) expect(text).not.toMatch(illegal);
    expect(html).not.toMatch(/<img|<script/);
    const outsideCode = markdown.replaceAll(/(`+) .*? \1(?!`)/g, '').replaceAll(/^ {4}.*$/gm, '');
    expect(outsideCode).not.toMatch(/(?<!\\)<img|(?<!\\)\[link\]/);
    for (const row of markdown.split('\n').filter((line) => line.startsWith('| '))) {
      expect(row.replaceAll('\\|', '').match(/\|/g)).toHaveLength(3);
    }
  });
});

test.each([
  ['OP9-SERVED', 'cards/OP9-SERVED'],
  ['../evil', 'cards/failure-3'],
  ['<img>', 'cards/failure-3'],
])('the file of clause %s is %s', (clause, file) => {
  expect(toCardPath(clause, 2)).toBe(file);
});

test('cards of an earlier run are deleted', () => {
  const folder = newFolder();
  writeCards(folder, [buildCard(sample)]);
  expect(readdirSync(`${folder}/cards`)).toEqual(['OP2-FAIL-1.html', 'OP2-FAIL-1.md']);
  writeCards(folder, []);
  expect(readdirSync(folder)).toEqual([]);
});

describe('references', () => {
  test('are found in path, query, payload and result', () => {
    const body = { correlationId: 'sample-correlation', from: 'sample-sender', to: '17', amount: 1 };
    const exchange = exchangeFor('x1', requestTransfer);
    const request = { ...exchange.request, body: { text: JSON.stringify(body), encoding: 'utf8' as const } };
    const answer = { status: { code: 2000 }, result: { invoiceId: '50123' } };
    const response = { status: 200, headers: [], body: { text: JSON.stringify(answer), encoding: 'utf8' as const }, truncated: false };
    expect(collectReferences([{ ...exchange, request, response }])).toEqual([
      { name: 'correlationId', value: 'sample-correlation' },
      { name: 'invoiceId', value: '50123' },
      { name: 'tagId of the sender', value: 'sample-sender' },
      { name: 'tagId of the sub-agent', value: 'sample-tag' },
    ]);
    expect(collectReferences([exchangeFor('x2', invoice)])).toContainEqual({ name: 'invoiceId', value: 'sample-invoiceId' });
  });

  test('are not found in bodies that are not JSON', () => {
    const exchange = exchangeFor('x1', requestTransfer, { response: null, trouble: { kind: 'reset', message: 'sample' } });
    const request = { ...exchange.request, url: 'no address', body: { text: hostile, encoding: 'utf8' as const } };
    expect(collectReferences([{ ...exchange, request }])).toEqual([]);
  });
});

describe('readings', () => {
  test('of the project all have a text, grounds and clauses of the catalogue', () => {
    const ids = new Set(clauses.map(({ id }) => id));
    const all = loadReadings();
    expect(all.length).toBeGreaterThan(20);
    for (const { reading, grounds, clauses: named } of all) {
      expect(reading).not.toBe('');
      expect(grounds).not.toBe('');
      expect(named.filter((id) => !ids.has(id))).toEqual([]);
    }
  });

  test('keep underscores inside names', () => {
    const text =
      '# 1. Sample\n\n**Reading.** _Refused_ means `kyc_status` of *nobody*.\n\n**Grounds.** None.\n\n**Clauses.** `OP-1`, `OP-2`\n';
    expect(parseReading('docs/sample.md', text)).toMatchObject({
      title: '1. Sample',
      reading: 'Refused means kyc_status of nobody.',
      clauses: ['OP-1', 'OP-2'],
    });
  });
});
