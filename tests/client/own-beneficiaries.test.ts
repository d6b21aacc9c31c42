import { describe, expect, test } from 'vitest';
import type { Config } from '../../helpers/config/config.ts';
import { readConfig } from '../../helpers/config/read-config.ts';
import type { Call, RawRequest } from '../../helpers/client/http/call.ts';
import type { Exchange } from '../../helpers/core/exchange.ts';
import { createIntentReader } from '../../helpers/client/limits/intent.ts';
import { openOwnBeneficiaries, type OwnBeneficiaries } from '../../helpers/client/limits/own-beneficiaries.ts';
import type { Operation } from '../../specs/operation.ts';
import { activateBeneficiary, addBeneficiary, ekycOnboarding, requestTransfer, senderDetail } from '../../specs/operations.ts';
import { uat } from '../config/environments.ts';

function readValidConfig(started?: 'started'): Config {
  const local =
    started === undefined ? {} : { DMT_TARGET: 'sandbox', DMT_BASE_URL: 'http://127.0.0.1:1', DMT_AUTH_URL: 'http://127.0.0.1:1' };
  const read = readConfig({ ...uat, DMT_BENEFICIARY_ACCOUNT: '000111000110,000111000111', ...local }, started);
  if (!read.ok) throw new Error(read.problems.join('; '));
  return read.config;
}

const sender = '5f0c7a52-1111-4abc-8def-0123456789ab';
const own = { accountNo: '000111000110', ifscCode: 'ZZZZ0000001', name: 'Testcase Beneficiary' };

const answered = (operation: Operation, path: string, payload: unknown, result: unknown): Exchange => ({
  id: 'x1',
  operation: operation.id,
  purpose: 'try',
  startedAt: '2026-11-22T00:00:00.000Z',
  durationMs: 1,
  request: {
    method: operation.method,
    url: `https://uat.example/${path}/${sender}?subAgentTagId=x`,
    headers: [],
    body: { text: JSON.stringify(payload), encoding: 'utf8' },
  },
  response: {
    status: 200,
    headers: [],
    body: { text: JSON.stringify({ status: { message: null, code: 2000 }, result }), encoding: 'utf8' },
    truncated: false,
  },
  trouble: null,
});

const added = (id: number, payload: unknown = own): Exchange =>
  answered(addBeneficiary, 'sender/beneficiary', payload, { beneficiaryId: id });
const listed = (...beneficiaries: readonly (readonly [id: string, account: string | number, ifsc?: string])[]): Exchange =>
  answered(senderDetail, 'sender', undefined, {
    beneficiaries: beneficiaries.map(([beneficiaryId, accountNumber, ifscCode = own.ifscCode]) => ({
      beneficiaryId,
      accountNumber,
      ifscCode,
    })),
  });

function opened(...heard: readonly Exchange[]): { readonly config: Config; readonly rule: OwnBeneficiaries } {
  const config = readValidConfig();
  const rule = openOwnBeneficiaries(config);
  for (const each of heard) rule.see(each);
  return { config, rule };
}

type SendDecision = 'sent' | 'not sent';

const judgeCall = ({ config, rule }: ReturnType<typeof opened>, operation: Operation, call: Call): SendDecision =>
  rule.refuse(createIntentReader(config).readCall(operation, call)) === null ? 'sent' : 'not sent';

const register = (payload: unknown): Call => ({ path: { senderId: sender }, query: { subAgentTagId: sender }, payload });
const transfer = { amount: 1, correlationId: '77', from: sender, to: '41', type: 'imps', options: { geoTag: '1.0,2.0' } };
const pay = (to: unknown): Call => ({ path: { sessionId: sender }, query: { subAgentTagId: sender }, payload: { ...transfer, to } });
const activate = (id: string): Call => ({ path: { senderId: sender, id }, query: { subAgentTagId: sender }, payload: { object: true } });
const body = (rawBody: string | Uint8Array): Call => ({ path: { senderId: sender }, query: {}, rawBody });

describe('accounts that OP-7 may register', () => {
  const json = JSON.stringify(own);

  test.each<[string, Call, SendDecision]>([
    ['a configured account', register(own), 'sent'],
    ['the same under an odd name', register({ ...own, name: '123456 others' }), 'sent'],
    ['the same with a blank behind it', register({ ...own, accountNo: `${own.accountNo} ` }), 'sent'],
    ['an account made up', register({ ...own, accountNo: '999912345678' }), 'not sent'],
    ['the same as a number', register({ ...own, accountNo: 999912345678 }), 'not sent'],
    ['the same in an array', register({ ...own, accountNo: ['999912345678'] }), 'not sent'],
    ['the same in an object', register({ ...own, accountNo: { value: '999912345678' } }), 'not sent'],
    ['the same in fullwidth digits', register({ ...own, accountNo: '\uff11\uff12\uff13\uff14\uff15\uff16' }), 'not sent'],
    ['the same under its key in capitals', register({ ...own, ACCOUNTNO: '999912345678' }), 'not sent'],
    ['a digit more', register({ ...own, accountNo: `${own.accountNo}1` }), 'not sent'],
    ['another IFSC code', register({ ...own, ifscCode: 'ZZZZ0000002' }), 'not sent'],
    ['an id of its own choice', register({ ...own, beneficiaryId: 1 }), 'not sent'],
    ['no account at all', register({ ...own, accountNo: null }), 'sent'],
    ['an empty one', register({ ...own, accountNo: '' }), 'sent'],
    ['a boolean', register({ ...own, accountNo: true }), 'sent'],
    ['an object', register({ ...own, accountNo: {} }), 'sent'],
    ['letters', register({ ...own, accountNo: 'abc' }), 'sent'],
    ['more than any account has', register({ ...own, accountNo: '9'.repeat(1000) }), 'sent'],
    ['what finds any', register({ ...own, accountNo: '%' }), 'not sent'],
    ['the same body by hand', body(json), 'sent'],
    ['cut in its name', body(json.slice(0, -4)), 'sent'],
    ['cut in its account', body(json.slice(0, 20)), 'not sent'],
    ['another account behind it', body(json.replace('}', ',"accountNo":"999912345678"}')), 'not sent'],
    ['another before it', body(json.replace('{', '{"accountNo":"999912345678",')), 'not sent'],
    ['an account behind an escape', body(String.raw`{"account\u004eo":"999912345678"}`), 'not sent'],
    ['an account without quotes', body('{accountNo:999912345678}'), 'not sent'],
    ['a form', body('accountNo=999912345678'), 'not sent'],
    ['what cannot be read here', body(Buffer.from(json, 'utf16le')), 'not sent'],
    ['a whole request written by hand', { ...register(own), rawRequest: '{method} {target} HTTP/1.1\r\n{headers}\r\n{body}' }, 'not sent'],
  ])('%s', (_, call, told) => {
    expect(judgeCall(opened(), addBeneficiary, call)).toBe(told);
  });

  test('under the path of another operation too', () => {
    const rawPath = `/uiObjects/endpoint/v3/sender/beneficiary/${sender}`;
    expect(judgeCall(opened(), ekycOnboarding, { rawPath, payload: { ...own, accountNo: '999912345678' } })).toBe('not sent');
    const request: RawRequest = { method: 'POST', url: rawPath, body: JSON.stringify({ ...own, accountNo: '999912345678' }) };
    const { config, rule } = opened();
    expect(rule.refuse(createIntentReader(config).readRaw(request, null))).toMatchObject({
      ok: false,
      ofThisCall: true,
    });
  });
});

describe('beneficiaries that OP-9 may pay and OP-13 may activate', () => {
  const cases: readonly (readonly [string, readonly Exchange[], string, SendDecision])[] = [
    ['an id that OP-7 gave to a configured account', [added(41)], '41', 'sent'],
    ['one that OP-6 lists with it', [listed(['41', own.accountNo])], '41', 'sent'],
    ['one that OP-7 gave to no account', [added(41, { ...own, accountNo: null })], '41', 'not sent'],
    ['one that OP-6 lists with another account', [listed(['41', '000222000220'])], '41', 'not sent'],
    ['one that OP-6 lists with another IFSC code', [listed(['41', own.accountNo, 'ZZZZ0000002'])], '41', 'not sent'],
    ['one that is listed so before OP-7 gives it', [listed(['41', '000222000220']), added(41)], '41', 'not sent'],
    ['one that OP-6 lists under another id than OP-7 gave', [added(41), listed(['42', own.accountNo])], '41', 'not sent'],
    ['one that OP-6 lists with its account as a number', [added(41), listed(['41', 111_000_110])], '41', 'sent'],
    ['one whose account as a number may be another one', [listed(['41', 111_000_110])], '41', 'not sent'],
    ['one that OP-6 lists with another number', [added(41), listed(['41', 222_000_220])], '41', 'not sent'],
    ['one that OP-6 does not list yet', [added(41), listed()], '41', 'sent'],
    ['one that nobody was seen to have', [], '41', 'not sent'],
    ['one beside it', [added(41)], '42', 'not sent'],
    ['one with a letter more', [added(41)], '41a', 'not sent'],
    ['one with a blank behind it', [added(41)], '41 ', 'sent'],
    ['a pattern', [added(41)], '%', 'not sent'],
    ['the end of a query', [added(41)], "' OR 'a'='a", 'not sent'],
    ['a word', [added(41)], 'null', 'sent'],
    ['the id that nothing counts up to', [], '9223372036854000000', 'sent'],
    ['the same where somebody has it', [listed(['9223372036854000000', '000222000220'])], '9223372036854000000', 'not sent'],
    ['the id that made-up calls had before', [], '999999999999', 'not sent'],
  ];

  test.each(cases)('%s', (_, heard, id, told) => {
    expect(judgeCall(opened(...heard), requestTransfer, pay(id))).toBe(told);
    expect(judgeCall(opened(...heard), activateBeneficiary, activate(id))).toBe(told);
    const rawPath = `/uiObjects/endpoint/v3/sender/${sender}/beneficary/${encodeURIComponent(id)}?subAgentTagId=${sender}`;
    expect(judgeCall(opened(...heard), activateBeneficiary, { rawPath, payload: { object: true } })).toBe(told);
    const queryForm = { rawPath: `/wallet/endpoint/v3/fundTransfer/request?sessionId=${sender}`, payload: { ...transfer, to: id } };
    expect(judgeCall(opened(...heard), requestTransfer, queryForm)).toBe(told);
  });

  test.each<[string, Call, SendDecision]>([
    ['in the query', { ...pay('41'), query: { to: '42' } }, 'not sent'],
    ['a second time', { path: { sessionId: sender }, rawBody: '{"to":"41","to":"42"}' }, 'not sent'],
    ['under another key', { path: { sessionId: sender }, payload: { ...transfer, beneficiaryId: 42 } }, 'not sent'],
    ['as a number with a point', { path: { sessionId: sender }, rawBody: '{"to":41.0}' }, 'not sent'],
    ['as a number with an exponent', { path: { sessionId: sender }, rawBody: '{"to":41e1}' }, 'not sent'],
    ['nowhere', { path: { sessionId: sender }, payload: { ...transfer, to: undefined } }, 'sent'],
  ])('%s', (_, call, told) => {
    expect(judgeCall(opened(added(41)), requestTransfer, call)).toBe(told);
  });

  test.each(['41%2f42', '41;a=b', '%34%32', '%2534%2532', '41.json', '42'])('not behind %s in the path', (id) => {
    const rawPath = `/uiObjects/endpoint/v3/sender/${sender}/beneficary/${id}`;
    expect(judgeCall(opened(added(41)), activateBeneficiary, { rawPath, payload: { object: true } })).toBe('not sent');
  });
});

test('our own sandbox has no strangers, and calls to it are not read', () => {
  const config = readValidConfig('started');
  const intent = createIntentReader(config).readCall(addBeneficiary, register({ ...own, accountNo: '999912345678' }));
  let read = 0;
  const watched = { ...intent, named: () => ((read += 1), intent.named?.() ?? null) };
  expect(openOwnBeneficiaries(config).refuse(watched)).toBeNull();
  expect(read).toBe(0);
});
