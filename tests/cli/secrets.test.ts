import { expect, onTestFinished, test } from 'vitest';
import type { Exchange } from '../../helpers/core/exchange.ts';
import { pickAttachedIds } from '../../helpers/report/evidence/attached.ts';
import { journalFiles } from '../../helpers/report/journal/journal.ts';
import type { Store } from '../../sandbox/state/store.ts';
import type { Twist } from '../../sandbox/http/exchange.ts';
import { changeResponse, combine, isBusiness, withResult } from '../../sandbox/twists/twists.ts';
import { startSandbox } from '../../sandbox/start.ts';
import { wholeProgram } from '../program/program.ts';
import { everyText, openText, type NamedText } from '../program/searching.ts';

/** A secret as it is and encoded; base64 at each of three offsets. */
function forms(secret: string): string[] {
  const base64 = [0, 1, 2].map((offset) =>
    Buffer.from('x'.repeat(offset) + secret)
      .toString('base64')
      .slice(offset === 0 ? 0 : 4, -4),
  );
  const inUrl = encodeURIComponent(secret);
  const inJson = JSON.stringify(secret).slice(1, -1);
  return [...new Set([secret, inUrl, inUrl.replaceAll('%20', '+'), inJson, ...base64])];
}

/** Places of a short code: a consent, a field for it, or a word of a sentence. */
const placeOfCode = /(?:OTP |MPIN ?:? ?|"(?:otp|mpin|otpValue)\\*":\s*\\*"?|\b(?:code|otp|pin|mpin)(?: is|:)? )(\d+)\b/gi;

const findShortCodes = (text: string, codes: ReadonlySet<string>): string[] =>
  Array.from(text.matchAll(placeOfCode), ([, code = '']) => code).filter((code) => codes.has(code));

/** Collects what the sandbox issues. */
function spyOn(banks: Set<Store>): Twist {
  return (right) => (ask) => {
    banks.add(ask.store);
    return right(ask);
  };
}

/** Leaks the sent code, the token and the caller's credentials in undocumented fields. */
const talkative: Twist = changeResponse(isBusiness, (answer, { store, headers, operation, raw }) => {
  const newest = [...store.challenges.values()].at(-1);
  return withResult(answer, (result) => ({
    ...result,
    ...(operation === 'OP-3' ? { hint: `Your OTP is ${newest?.code ?? ''}` } : {}),
    trace: `${headers.authorization ?? ''} ${Buffer.from(headers.authorization ?? '').toString('base64')}`,
    received: Buffer.from(raw).toString('utf8'),
  }));
});

const readExchanges = (texts: readonly NamedText[]): readonly Exchange[] =>
  (texts.find(({ name }) => name === journalFiles.exchanges)?.text ?? '')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Exchange);

test('no secret is in any file of the report, nor on the console', async () => {
  const banks = new Set<Store>();
  const sandbox = await startSandbox({ twist: combine(talkative, spyOn(banks)) });
  onTestFinished(() => sandbox.close());
  const planted = { DMT_MPIN: '730465', DMT_BENEFICIARY_ACCOUNT: '000133700420,000133700421', DMT_BENEFICIARY_NAME: 'Testcase Planted' };
  const environment: Record<string, string> = { ...sandbox.environment, ...sandbox.permissions, ...planted, DMT_TARGET: 'uat' };
  const ended = await wholeProgram([], environment);
  expect(ended.verdict.counts.error).toBe(0);

  const tokens = [...banks].flatMap(({ tokens: issued }) => [...issued.keys()]);
  const codes = [...banks].flatMap(({ challenges }) => [...challenges.values()].map(({ code }) => code));
  expect(tokens.length).toBeGreaterThan(0);
  expect(codes.length).toBeGreaterThan(20);

  const named = [
    'DMT_CLIENT_ID',
    'DMT_CLIENT_PASSWORD',
    'DMT_AGENT_ID',
    'DMT_AGENT_PASSWORD',
    'DMT_OTHER_AGENT_ID',
    'DMT_OTHER_AGENT_PASSWORD',
  ] as const;
  const basic = Buffer.from(`${environment['DMT_CLIENT_ID'] ?? ''}:${environment['DMT_CLIENT_PASSWORD'] ?? ''}`).toString('base64');
  const secrets = [...named.map((name) => environment[name] ?? ''), ...planted.DMT_BENEFICIARY_ACCOUNT.split(','), ...tokens, basic];
  expect(secrets.filter((secret) => secret.length < 8)).toEqual([]);

  const texts = everyText(ended.said, [ended.folder]);
  expect(texts.filter(({ name }) => name === 'evidence.har' || name.startsWith('allure-report'))).not.toEqual([]);
  const short = new Set([...codes, planted.DMT_MPIN]);
  const leaks = texts.flatMap(({ name, text }) => [
    ...secrets.filter((secret) => forms(secret).some((form) => text.includes(form))).map((secret) => `${name}: ${secret}`),
    ...findShortCodes(text, short).map((code) => `${name}: the code ${code}`),
  ]);
  expect(leaks).toEqual([]);
  // Proves that the page and its attachments were searched: it shows every transfer that it attaches to a check.
  const correlationIds = [...banks].flatMap(({ transfers }) => [...transfers.values()].map(({ correlationId }) => correlationId));
  const inPage = texts.filter(({ name }) => name.startsWith('allure-report'));
  const attached = new Set(ended.verdict.checks.flatMap(pickAttachedIds));
  const shown = readExchanges(texts).filter(({ id }) => attached.has(id));
  const due = correlationIds.filter((id) => shown.some((exchange) => JSON.stringify(exchange).includes(id)));
  expect(due.length).toBeGreaterThan(5);
  expect(due.filter((id) => !inPage.some(({ text }) => text.includes(id)))).toEqual([]);
  // Ids that an operator searches for in the service's logs stay readable.
  const journal = texts.find(({ name }) => name === 'exchanges.jsonl')?.text ?? '';
  expect(correlationIds.filter((id) => !journal.includes(id))).toEqual([]);
});

test('the search finds what it looks for', () => {
  const found = (text: string): boolean =>
    openText({ name: 'a', text }).some((one) => forms('planted secret/1').some((form) => one.text.includes(form)));
  const long = `${'y'.repeat(80)} planted secret/1 ${'y'.repeat(80)}`;
  expect(['planted secret/1', 'q=planted%20secret%2F1', 'q=planted+secret%2F1', Buffer.from(long).toString('base64')].map(found)).toEqual([
    true,
    true,
    true,
    true,
  ]);
  expect(
    ['OTP 471108 5f0c', '"otp":"471108"', '{\\"mpin\\":\\"471108\\"}', 'your code is 471108'].flatMap((text) =>
      findShortCodes(text, new Set(['471108'])),
    ),
  ).toHaveLength(4);
  expect(findShortCodes('OTP 4711081, code 47110', new Set(['471108']))).toEqual([]);
  expect(found('nothing of the sort')).toBe(false);
});
