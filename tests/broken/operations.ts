import type { ServiceResponse, Twist } from '../../sandbox/http/exchange.ts';
import type { Json } from '../../sandbox/http/json.ts';
import { changeResponse, combine, respondWith, on, changeResultField, succeeded } from '../../sandbox/twists/twists.ts';
import { wrongResult, missingField, withWrongValue } from '../../sandbox/twists/results.ts';
import { envelopeResponse, htmlPage, serverError } from '../../sandbox/twists/responses.ts';
import { newTagEachTime } from '../../sandbox/twists/identities.ts';
import { changeAlways, resetAnswer, emptyAnswer, hangingAnswer, authorizedOn, plainError, type Broken } from './service.ts';

const random = (): Json => Math.round(Math.random() * 1e6) / 100;

/** The service does what it was asked for, and answers it so. */
const done = (
  operation: string,
  story: string,
  change: (answer: ServiceResponse) => ServiceResponse,
  more: Partial<Broken> = {},
): Broken => ({
  story: `${operation} ${story}`,
  twist: changeAlways(operation, change),
  ...more,
});

/** Nothing is done. */
const refused = (operation: string, story: string, answer: ServiceResponse, more: Partial<Broken> = {}): Broken => ({
  story: `${operation} ${story}`,
  twist: respondWith(authorizedOn(operation), () => answer),
  ...more,
});

const notFound = envelopeResponse(4040, 'not.found');
const pending = (operation: string): Twist => wrongResult(operation, 'status', 'PENDING');
const failing = (operation: string, code: number): Broken =>
  refused(operation, `answered with ${code}`, envelopeResponse(code, 'artificial'));

/** With a new invoice each time, of which nobody knows. */
const accepting = (): ServiceResponse => ({
  ...plainError(200),
  json: { status: { message: 'success', code: 2000 }, result: { invoiceId: String(Math.floor(Math.random() * 1e9)) } },
});

/** Money asked for, and nobody says what became of it. */
const transfers: readonly Broken[] = [
  refused('OP-9', 'answered with 4000', envelopeResponse(4000, 'system.failure'), { campaign: true }),
  done('OP-9', 'done and answered with 4000', () => envelopeResponse(4000, 'system.failure'), { campaign: true }),
  refused('OP-9', 'answered with 500', serverError, { campaign: true }),
  done('OP-9', 'done and answered with 500', () => serverError),
  done('OP-9', 'done and answered with 202', (answer) => ({ ...answer, status: 202 }), { campaign: true }),
  refused('OP-9', 'answered with 202', plainError(202)),
  done('OP-9', 'done and answered with 201', (answer) => ({ ...answer, status: 201 })),
  refused('OP-9', 'answered with 403', emptyAnswer(403)),
  refused('OP-9', 'answered with 404', plainError(404)),
  failing('OP-9', 4001),
  done('OP-9', 'done and answered with nothing', () => emptyAnswer(200)),
  refused('OP-9', 'answered with an HTML page', htmlPage(200)),
  done('OP-9', 'done and cut off', () => resetAnswer),
  refused('OP-9', 'never answered', hangingAnswer, { campaign: true }),
  { story: 'OP-9 accepts whatever it is asked', twist: respondWith(authorizedOn('OP-9'), accepting), campaign: true },
  { story: 'OP-9 without an invoice', twist: wrongResult('OP-9', 'invoiceId', missingField), campaign: true },
];

const outcomes: readonly Broken[] = [
  { story: 'OP-10 PENDING for good', twist: pending('OP-10'), campaign: true },
  { story: 'OP-11 PENDING for good', twist: pending('OP-11'), campaign: true },
  { story: 'OP-10 and OP-11 PENDING for good', twist: combine(pending('OP-10'), pending('OP-11')), campaign: true },
  failing('OP-10', 4040),
  failing('OP-11', 4040),
  {
    story: 'OP-10 and OP-11 answered with 4040',
    twist: combine(
      respondWith(authorizedOn('OP-10'), () => notFound),
      respondWith(authorizedOn('OP-11'), () => notFound),
    ),
    campaign: true,
  },
  failing('OP-10', 4000),
  refused('OP-10', 'answered with 500', serverError),
  refused('OP-11', 'answered with 500', serverError),
  refused('OP-10', 'never answered', hangingAnswer),
  refused('OP-11', 'never answered', hangingAnswer),
  { story: 'OP-10 of another list', twist: wrongResult('OP-10', 'status', 'DONE') },
  { story: 'OP-10 always FAILED', twist: wrongResult('OP-10', 'status', 'FAILED'), campaign: true },
  { story: 'OP-11 always FAILED', twist: wrongResult('OP-11', 'status', 'FAILED') },
];

const people: readonly Broken[] = [
  refused('OP-6', 'answered with 4000', envelopeResponse(4000, 'system.failure'), { campaign: true }),
  refused('OP-6', 'answered with 500', serverError),
  refused('OP-6', 'never answered', hangingAnswer),
  { story: 'OP-6 without sessions', twist: wrongResult('OP-6', 'sessionId', missingField), campaign: true },
  { story: 'OP-6 with no beneficiaries', twist: wrongResult('OP-6', 'beneficiaries', []) },
  {
    story: 'OP-6 with another list each time',
    twist: changeResultField('OP-6', 'beneficiaries', () => [
      {
        accountNumber: `000111${Math.floor(Math.random() * 1e6)}`,
        ifscCode: 'ZZZZ0000001',
        accountHolderName: 'Testcase Other',
        beneficiaryId: String(Math.floor(Math.random() * 1e6)),
        status: 'true',
      },
    ]),
    campaign: true,
  },
  refused('OP-3', 'answered with 500', serverError),
  refused('OP-3', 'answered with 4000', envelopeResponse(4000, 'system.failure')),
  refused('OP-3', 'never answered', hangingAnswer),
  { story: 'OP-3 without a state', twist: wrongResult('OP-3', 'state', missingField), campaign: true },
  { story: 'codes that nobody can read', twist: respondWith(on('PHONE'), () => emptyAnswer(404)) },
  failing('OP-4', 4000),
  failing('OP-4', 4170),
  { story: 'OP-4 with another tag each time', twist: newTagEachTime },
  refused('OP-5', 'answered with 4000', envelopeResponse(4000, 'system.failure')),
  { story: 'OP-5 with a scheme of another kind', twist: wrongResult('OP-5', 'scheme', 'PALM') },
  failing('OP-7', 4160),
  failing('OP-7', 4000),
  failing('OP-13', 4040),
  failing('OP-13', 4000),
  {
    story: 'OP-13 answers and does nothing',
    twist: respondWith(authorizedOn('OP-13'), () => envelopeResponse(2000, 'activate.beneficiary.success')),
  },
  failing('OP-12', 4000),
  failing('OP-8', 4000),
];

const balances: readonly Broken[] = [
  {
    story: 'OP-14 with another balance each time',
    twist: combine(changeResultField('OP-14', 'mainAccount', random), changeResultField('OP-14', 'cashbackAccount', random)),
    campaign: true,
  },
  { story: 'OP-14 with the same balance for ever', twist: changeResultField('OP-14', 'mainAccount', () => 5000), campaign: true },
  failing('OP-14', 4000),
  failing('OP-14', 4160),
  refused('OP-14', 'never answered', hangingAnswer),
  refused('OP-2', 'answered with 500', serverError),
  refused('OP-2', 'never answered', hangingAnswer),
  { story: 'tokens that expire at once', policy: { token: { lifetimeSeconds: 0 } } },
  { story: 'tokens that expire after a second', policy: { token: { lifetimeSeconds: 1 } }, campaign: true },
  { story: 'callbacks that never come', callbackTwist: () => [] },
  failing('OP-16', 4000),
  {
    story: 'successes answered with 4000',
    twist: changeResponse(
      (ask) => ask.operation?.startsWith('OP-') === true,
      (answer) => (succeeded(answer) ? withWrongValue(envelopeResponse(4000, 'system.failure'), '', null) : answer),
    ),
  },
];

/** Wrong in every answer of one operation. */
export const operationsBroken: readonly Broken[] = [...transfers, ...outcomes, ...people, ...balances];
