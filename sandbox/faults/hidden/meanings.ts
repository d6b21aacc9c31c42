import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { changeDeliveries, withCallbackResult } from '../../twists/callbacks.ts';
import { isAfterEkyc, onlyWhen, onSubAgentForm } from '../../twists/circumstances.ts';
import { newTagEachTime } from '../../twists/identities.ts';
import { asText, wrongResult, type WrongValue } from '../../twists/results.ts';
import { changeRequest, changeResultField, combine, on, apiResult, succeeded, type When } from '../../twists/twists.ts';
import { field, type JsonObject } from '../../http/json.ts';
import type { CallbackTwist } from '../../service/callbacks.ts';
import type { ServiceRequest, Twist } from '../../http/exchange.ts';
import { findMobile } from '../../twists/requests.ts';
import { isOtherAgent } from '../../twists/agents.ts';
import { findCustomer } from '../../twists/history.ts';
import { hasDecimals } from '../../twists/circumstances.ts';
import { faultTable } from '../table.ts';

/** The configured one ends so. */
const isNewSubAgent: When = (request) => onSubAgentForm('OP-1')(request) && !request.path.endsWith('9990000001');

const lastCode = (request: ServiceRequest): string =>
  [...request.store.challenges.values()].findLast(({ mobile }) => mobile === findMobile(request))?.code ?? '';

/** The type of each value is right, and its meaning is wrong. */
const emptyValues = faultTable({ prefix: 'meaning-' }, [
  { breaks: ['OP4-STATUS-TRUE'], does: 'OP-4 registers nobody: its status is false.', twist: wrongResult('OP-4', 'status', false) },
  {
    warns: ['OP4-STATUS-TRUE'],
    does: 'OP-4 registers nobody at first.',
    twist: (right) => {
      const seen = new Set<string>();
      const denying = wrongResult('OP-4', 'status', false)(right);
      return async (request) => {
        const response = await (seen.has(request.path) ? right : denying)(request);
        if (on('OP-4')(request) && succeeded(response)) seen.add(request.path);
        return response;
      };
    },
  },
  {
    breaks: ['OP4-STATUS-TRUE'],
    does: 'OP-4 registers no sub-agent.',
    twist: onlyWhen(onSubAgentForm('OP-4'), wrongResult('OP-4', 'status', false)),
  },
  {
    warns: ['OP1-TAGGED-IS-OLD'],
    does: 'OP-1 calls a sub-agent new whom the run has tagged.',
    twist: onlyWhen(isNewSubAgent, wrongResult('OP-1', 'isOldUser', 'false')),
  },
  { warns: ['OP6-SENDER-NAME-FILLED'], does: 'senderName is empty.', twist: wrongResult('OP-6', 'senderName', '') },
  { warns: ['OP6-SENDER-NAME-FILLED'], does: 'senderName is a blank.', twist: wrongResult('OP-6', 'senderName', ' ') },
  { warns: ['OP11-TRANSACTION-ID-FILLED'], does: 'transactionId is empty.', twist: wrongResult('OP-11', 'transactionId', '') },
  {
    breaks: ['OP11-TRANSACTION-IDS-DIFFER'],
    does: 'transactionId is the same for all.',
    twist: wrongResult('OP-11', 'transactionId', 'SANDBOX0000001'),
  },
  {
    warns: ['OP11-TRANSACTION-IDS-DIFFER'],
    does: 'bankRRN is the same for all.',
    twist: wrongResult('OP-11', 'bankRRN', '417200012345'),
  },
  {
    breaks: ['OP11-TRANSACTION-ID-KEPT'],
    does: 'transactionId is another at each look.',
    twist: changeResultField('OP-11', 'transactionId', () => `SANDBOX${randomInt(1e9)}`),
  },
  {
    warns: ['OP11-TRANSACTION-ID-KEPT'],
    does: 'bankRRN is another at each look.',
    twist: changeResultField('OP-11', 'bankRRN', () => randomInt(1e9)),
  },
  {
    warns: ['OP6-SENDER-NAME-KEPT'],
    does: 'senderName is another once a sender has two beneficiaries.',
    twist: onlyWhen(
      (request) => (findCustomer(request)?.beneficiaries.size ?? 0) > 1,
      wrongResult('OP-6', 'senderName', 'Testcase Stranger'),
    ),
  },
  {
    breaks: ['NO-LEAK'],
    does: 'OP-14 has the last code of its sender among the counters.',
    twist: changeResultField('OP-14', 'counters', (_, request) => ({ lastOtp: Number(lastCode(request)) })),
  },
  {
    breaks: ['NO-LEAK'],
    does: 'OP-14 counts up to the last code of its sender.',
    twist: changeResultField('OP-14', 'counters', (_, request) => ({ newest: Number(lastCode(request)) })),
  },
  { warns: ['OP15-WALLETS-LISTED'], does: 'OP-15 lists no wallet.', twist: wrongResult('OP-15', '', []) },
  {
    warns: ['OP15-WALLETS-LISTED'],
    does: 'OP-15 lists no wallet of the second agent.',
    twist: onlyWhen(isOtherAgent, wrongResult('OP-15', '', [])),
  },
  { warns: ['OP11-BENEFICIARY-NAME-AGREES'], does: 'beneficiaryName is empty.', twist: wrongResult('OP-11', 'beneficiaryName', '') },
]);

const isTaggedOtherwise = ({ path, store, agent }: Parameters<typeof isAfterEkyc>[0]): boolean => {
  const mobile = path.split('/').at(-1);
  return [...store.users.values()].some((user) => user.agent === agent && user.mobile === mobile);
};

const oldUsers = faultTable({ prefix: 'meaning-', warns: ['OP1-UNKNOWN-IS-NEW'] }, [
  { does: 'OP-1 calls everybody an old user.', twist: wrongResult('OP-1', 'isOldUser', 'true') },
  {
    does: 'OP-1 does not look at the user type.',
    twist: onlyWhen(isTaggedOtherwise, wrongResult('OP-1', 'isOldUser', 'true')),
  },
]);

const afterEkyc = (operation: string, place: string, bad: WrongValue): Twist => onlyWhen(isAfterEkyc, wrongResult(operation, place, bad));

const verified = faultTable({ prefix: 'meaning-' }, [
  { breaks: ['OP4-TAG-KEPT'], does: 'OP-4 gives another tag after an eKYC.', twist: onlyWhen(isAfterEkyc, newTagEachTime) },
  {
    breaks: ['OP1-RESULT-IS-OLD-USER'],
    does: 'isOldUser is a real boolean after an eKYC.',
    twist: afterEkyc('OP-1', 'isOldUser', true),
  },
  { breaks: ['OP1-TAGGED-IS-OLD'], does: 'OP-1 calls a user new after an eKYC.', twist: afterEkyc('OP-1', 'isOldUser', 'false') },
  { breaks: ['OP4-RESULT-STATUS'], does: 'The status of OP-4 is text after an eKYC.', twist: afterEkyc('OP-4', 'status', 'true') },
  { breaks: ['OP4-RESULT-REMARK'], does: 'The remark of OP-4 is null after an eKYC.', twist: afterEkyc('OP-4', 'remark', null) },
]);

/** The page of the process still opens. */
const urlWithEmpty = (name: 'payload' | 'session'): Twist =>
  combine(
    changeRequest(on('EKYC-PAGE'), (request) => {
      const known = request.store.onboardings.get(request.query.get('authId') ?? '');
      const query = new URLSearchParams(request.query);
      query.set(name, known?.[name] ?? '');
      return { ...request, query };
    }),
    changeResultField('OP-16', 'url', (value) => {
      const url = new URL(asText(value));
      url.searchParams.set(name, '');
      return url.toString();
    }),
  );

const addresses = faultTable({ prefix: 'meaning-', breaks: ['OP16-URL-PARAMETERS'] }, [
  { does: 'The payload of an eKYC address is empty.', twist: urlWithEmpty('payload') },
  { does: 'The session of an eKYC address is empty.', twist: urlWithEmpty('session') },
]);

/** Completes the process before OP-16 answers, so that the callback is there before anybody could open the address. */
const completeAtOnce: Twist = (right) => async (request) => {
  const response = await right(request);
  if (!on('OP-16')(request) || !succeeded(response)) return response;
  const url = new URL(asText(field(apiResult(response), 'url')));
  await right({
    ...request,
    method: 'GET',
    path: url.pathname,
    query: url.searchParams,
    operation: 'EKYC-PAGE',
    pathOperation: 'EKYC-PAGE',
  });
  await pause(50);
  return response;
};

const withFields = (...changes: JsonObject[]): CallbackTwist =>
  changeDeliveries('both', (right) => changes.map((change) => withCallbackResult(right, (result) => ({ ...result, ...change }))));

const callbacks = faultTable({ prefix: 'meaning-' }, [
  {
    warns: ['CALLBACK-CONSISTENT'],
    does: 'Two callbacks of one process contradict each other.',
    callbackTwist: withFields({}, { onboardingStatus: 'FAILED', userOnboardingStatus: 'FAILED' }),
  },
  {
    warns: ['CALLBACK-CONSISTENT'],
    does: 'A callback says that the onboarding is done, and that of the user is not.',
    callbackTwist: withFields({}, { userOnboardingStatus: 'FAILED' }),
  },
  {
    warns: ['CALLBACK-ONBOARDING-DATE-NEAR'],
    does: 'Callbacks are dated 1970.',
    callbackTwist: withFields({ onboardingDate: '1970-01-01 00:00:00' }),
  },
  {
    warns: ['CALLBACK-ONBOARDING-DATE-NEAR'],
    does: 'Callbacks are dated in ten years.',
    callbackTwist: withFields({ onboardingDate: '2099-12-31 23:59:59' }),
  },
  {
    warns: ['CALLBACK-USER-NAME-AGREES'],
    does: 'Callbacks name another user.',
    callbackTwist: withFields({ userName: 'Testcase Somebody Else' }),
  },
  {
    breaks: ['CALLBACK-REQUEST-AGREES'],
    does: 'Callbacks are about another mobile that we know.',
    callbackTwist: withFields({ mobile: 9_990_000_002 }),
  },
  {
    breaks: ['CALLBACK-TAG-AGREES'],
    does: 'The second callback of a process has another tag.',
    callbackTwist: changeDeliveries('subAgent', (right) => [
      right,
      withCallbackResult(right, (result) => ({ ...result, subAgentId: randomUUID() })),
    ]),
  },
  {
    breaks: ['CALLBACK-AFTER-COMPLETION'],
    does: 'Callbacks come before the process was opened.',
    // Also where the service beneath sends its callbacks late.
    policy: { ekyc: { callbackDelayMs: 0 } },
    twist: completeAtOnce,
  },
]);

const types = faultTable({ prefix: 'meaning-' }, [
  {
    breaks: ['OP11-RESULT-AMOUNT'],
    does: 'An amount with decimals is text.',
    twist: onlyWhen(
      hasDecimals,
      changeResultField('OP-11', 'amount', (value) => asText(value)),
    ),
  },
  {
    breaks: ['OP10-RESULT-INVOICE-ID'],
    does: 'OP-10 answers the invoice of an amount with decimals as text.',
    twist: onlyWhen(
      hasDecimals,
      changeResultField('OP-10', 'invoiceId', (value) => asText(value)),
    ),
  },
  {
    breaks: ['OP14-RESULT-MAIN-ACCOUNT'],
    does: 'A balance with decimals is text.',
    twist: changeResultField('OP-14', 'mainAccount', (value) => (Number.isInteger(value) ? (value ?? null) : asText(value))),
  },
  {
    breaks: ['OP11-RESULT-IS-DELAYED'],
    does: 'isDelayed of a failed transfer is null.',
    twist: onlyWhen(
      ({ store, path, operation }) =>
        operation === 'OP-11' && !['paid', undefined].includes(store.invoices.get(path.split('/').at(-1) ?? '')?.outcome),
      wrongResult('OP-11', 'isDelayed', null),
    ),
  },
]);

export const meaningFaults = [...emptyValues, ...oldUsers, ...verified, ...addresses, ...callbacks, ...types];
