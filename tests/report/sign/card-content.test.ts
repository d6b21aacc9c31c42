import { execFileSync } from 'node:child_process';
import { afterAll, describe, expect, test } from 'vitest';
import type { Exchange } from '../../../helpers/core/exchange.ts';
import type { Outcome } from '../../../helpers/core/records/outcome.ts';
import type { Finding } from '../../../helpers/fuzz/findings/finding.ts';
import { findAsking, findExpectedValue } from '../../../helpers/report/evidence/asking.ts';
import { buildCards, type Card } from '../../../helpers/report/cards/card.ts';
import { buildRepeatCommand } from '../../../helpers/report/cards/repeat-command.ts';
import { byId } from '../../../helpers/core/by-id.ts';
import { renderDescription } from '../../../helpers/report/allure/description.ts';
import { showFinding } from '../../../helpers/report/allure/finding.ts';
import { toCheckRow } from '../../../helpers/report/model/check-row.ts';
import { findFailingIds } from '../../../helpers/report/allure/steps.ts';
import { findFieldName, findMark, markAll, markExchange, type MarkedText } from '../../../helpers/report/evidence/marked.ts';
import { pickOwnSentences } from '../../../helpers/report/cards/own-reading.ts';
import { renderCardHtml, renderCardMarkdown } from '../../../helpers/report/cards/pages.ts';
import { loadReadings } from '../../../helpers/report/cards/readings.ts';
import { clauseById } from '../../../specs/clauses.ts';
import { agentBalance, invoice, requestTransfer, senderBalance } from '../../../specs/operations.ts';
import { assembleFile } from '../assembled.ts';
import { buildSample, exchangeFor, header, removeFolders } from '../sample.ts';

afterAll(removeFolders);

const utf8 = (text: string) => ({ text, encoding: 'utf8' as const });
const withBodies = (exchange: Exchange, sent: unknown, answered: unknown): Exchange => ({
  ...exchange,
  request: { ...exchange.request, body: sent === null ? null : utf8(JSON.stringify(sent)) },
  response: { status: 200, headers: [], body: utf8(JSON.stringify(answered)), truncated: false },
});

const token = exchangeFor('x1', agentBalance);
const transfer = withBodies(exchangeFor('x2', requestTransfer), { amount: 100.37, to: '17' }, { result: { invoiceId: '50123' } });
const shown = withBodies(exchangeFor('x3', invoice), null, { result: { amount: 100, invoiceId: 50123 } });

/** An invoice that shows another amount than its transfer asked for. */
function buildCard(over: Partial<Outcome> = {}, findings: readonly Finding[] = [], exchanges = [token, transfer, shown]): Card {
  const sample = buildSample(['fail'], { run: { ...header, localTime: { zone: 'Asia/Kolkata', offsetMinutes: 330 } } });
  const clause = { ...clauseById('OP11-AMOUNT-EXACT') };
  const told = {
    expected: '100.37',
    received: '100',
    place: 'GET /wallet/endpoint/v3/invoice/{invoiceId} › result.amount',
    seen: '1 of 2',
    evidence: ['x3', 'x1', 'x2'],
    ...over,
  };
  const file = assembleFile({
    ...sample,
    clauses: [clause],
    plan: sample.plan.map((check) => ({ ...check, clause: clause.id, operation: 'OP-11' })),
    outcomes: sample.outcomes.map((outcome) => ({ ...outcome, ...told })),
    exchanges,
  });
  const [card] = buildCards(file, exchanges, loadReadings(), findings);
  if (card === undefined) throw new Error('expected a card, received none');
  return card;
}

const marked = (pieces: MarkedText): readonly string[] => pieces.flatMap((piece) => (piece.marked ? [piece.text] : []));

describe('a card', () => {
  const card = buildCard();

  test('says in one sentence what is held against the service', () => {
    expect(card.claim).toBe(
      'GET /wallet/endpoint/v3/invoice/{invoiceId} › result.amount: the specification asks for 100.37, the service gave 100.',
    );
  });

  test('begins with what is wrong; the title of the check, which says what should be, stands below', () => {
    const breach = `${card.clause} is broken. ${card.claim}`;
    const html = renderCardHtml(card);
    expect(html).toContain(`<h1 class="claim">${breach}</h1>`);
    expect(html).toContain(`<p>Check: ${card.title}</p>`);
    expect(html).toMatch(new RegExp(`<title>${card.clause} is broken: run `));
    const [first = ''] = renderCardMarkdown(card).split('\n');
    expect(first.replaceAll('\\', '')).toBe(`# ${breach}`);
  });

  test('shows the call that asked for it and the answer, with the field marked in both', () => {
    expect(card.exchanges.map(({ title, text }) => [title, marked(text)])).toEqual([
      ['The call that asked for it (x2)', ['"amount":100.37']],
      ['The answer that breaks the clause (x3)', ['"amount":100']],
    ]);
    expect(renderCardHtml(card)).toContain('<mark>&quot;amount&quot;:100</mark>');
    expect(renderCardMarkdown(card)).toContain('>>>"amount":100<<<');
    expect(renderCardMarkdown(card)).toContain('> `amount` is exactly the accepted amount');
  });

  test('shows no second call where the check names none', () => {
    const alone = buildCard({ seen: null, evidence: ['x1', 'x2', 'x3'] });
    expect(alone.exchanges.map(({ title }) => title)).toEqual(['The answer that breaks the clause (x3)']);
  });

  test('begins with who acts, and gives the identifiers of these two calls', () => {
    const rows = card.rows.map(({ name, value }) => [name, value]);
    expect(rows[0]).toEqual(['Who must act', 'service team']);
    expect(rows).toContainEqual(['invoiceId (x3)', '50123']);
    expect(rows).toContainEqual([
      'Time',
      '2031-01-02T03:04:05.000Z (UTC, by the clock of the suite), 2 Jan 2031 08:34 Asia/Kolkata (03:04 UTC)',
    ]);
  });

  test('gives of the reading what concerns its clause alone', () => {
    expect(card.readings.map(({ reading }) => reading)).toEqual(['OP-11 shows the accepted amount to the last decimal.']);
  });

  test('tells how to contest it, and offers no waiver where none is accepted', () => {
    expect(card.contest).toContain(
      'quote the words of "Invoice (OP-11 result)" that allow this. Name clause OP11-AMOUNT-EXACT and run sample-run-1',
    );
    expect(card.contest).toContain('guards money, consent or secrets, so no waiver is accepted');
    const [free] = buildCards(assembleFile(buildSample(['fail'])), [], []);
    expect(free?.contest).toContain('needs a waiver with this signature:');
  });

  test('gives the signature of a waiver as it must be copied', () => {
    const [free] = buildCards(assembleFile(buildSample(['fail'])), [], []);
    if (free === undefined) throw new Error('expected a card, received none');
    expect(renderCardMarkdown(free)).toMatch(/^ {4}OP1-FAIL-0~plain#[\da-f]{16}$/m);
    expect(renderCardHtml(free)).toMatch(/<pre>OP1-FAIL-0~plain#[\da-f]{16}<\/pre>/);
  });

  test('speaks of a wrong code only where the command has a code', () => {
    const note = 'If the claim is about a wrong code';
    expect(renderCardMarkdown(card)).not.toContain(note);
    expect(renderCardMarkdown({ ...card, curl: "curl -H 'Consent: OTP $OTP $STATE'" })).toContain(note);
  });

  test('prints its run on every page', () => {
    expect(renderCardHtml(card)).toContain('@bottom-left { content: "run sample-run-1"');
  });
});

describe('a card of a balance that moved', () => {
  const place = 'OP-14 before and after';
  const readings = {
    expected: 'mainAccount 249790, cashbackAccount 0',
    received: 'mainAccount 249788, cashbackAccount 0 after HTTP 400',
    place,
  };
  const balanceOf = (id: string, mainAccount: number, seconds: number): Exchange => ({
    ...withBodies(exchangeFor(id, senderBalance), null, { result: { mainAccount, cashbackAccount: 0 } }),
    startedAt: `2031-01-02T03:04:0${seconds}.000Z`,
  });
  const before = balanceOf('x4', 249790, 1);
  const refused = {
    ...withBodies(exchangeFor('x5', requestTransfer), { correlationId: 'sample-correlation' }, {}),
    startedAt: '2031-01-02T03:04:02.000Z',
  };
  const after = balanceOf('x6', 249788, 3);
  const later = balanceOf('x7', 249787, 4);
  const card = buildCard(
    { ...readings, seen: null, evidence: ['x7', 'x4', 'x5', 'x6'], beside: ['x5', 'x4'] },
    [],
    [before, refused, after, later],
  );

  test('shows the accused reading, the reading before and the call between them, with what changed marked', () => {
    expect(card.exchanges.map(({ title, text }) => [title, marked(text)])).toEqual([
      ['The answer before (x4)', ['"mainAccount":249790']],
      ['The call in question (x5)', []],
      ['The answer that breaks the clause (x6)', ['"mainAccount":249788']],
    ]);
  });

  test('says what changed, and gives the reference of the call, and the call as a command', () => {
    expect(card.claim).toBe('OP-14 before and after: mainAccount was 249790 and became 249788 after HTTP 400.');
    expect(card.rows.map(({ name, value }) => [name, value])).toContainEqual(['correlationId', 'sample-correlation']);
    expect(card.curl).toContain('sample-correlation');
  });
});

const finding: Finding = {
  id: 'f-0123456789',
  signature: 'sample',
  clause: 'OP11-AMOUNT-EXACT',
  kind: 'case',
  seed: 1,
  place: 'GET /wallet/endpoint/v3/invoice/{invoiceId} › result.amount',
  mutation: 'amount: an exponent with a plus',
  expected: 'the accepted amount: 100.37',
  received: '100',
  firmness: 'firm',
  seen: 2,
  recipe: { kind: 'case', operation: 'OP-9', dimension: 'payload', edits: [], expects: 'any', script: 'curl' },
  exchanges: ['x2', 'x3'],
};

describe('the card of a finding', () => {
  const { expected } = finding;
  const told = { expected, received: '100, and 1 more finding', reason: 'Odd: …', seen: null, evidence: ['x1', 'x2', 'x3'] };
  const card = buildCard(told, [finding]);
  const rows = Object.fromEntries(card.rows.map(({ name, value }) => [name, value]));

  test('shows the answer at its place, beside the odd call', () => {
    expect(card.exchanges.map(({ title }) => title)).toEqual(['The call that asked for it (x2)', 'The answer that breaks the clause (x3)']);
  });

  test('tells what was received of this finding alone, and offers its replay first', () => {
    expect(card.claim).toMatch(/the service gave 100\.$/);
    expect(rows).toMatchObject({
      Received: '100',
      'Also found': '1 more finding',
      Repeat: 'npm run conformance -- --env uat replay f-0123456789',
    });
    expect(rows['Reason']).toBeUndefined();
    expect(card.curl).toBe('curl');
    const names = card.rows.map(({ name }) => name);
    expect(names.indexOf('Repeat')).toBeLessThan(names.indexOf('Search again'));
  });
});

test('the description of a finding has the payload that was sent, and one command', () => {
  const [check] = assembleFile(buildSample(['fail'])).checks;
  if (check === undefined) throw new Error('expected a check, received none');
  const html = renderDescription(
    toCheckRow(check, undefined),
    [],
    [showFinding({ ...finding, replay: `npm run conformance -- replay ${finding.id}` }, byId([transfer, shown]))],
  );
  expect(html).toContain('{&quot;amount&quot;:100.37,&quot;to&quot;:&quot;17&quot;}');
  expect(html.match(/ replay f-/g)).toHaveLength(1);
});

describe('the failing step', () => {
  test.each([
    ['1 of 2', ['x3']],
    ['2 of 2', ['x3', 'x1']],
    [null, ['x2']],
  ])('of a check seen %s is %j', (seen, failing) => {
    expect([...findFailingIds({ verdict: 'fail', seen, evidence: ['x3', 'x1', 'x2'] })]).toEqual(failing);
  });

  test('is none of what established the expected value, however often the clause broke', () => {
    const broken = Array.from({ length: 10 }, (_, index) => `x${index + 1}`);
    expect([...findFailingIds({ verdict: 'fail', seen: '12 of 49', evidence: [...broken, 'x20', 'x21'] })]).toEqual(broken);
  });
});

describe('the call that asked', () => {
  test('is about the same ids or holds the value; a token, a later call and an unrelated one are not', () => {
    expect(findAsking(shown, [token, transfer], '100.37')).toBe(transfer);
    expect(findAsking(shown, [{ ...transfer, operation: 'TOKEN' }], '100.37')).toBeNull();
    expect(findAsking(shown, [{ ...transfer, startedAt: '2031-01-02T03:04:06.000Z' }], '100.37')).toBeNull();
    const unrelated = withBodies({ ...exchangeFor('x4', requestTransfer) }, { amount: 1 }, {});
    const url = 'https://uat.example/elsewhere';
    expect(findAsking(shown, [{ ...unrelated, request: { ...unrelated.request, url } }], '100.37')).toBeNull();
  });

  test.each([
    ['100.37', '100.37'],
    ['"ACTIVE" (text)', 'ACTIVE'],
    ['text of digits', null],
    ['one of "true", "false"', null],
    [null, null],
  ])('is looked for by the value of %s', (expected, value) => {
    expect(findExpectedValue(expected)).toBe(value);
  });
});

describe('marks', () => {
  test.each([
    ['GET /a › result.isDelayed', 'isDelayed'],
    ['GET /a › result[].walletType', 'walletType'],
    ['GET /a › result.beneficiaries[0]', 'beneficiaries'],
    ['GET /wallet/endpoint/v3/balance/agent', null],
    [null, null],
  ])('at %s are on %s', (place, name) => {
    expect(findFieldName(place)).toBe(name);
  });

  test('are on the status when no field is named', () => {
    expect(marked(markExchange(shown, findMark({ place: null, expected: 'HTTP 415', received: null, deviation: 'http-200' })))).toEqual([
      'HTTP 200',
    ]);
  });

  test.each([
    ['HTTP 200 with code 4170', ['"code":2000']],
    ['a refusal', ['"code":2000']],
    ['HTTP 401', ['HTTP 200', '"code":2000']],
  ])('are on the API code where %s is expected of a call that was served', (expected, marks) => {
    const answer = withBodies(shown, null, { status: { code: 2000 } });
    expect(marked(markExchange(answer, findMark({ place: 'GET /a', expected, received: null, deviation: 'served' })))).toEqual(marks);
  });

  test.each([
    ['GET /a › result.limits', ['"result":{']],
    ['GET /a › result.list[0].limits', ['"list":[']],
    ['GET /a › status', ['{']],
  ])('are on what should hold the missing field at %s', (place, marks) => {
    const answer = withBodies(shown, null, { result: { list: [{}] } });
    expect(marked(markExchange(answer, findMark({ place, expected: 'an object', received: 'nothing', deviation: 'missing' })))).toEqual(
      marks,
    );
  });

  test('stand beside the consent that was sent, with the digits that were sent', () => {
    const bytes = Buffer.from('OTP ４３ some-state', 'utf8').toString('latin1');
    const sent = { ...transfer, request: { ...transfer.request, headers: [['Consent', bytes] as const] } };
    const text = markExchange(sent, { pattern: null, status: true });
    expect(text.map((piece) => piece.text).join('')).toContain('\nConsent: OTP ４３ some-state\n');
    expect(buildRepeatCommand(sent)).not.toContain('ï');
  });

  test('stand beside the consent that was sent', () => {
    const { request } = transfer;
    const sent = { ...transfer, request: { ...request, headers: [...request.headers, ['Consent', 'OTP 140688 some-state'] as const] } };
    const text = markExchange(sent, { pattern: null, status: true });
    expect(text.map((piece) => piece.text).join('')).toContain('\nConsent: OTP 140688 some-state\n');
  });

  test('stay in sight of a long body, and lose no text of a short one', () => {
    const long = `${'x'.repeat(9000)}"amount":1${'y'.repeat(9000)}`;
    const pieces = markAll(long, /"amount":1/g);
    expect(marked(pieces)).toEqual(['"amount":1']);
    expect(pieces.map(({ text }) => text).join('').length).toBeLessThan(2100);
    expect(
      markAll('a"amount":1b', /"amount":1/g)
        .map(({ text }) => text)
        .join(''),
    ).toBe('a"amount":1b');
  });
});

describe('the reading of one clause', () => {
  test.each([
    ['OP10-RESULT-INVOICE-ID', 'invoiceId is digits in text in OP-9, and an integer in OP-10.'],
    ['OP9-UNKNOWN-BENEFICIARY', 'It never moves to a beneficiary that is unknown or belongs to another sender.'],
    ['HTTP-415', 'GET on a POST operation, or POST on a GET operation, is answered with 415.'],
  ] as const)('of %s has the sentence about it', (id, sentence) => {
    const clause = clauseById(id);
    const whole = loadReadings().filter(({ clauses }) => clauses.includes(id));
    expect(whole.map(({ reading }) => pickOwnSentences(reading, clause)).join(' ')).toContain(sentence);
  });

  test('is never empty, and never more than two sentences of it', () => {
    for (const { reading, clauses } of loadReadings()) {
      for (const id of clauses) {
        const own = pickOwnSentences(reading, { id, text: '', operation: '' });
        expect(own).not.toBe('');
        expect(own.length < reading.length || own === reading).toBe(true);
      }
    }
  });
});

/** What curl gets of a command that is pasted where the placeholders are set. */
function argumentsOf(command: string | null): readonly string[] {
  const env = { PATH: process.env['PATH'], OTP: '100001', STATE: 's-1', MPIN: '200002', USERNAME: 'an agent', PASSWORD: "p's" };
  const script = `curl() { printf '%s\\n' "$@"; }; ${command ?? ''}`;
  return execFileSync('sh', ['-c', script], { env, encoding: 'utf8' }).split('\n');
}

describe('curl', () => {
  test('repeats the request with a placeholder for each secret', () => {
    expect(buildRepeatCommand({ ...transfer, as: 'agent' })?.split(' \\\n  ')).toEqual([
      "curl -i -X 'POST'",
      "'https://uat.example/wallet/endpoint/v3/fundTransfer/request/sample-sessionId?subAgentTagId=sample-tag'",
      "-H 'content-type: application/json'",
      `-H 'authorization: Bearer '"$TOKEN"''`,
      `--data-raw '{"amount":100.37,"to":"17"}'`,
    ]);
  });

  test('has placeholders for codes, states and passwords, and keeps a token that was made up', () => {
    const headers = [
      ['Authorization', 'Bearer made-up'],
      ['Consent', 'OTP 863494 9f4685b8-f624'],
    ] as const;
    const body = utf8('{"otp":"863494","state":"9f4685b8-f624","mpin":"4711","to":"17"}');
    const command = buildRepeatCommand({ ...transfer, as: null, request: { ...transfer.request, headers, body } });
    expect(command).toContain("'Authorization: Bearer made-up'");
    expect(argumentsOf(command)).toContain('Consent: OTP 100001 s-1');
    expect(argumentsOf(command)).toContain('{"otp":"100001","state":"s-1","mpin":"200002","to":"17"}');
    const login = utf8('username=agent&password=secret&grant_type=password');
    expect(argumentsOf(buildRepeatCommand({ ...transfer, request: { ...transfer.request, body: login } }))).toContain(
      "username=an agent&password=p's&grant_type=password",
    );
  });

  test('no quote of a body ends the argument', () => {
    const body = utf8("it's; rm -rf /");
    expect(buildRepeatCommand({ ...transfer, request: { ...transfer.request, body } })).toContain(
      String.raw`--data-raw 'it'\''s; rm -rf /'`,
    );
  });

  test('sends an address with dots as it is', () => {
    const url = 'https://uat.example/wallet/../wallet';
    expect(buildRepeatCommand({ ...transfer, request: { ...transfer.request, url } })).toContain("--path-as-is \\\n  'https");
  });

  test('is left out for callbacks and for bodies that are not text', () => {
    expect(buildRepeatCommand({ ...transfer, id: 'c1' })).toBeNull();
    expect(buildRepeatCommand({ ...transfer, request: { ...transfer.request, body: { text: 'AAEC', encoding: 'base64' } } })).toBeNull();
  });
});
