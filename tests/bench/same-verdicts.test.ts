import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { compareRecords, countOutcomes } from '../../bench/same-verdicts/compare.ts';
import { openSink, readRecords } from '../../bench/same-verdicts/record-file.ts';
import type { StatementFields, ServiceRecord, Statement } from '../../bench/same-verdicts/recorded.ts';
import { findTableProblems, createReworder } from '../../bench/same-verdicts/reword.ts';

const check = (id: string, fields: StatementFields): Statement => ({ kind: 'check', id, fields });
const service = (...said: readonly Statement[]): ServiceRecord => ({ service: 'fault a', said });

const failed = {
  verdict: 'fail',
  owner: 'service',
  cause: null,
  expected: 'HTTP 200 with code 2000',
  received: 'HTTP 403',
  seen: '3 of 3',
};

const old = [service(check('CLAUSE~one', failed), check('CLAUSE~two', { ...failed, received: 'HTTP 500' }))];

const changed = (fields: StatementFields): readonly ServiceRecord[] => [
  service(check('CLAUSE~one', { ...failed, ...fields }), ...(old[0]?.said.slice(1) ?? [])),
];

describe('what is the same', () => {
  test('a record is the same as itself', () => {
    expect(compareRecords(old, old)).toEqual([]);
    expect(countOutcomes(old)).toBe(2);
  });

  test.each([
    ['a port', 'asked at http://127.0.0.1:4001/oauth', 'asked at http://127.0.0.1:39121/oauth'],
    ['an id', 'tag 977403a5-0cec-415c-8a8b-b52f7b4c7158', 'tag dab46012-a57e-4302-b2ac-176bb3a9abf6'],
    ['an invoice', 'invoice 5020795', 'invoice 5400937'],
    ['a beneficiary', '7460: 000111000114, ZZZZ0000001', '1408: 000111000114, ZZZZ0000001'],
    ['a date', '2026-11-22 20:26:22', '2026-12-01 01:00:00'],
    ['a beneficiary that is cut', '"beneficiaryId":"45… (282 characters)', '"beneficiaryId":"2417… (282 characters)'],
    ['what was rehearsed', 'about 24 s where an answer takes 100 ms (243 answers', 'about 25 s where an answer takes 100 ms (245 answers'],
  ])('%s is made up', (_, one, other) => {
    expect(compareRecords(changed({ received: one }), changed({ received: other }))).toEqual([]);
  });
});

describe('what differs', () => {
  test.each([
    ['verdict', 'pass'],
    ['owner', 'environment'],
    ['cause', 'OP9-SERVED'],
    ['expected', 'HTTP 200 with code 2001'],
    ['received', 'HTTP 404'],
    ['seen', '2 of 3'],
    ['seen', '6 of 6'],
    ['seen', 'null'],
  ])('another %s is shown with both values', (field, value) => {
    const before = Object.entries(failed).find(([name]) => name === field)?.[1];
    const told = { service: 'fault a', said: 'check CLAUSE~one', field, old: String(before), new: value };
    expect(compareRecords(old, changed({ [field]: value }))).toEqual([told]);
  });

  test.each([
    ['an amount', 'a balance of 1000000.37', 'a balance of 1000000.38'],
    ['a number of seven digits', '1000000', '1000001'],
    ['a code of four digits', '4001', '4002'],
    ['the case of an id', 'tag 977403a5-0cec-415c-8a8b-b52f7b4c7158', 'tag 977403A5-0CEC-415C-8A8B-B52F7B4C7158'],
    ['that two made-up values are no longer one', '4711 listed as true, 4711 true', '4711 listed as true, 4712 true'],
    ['the year of a date', '2026-11-22 20:26:22', '2036-11-22 20:26:22'],
    ['the form of a date', '2026-11-22 20:26:22', '2026-11-22T20:26:22'],
    ['the length of an id', '5f4450b3-c16d-4eeb-830a-2298b3d1b07', 'daf4a313-a198-4461-9ae0-9095768272a1'],
    ['what is next to a generated value', 'invoice 5020795 of 3', 'invoice 5400937 of 2'],
  ])('a mask does not hide %s', (_, one, other) => {
    expect(compareRecords(changed({ received: one }), changed({ received: other }))).toMatchObject([{ field: 'received' }]);
  });

  test('a mask does not hide another verdict next to a generated value', () => {
    const one = changed({ received: 'invoice 5020795' });
    const other = changed({ verdict: 'warn', received: 'invoice 5400937' });
    expect(compareRecords(one, other)).toMatchObject([{ field: 'verdict', old: 'fail', new: 'warn' }]);
  });

  test('one answer more or less is no difference', () => {
    expect(compareRecords(old, changed({ seen: '5 of 5' }))).toEqual([]);
    expect(compareRecords(changed({ received: '5 of 5' }), changed({ received: '4 of 4' }))).toHaveLength(1);
  });

  test('a check, a field and a service that one record alone has', () => {
    const fewer = [service(...(old[0]?.said.slice(1) ?? []))];
    const gone = { service: 'fault a', said: 'check CLAUSE~one', field: 'all of it' };
    expect(compareRecords(old, fewer)).toEqual([{ ...gone, old: 'there', new: null }]);
    expect(compareRecords(fewer, old)).toEqual([{ ...gone, old: null, new: 'there' }]);
    expect(compareRecords(old, changed({ place: 'GET /x' }))).toMatchObject([{ field: 'place', old: null, new: 'GET /x' }]);
    expect(compareRecords(old, [])).toMatchObject([{ service: 'fault a', said: 'the service', old: 'there', new: null }]);
    expect(compareRecords([], old)).toMatchObject([{ service: 'fault a', said: 'the service', old: null, new: 'there' }]);
  });
});

describe('a service where the moment decides', () => {
  const said = (fields: StatementFields): readonly ServiceRecord[] => [
    { service: 'variant reset-in-between', said: [check('CLAUSE~one', fields)] },
  ];
  const blocked = { verdict: 'blocked', owner: 'environment', cause: 'data-reset' };

  test('accusations stay the same', () => {
    expect(compareRecords(said(blocked), said({ verdict: 'pass', owner: null, cause: null }))).toEqual([]);
    expect(compareRecords(said(blocked), said(failed))).not.toEqual([]);
    expect(compareRecords(said(failed), said({ ...failed, received: 'HTTP 404' }))).toMatchObject([{ field: 'received' }]);
    expect(compareRecords(said(blocked), said({ ...blocked, verdict: 'error' }))).not.toEqual([]);
  });

  test('no other cause is excused', () => {
    expect(compareRecords(said(blocked), said({ ...blocked, cause: 'otp-source' }))).toMatchObject([
      { field: 'verdict' },
      { field: 'owner', old: null },
      { field: 'cause', old: null, new: 'otp-source' },
    ]);
  });

  test('one answer in seven may be of any operation, but of at least one', () => {
    const seventh = (id: string, fields: StatementFields): readonly ServiceRecord[] => [
      { service: 'fault one-answer-in-seven-without-its-message', said: [check(id, { clause: 'ENVELOPE-STATUS-MESSAGE', ...fields })] },
    ];
    const passed = { ...failed, verdict: 'pass', owner: null, expected: null, received: null, seen: null };
    const one = 'ENVELOPE-STATUS-MESSAGE~text-or-null-OP-6';
    const all = 'ENVELOPE-STATUS-MESSAGE~text-or-null-everywhere';
    expect(compareRecords(seventh(one, failed), seventh(one, passed))).toEqual([]);
    expect(compareRecords(seventh(one, failed), seventh(one, { ...passed, verdict: 'blocked' }))).toMatchObject([{ field: 'verdict' }]);
    expect(compareRecords(seventh(all, failed), seventh(all, passed))).toMatchObject([{ field: 'verdict' }, {}, {}, {}]);
  });

  test('no other service is excused', () => {
    expect(compareRecords(changed(blocked), changed({ ...blocked, verdict: 'pass' }))).toMatchObject([{ field: 'verdict' }]);
  });
});

describe('a table of texts', () => {
  const sent = 'expected a usable configuration, received 3 problems; nothing was sent';

  test('rewords an old text, and hides nothing else', () => {
    const reword = createReworder([
      ['HTTP 403', 'status 403'],
      ['HTTP 500', 'status 500'],
    ]);
    const today = [
      service(check('CLAUSE~one', { ...failed, received: 'status 403' }), check('CLAUSE~two', { ...failed, received: 'status 500' })),
    ];
    expect(compareRecords(old, today, reword)).toEqual([]);
    expect(compareRecords(old, changed({ received: 'status 403' }), reword)).toMatchObject([{ said: 'check CLAUSE~two' }]);
  });

  test('moves what was filled in', () => {
    const reword = createReworder([
      ['expected a usable configuration, received {1} problems; nothing was sent', '{1} configuration problems; nothing was sent'],
    ]);
    expect(reword(sent)).toBe('3 configuration problems; nothing was sent');
    expect(reword(`so ${sent}`)).toBe(`so ${sent}`);
  });

  test('leaves what others are written down with', () => {
    const reword = createReworder([['service', 'partner']]);
    expect(compareRecords(old, changed({ owner: 'partner' }), reword)).toMatchObject([{ field: 'owner', old: 'service', new: 'partner' }]);
  });

  test('swaps two texts without mixing them up', () => {
    const reword = createReworder([
      ['one', 'other'],
      ['other', 'one'],
    ]);
    expect(reword('one, other')).toBe('other, one');
  });

  test('may change the order of facts', () => {
    const reword = createReworder([['a fact', 'the fact']]);
    const before = 'a fact\nno fact';
    const after = 'no fact\nthe fact';
    expect(
      compareRecords([service(check('CLAUSE~one', { facts: before }))], [service(check('CLAUSE~one', { facts: after }))], reword),
    ).toEqual([]);
  });

  test('may change where the lines of a help page break, and not its exit code', () => {
    const page = (code: number, ...lines: readonly string[]): readonly ServiceRecord[] => [
      {
        service: 'help of run',
        said: [
          { kind: 'run', id: 'exit', fields: { code } },
          ...lines.map((text, at): Statement => ({ kind: 'line', id: `line ${at}`, fields: { text } })),
        ],
      },
    ];
    expect(compareRecords(page(0, 'one two', '  three'), page(0, 'one', 'two three'))).toEqual([]);
    expect(compareRecords(page(0, 'one two'), page(0, 'one three'))).toMatchObject([{ field: 'text' }]);
    expect(compareRecords(page(0, 'one'), page(1, 'one'))).toMatchObject([{ field: 'code', old: '0', new: '1' }]);
  });

  test('is refused when two become one, or one becomes two', () => {
    expect(findTableProblems([['a', 'b']])).toEqual([]);
    expect(
      findTableProblems([
        ['a', 'c'],
        ['b', 'c'],
      ]),
    ).toEqual(['expected every new text once, received again "c"']);
    expect(
      findTableProblems([
        ['a', 'b'],
        ['a', 'c'],
      ]),
    ).toEqual(['expected every old text once, received again "a"']);
    expect(findTableProblems([['a {1}', 'b']])).toHaveLength(1);
  });

  test('is refused when it makes one text of two that were recorded', () => {
    const reword = createReworder([['HTTP 403', 'HTTP 500']]);
    expect(() => compareRecords(old, old, reword)).toThrow(/another new text for each old one/);
  });
});

test('a record is read as it was written', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'same-verdicts-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
  const sink = openSink(join(folder, 'record.gz'));
  for (const one of old) sink.put(one);
  await sink.close();
  expect(await readRecords(join(folder, 'record.gz'))).toEqual(old);
});
