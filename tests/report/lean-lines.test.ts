import { expect, test } from 'vitest';
import type { JournalLine } from '../../helpers/core/records/journal-lines.ts';
import type { Exchange, HeaderList } from '../../helpers/core/exchange.ts';
import { fillExchanges, openLeanLines } from '../../helpers/core/records/exchange-line.ts';
import { fillLine, formatLines } from '../../helpers/report/journal/lean-lines.ts';
import { everyVerdict } from './sample.ts';

const cost = { otps: 0, transfers: 0, amount: '0', wrongCodes: 0, wrongLogins: 0, records: 0 };

const { outcomes } = everyVerdict();
const lines: readonly JournalLine[] = [
  ...outcomes.map((outcome): JournalLine => ({ kind: 'outcome', outcome })),
  { kind: 'spent', spent: { exchange: 'x1', ...cost } },
  { kind: 'spent', spent: { exchange: 'x2', ...cost, otps: 1, amount: '100.37', records: -1 } },
  {
    kind: 'judged',
    answers: [
      { exchange: 'x1', documented: true },
      { exchange: 'x2', documented: false },
    ],
  },
];

const read = (text: string): readonly JournalLine[] =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => fillLine(JSON.parse(line) as JournalLine));

test('what a line leaves out comes back', () => {
  expect(read(formatLines(lines))).toEqual(lines);
});

test('a line of an earlier release is read as it is', () => {
  expect(read(lines.map((line) => JSON.stringify(line)).join('\n'))).toEqual(lines);
});

test('usual values are not written, and a verdict always is', () => {
  const [first = ''] = formatLines(lines.filter(({ kind }) => kind === 'spent')).split('\n');
  expect(first).toBe('{"kind":"spent","spent":{"exchange":"x1"}}');
  expect(formatLines(lines).match(/"verdict":/g)).toHaveLength(outcomes.length);
  expect(formatLines(lines)).not.toContain(':null');
});

const writeExchanges = (exchanges: readonly Exchange[]): readonly string[] => exchanges.map(openLeanLines());
const readExchanges = (lines: readonly string[]): readonly Exchange[] => fillExchanges(lines.map((line) => JSON.parse(line) as Exchange));

const exchangeWith = (change: Partial<Exchange>): Exchange => ({ ...recordedAnswer, ...change });
const recordedAnswer: Exchange = {
  id: 'x1',
  operation: 'OP-2',
  purpose: 'a test',
  request: { method: 'GET', url: 'http://127.0.0.1/', headers: [], body: null },
  startedAt: '2026-01-01T00:00:00.000Z',
  durationMs: 1,
  response: { status: 200, headers: [], body: { text: '{}', encoding: 'utf8' }, truncated: false },
  trouble: null,
};

test.each<readonly [string, Partial<Exchange>]>([
  ['a usual one', {}],
  ['one without an answer', { response: null, trouble: { kind: 'reset', message: 'gone' } }],
  ['one that was cut', { response: { status: 200, headers: [], body: { text: 'a', encoding: 'utf8' }, truncated: true } }],
  ['one of bytes', { response: { status: 200, headers: [], body: { text: 'aa==', encoding: 'base64' }, truncated: false } }],
  [
    'one that ends like a record',
    {
      response: {
        status: 200,
        headers: [],
        body: { text: ',"encoding":"utf8"},"truncated":false},"trouble":null}', encoding: 'utf8' },
        truncated: false,
      },
    },
  ],
])('an exchange comes back whole from its line: %s', (_, change) => {
  const exchange = exchangeWith(change);
  expect(readExchanges(writeExchanges([exchange]))).toEqual([exchange]);
});

test('a header that the line before has too is written without its value', () => {
  const withHeaders = (id: string, ...headers: HeaderList): Exchange =>
    exchangeWith({ id, response: { status: 200, headers, body: { text: '', encoding: 'utf8' }, truncated: false } });
  const exchanges = [
    withHeaders('x1', ['Date', 'today'], ['Set-Cookie', 'a'], ['Set-Cookie', 'b']),
    withHeaders('x2', ['Date', 'today'], ['Set-Cookie', 'a'], ['Set-Cookie', 'b']),
    exchangeWith({ id: 'x3', response: null, trouble: { kind: 'reset', message: 'gone' } }),
    withHeaders('x4', ['Date', 'today']),
    withHeaders('x5', ['Date', '']),
  ];
  const lines = writeExchanges(exchanges);
  expect(lines[1]).toContain('[["Date"],["Set-Cookie","a"],["Set-Cookie"]]');
  expect(lines[3]).toContain('[["Date","today"]]');
  expect(readExchanges(lines)).toEqual(exchanges);
});

test('a row of the plan leaves out what the row before says', () => {
  const plan = everyVerdict().plan;
  const line: JournalLine = { kind: 'run', run: everyVerdict().run, plan };
  const text = formatLines([line]);
  expect(text.match(/"suite":/g)?.length).toBeLessThan(plan.length);
  expect(read(text)).toEqual([line]);
});
