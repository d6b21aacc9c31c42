import { expect, test } from 'vitest';
import type { Twist } from '../../sandbox/http/exchange.ts';
import { isObject, type Json } from '../../sandbox/http/json.ts';
import { httpError } from '../../sandbox/http/responses.ts';
import {
  apiCode,
  apiResult,
  changeResponse,
  changeResultField,
  changeSuccess,
  combine,
  isBusiness,
  on,
  succeeded,
  withResult,
  withStatus,
} from '../../sandbox/twists/twists.ts';
import { operations } from '../../specs/operations.ts';
import { servedClauseByOperation } from '../../helpers/judge/served.ts';
import { asText, missingField, withJson, wrongResult } from '../../sandbox/twists/results.ts';
import { describeEnded, failedClauses, judgeSandbox, withVerdict } from '../run/judged.ts';
import { someOf } from '../some-of.ts';

const codesAsText = changeResponse(isBusiness, (response) =>
  response.status === 200 ? withStatus(response, { code: asText(apiCode(response)) }) : response,
);

const changeListed = (change: (one: Json) => Json): Twist =>
  changeSuccess(on('OP-6'), (response) =>
    withResult(response, (result) => {
      const { beneficiaries } = result;
      return { ...result, beneficiaries: Array.isArray(beneficiaries) ? beneficiaries.map(change) : [] };
    }),
  );

const idsAsNumbers = combine(
  changeResultField('OP-9', 'invoiceId', Number),
  changeListed((one) => (isObject(one) ? { ...one, beneficiaryId: Number(one['beneficiaryId']) } : one)),
);
const idsAsText = combine(changeResultField('OP-7', 'beneficiaryId', String), changeResultField('OP-10', 'invoiceId', String));

const flagsAsBooleans = combine(
  changeResultField('OP-1', 'isOldUser', (value) => value === 'true'),
  changeResultField('OP-11', 'isDelayed', (value) => value === 'true'),
  changeListed((one) => (isObject(one) ? { ...one, status: one['status'] === 'true' } : one)),
);
const numbersAsText = combine(
  changeResultField('OP-11', 'amount', String),
  changeResultField('OP-14', 'mainAccount', String),
  changeResultField('OP-12', 'mobile', String),
);

const services: readonly (readonly [string, Twist, readonly string[]])[] = [
  ['status.code is text', codesAsText, ['ENVELOPE-STATUS-CODE']],
  ['ids of text are numbers', idsAsNumbers, ['OP6-RESULT-BENEFICIARIES-BENEFICIARY-ID', 'OP9-RESULT-INVOICE-ID']],
  ['ids that are numbers are text', idsAsText, ['OP10-RESULT-INVOICE-ID', 'OP7-RESULT-BENEFICIARY-ID']],
  [
    'flags of text are real booleans',
    flagsAsBooleans,
    ['OP1-RESULT-IS-OLD-USER', 'OP11-RESULT-IS-DELAYED', 'OP6-RESULT-BENEFICIARIES-STATUS'],
  ],
  ['numbers are text', numbersAsText, ['OP11-RESULT-AMOUNT', 'OP12-RESULT-MOBILE', 'OP14-RESULT-MAIN-ACCOUNT']],
];

const withoutCode = changeSuccess(on('OP-4', 'OP-6'), (response) =>
  withJson(response, { status: { message: 'artificial' }, result: apiResult(response) ?? null }),
);
const codesOutside = changeResponse(isBusiness, (response) =>
  response.status === 200
    ? withJson(response, { message: 'artificial', code: apiCode(response) ?? null, result: apiResult(response) ?? null })
    : response,
);

/** The last is how many of all checks may be blocked: those that need the message, or facts, which only a code of 2000 establishes. */
const hiding: readonly (readonly [string, Twist, readonly string[], number])[] = [
  [
    'status is the code',
    changeSuccess(on('OP-4', 'OP-13'), (response) => withJson(response, { status: 2000, result: apiResult(response) ?? null })),
    ['ENVELOPE-STATUS'],
    1,
  ],
  ['code and message are not in status', codesOutside, ['ENVELOPE-STATUS'], 54],
  [
    'the code is not listed, and the result is whole',
    changeSuccess(on('OP-3', 'OP-7', 'OP-9'), (response) => withStatus(response, { code: 2001 })),
    ['CODE-LISTED'],
    1,
  ],
  [
    'the code of OP-13 is not listed, and OP-14 shows no cashback',
    combine(
      changeSuccess(on('OP-13'), (response) => withStatus(response, { code: 2001 })),
      wrongResult('OP-14', 'cashbackAccount', missingField),
    ),
    ['CODE-LISTED', 'OP14-RESULT-CASHBACK-ACCOUNT'],
    0,
  ],
  [
    'served calls are HTTP 201',
    changeSuccess(isBusiness, (response) => ({ ...response, status: 201 })),
    ['CODE-ONLY-WITH-200', ...operations.map(({ id }) => servedClauseByOperation[id])].toSorted(),
    0,
  ],
  [
    'every envelope is in a list',
    changeSuccess(isBusiness, (response) => withJson(response, [response.json ?? null])),
    ['ENVELOPE-BODY'],
    0,
  ],
  ['OP-5 is HTTP 405', changeSuccess(on('OP-5'), (_response, request) => httpError(request, 405)), ['OP5-SERVED'], 7],
  [
    'OP-5 and OP-8 name no scheme',
    combine(
      changeResultField('OP-5', 'scheme', () => null),
      changeResultField('OP-8', 'scheme', () => null),
    ),
    ['OP5-RESULT-SCHEME', 'OP8-RESULT-SCHEME'],
    0,
  ],
];

/** What could hide behind it is what a run is for: senders, transfers, money. */
test.each(hiding)('where %s that alone is accused, and hardly anything is blocked by it', async (_, twist, broken, most) => {
  const ended = await judgeSandbox({ twist });
  expect(failedClauses(ended)).toEqual(broken);
  expect(withVerdict(ended, 'blocked').length).toBeLessThanOrEqual(most);
  expect(describeEnded(withVerdict(ended, 'error', 'untried'))).toEqual([]);
});

test.each(someOf(3, services))('where %s the whole journey is judged, and the type alone is accused', async (_, twist, broken) => {
  const ended = await judgeSandbox({ twist });
  expect(failedClauses(ended)).toEqual(broken);
  expect(describeEnded(withVerdict(ended, 'blocked', 'warn', 'error', 'untried'))).toEqual([]);
});

const labeled = (label: Readonly<Record<string, string>>): Twist =>
  changeResponse(isBusiness, (response) =>
    response.status === 200 && isObject(response.json)
      ? { status: 200, headers: { ...label }, bytes: Buffer.from(JSON.stringify(response.json)) }
      : response,
  );

test.each(
  someOf<[string, Readonly<Record<string, string>>]>(2, [
    ['text/html', { 'content-type': 'text/html;charset=UTF-8' }],
    ['nothing', {}],
  ]),
)('an envelope labeled as %s is read, used and judged on every operation', async (_, label) => {
  const ended = await judgeSandbox({ twist: labeled(label) });
  expect(failedClauses(ended)).toEqual(['ENVELOPE-MEDIA-TYPE']);
  expect(withVerdict(ended, 'fail')).toHaveLength(17);
  expect(describeEnded(withVerdict(ended, 'blocked', 'error', 'untried'))).toEqual([]);
});

test('a refusal whose result is text breaks the envelope', async () => {
  const refused = changeResponse(isBusiness, (response) =>
    response.status === 200 && !succeeded(response) && isObject(response.json) && apiResult(response) !== undefined
      ? withJson(response, { ...response.json, result: 'nothing' })
      : response,
  );
  const ended = await judgeSandbox({ twist: refused });
  expect(failedClauses(ended)).toEqual(['ENVELOPE-RESULT']);
  expect(describeEnded(withVerdict(ended, 'blocked', 'error', 'untried'))).toEqual([]);
});

test('an agent without wallets is a question for the operator', async () => {
  const empty = changeSuccess(on('OP-15'), (response) =>
    isObject(response.json) ? withJson(response, { ...response.json, result: [] }) : response,
  );
  const ended = await judgeSandbox({ twist: empty });
  expect(failedClauses(ended)).toEqual([]);
  expect(withVerdict(ended, 'warn').map(({ clause }) => clause)).toEqual(['OP15-WALLETS-LISTED']);
});

/** Without a code, OP-4 and OP-6 establish nothing: these rules, and no other check, have nothing to judge. */
const rulesOfTagsAndLists = [
  ...['CONSENT-WRONG-NO-EFFECT~limits', 'CONSENT-WRONG-NO-EFFECT~listed-later', 'LIMIT-FALLS~usual', 'LIMIT-NOT-RAISED~usual'],
  ...['OP13-ACTIVATES-ONLY-THAT~customer', 'OP13-ACTIVATES-ONLY-THAT~every-answer', 'OP13-ACTIVATES-ONLY-THAT~switched-off'],
  ...['OP13-FALSE-DOES-NOT-ACTIVATE~every-answer', 'OP13-FALSE-DOES-NOT-ACTIVATE~switched-off', 'OP4-STATUS-TRUE~first-tag'],
  ...['OP4-TAG-KEPT~after-ekyc', 'OP4-TAG-KEPT~customer', 'OP4-TAG-KEPT~every-answer'],
  ...['OP4-TAG-KEPT~old-user', 'OP4-TAG-KEPT~sub-agent', 'OP4-TAG-KEPT~with-mpin', 'OP6-OWN-DATA~beneficiaries'],
  ...['OP6-SENDER-MOBILE-AGREES~customer', 'OP6-SENDER-MOBILE-AGREES~every-answer', 'OP6-SENDER-MOBILE-AGREES~new-customer'],
  ...['OP6-SENDER-NAME-KEPT~every-answer', 'REFUSAL-NOTHING-CHANGED~limits', 'REFUSAL-NOTHING-CHANGED~listed-later'],
];

test('where there is no code, but a whole result, that alone is accused, and only rules of tags and lists are blocked', async () => {
  const ended = await judgeSandbox({ twist: withoutCode });
  expect(failedClauses(ended)).toEqual(['ENVELOPE-STATUS-CODE']);
  expect(
    withVerdict(ended, 'blocked')
      .map(({ check }) => check)
      .sort(),
  ).toEqual(rulesOfTagsAndLists);
  expect(describeEnded(withVerdict(ended, 'error', 'untried'))).toEqual([]);
});
