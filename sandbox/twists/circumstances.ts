import type { Twist, ServiceRequest } from '../http/exchange.ts';
import type { Transfer, User } from '../state/store.ts';
import type { Paise } from '../state/money.ts';
import { findCustomer } from './history.ts';
import { findPayer, findSentChallenge, hasOwnSubAgent, isWellFormed, readRawText, requestedAmount } from './requests.ts';
import { bodyText, requestedSession, sentOtp } from './requests.ts';
import { on, onPath, type When } from './twists.ts';

/** Applies a fault to the requests of one form or one circumstance only. */
export const onlyWhen =
  (when: When, twist: Twist): Twist =>
  (right) => {
    const twisted = twist(right);
    return (request) => (when(request) ? twisted : right)(request);
  };

export const allOf =
  (...conditions: When[]): When =>
  (request) =>
    conditions.every((holds) => holds(request));

export const not =
  (condition: When): When =>
  (request) =>
    !condition(request);

/** Applies a fault from the nth matching request of a key on. */
export const fromNth =
  (nth: number, when: When, keyOf: (request: ServiceRequest) => string, twist: Twist): Twist =>
  (right) => {
    const twisted = twist(right);
    const seen = new Map<string, number>();
    return (request) => {
      if (!when(request)) return right(request);
      const count = (seen.get(keyOf(request)) ?? 0) + 1;
      seen.set(keyOf(request), count);
      return (count >= nth ? twisted : right)(request);
    };
  };

/** The count is of all requests to this sandbox. */
export const afterCalls =
  (count: number): When =>
  ({ number }) =>
    number > count;

/** Broken JSON has no fields, so the raw text of OP-16 decides. */
const namesSubAgent: When = (request) =>
  onPath('OP-16')(request) ? readRawText(request).includes('"subAgent"') : request.path.split('/').at(-2) === 'subAgent';

export const onSubAgentForm = (...operations: string[]): When => allOf(onPath(...operations), namesSubAgent);

/** OP-9 with `sessionId` in the query. */
export const onQueryForm: When = ({ path }) => path.endsWith('/fundTransfer/request');

/** OP-8 for `bank`. */
export const onBankForm: When = (request) => onPath('OP-8')(request) && request.query.get('paymentSource') === 'bank';

/** OP-13 with `false`, broken or not. */
export const onFalseForm: When = (request) => onPath('OP-13')(request) && /:\s*fals/.test(readRawText(request));

/** The transfer that OP-10 or OP-11 is asked about. */
export const askedTransfer = ({ store, agent, operation, path }: ServiceRequest): Transfer | undefined => {
  const id = path.split('/').at(-1) ?? '';
  return operation === 'OP-10' ? store.transfers.get(`${agent?.id ?? ''} ${id}`) : store.invoices.get(id);
};

const amountOf = (request: ServiceRequest): Paise =>
  on('OP-9')(request) ? requestedAmount(request) : (askedTransfer(request)?.amount ?? 0);

export const hasDecimals: When = (request) => amountOf(request) % 100 !== 0;
export const isBelowOne: When = (request) => amountOf(request) > 0 && amountOf(request) < 100;
export const hasFourDigits: When = (request) => amountOf(request) >= 100_000;

/** Another sender than the one who paid first. */
export const isAnotherSender: When = (request) => {
  const [first] = request.store.invoices.values();
  const sender = findCustomer(request);
  return first !== undefined && sender !== undefined && first.sender !== sender;
};

/** This sender has another transfer that is older. */
export const isSecondTransfer: When = (request) => {
  const asked = askedTransfer(request);
  return (
    asked !== undefined &&
    [...request.store.invoices.values()].some(({ sender, invoiceId }) => sender === asked.sender && invoiceId < asked.invoiceId)
  );
};

/** A beneficiary that is not the sender's first. */
export const toLaterBeneficiary: When = (request) =>
  on('OP-9')(request) && Number(bodyText(request, 'to')) !== [...(findPayer(request)?.beneficiaries.keys() ?? [])][0];

export const toThirdBeneficiary: When = (request) =>
  on('OP-9')(request) && [...(findPayer(request)?.beneficiaries.keys() ?? [])].indexOf(Number(bodyText(request, 'to'))) === 2;

export const isAfterEkyc: When = ({ path, store, agent }) => {
  const [userType, mobile] = path.split('/').slice(-2);
  return [...store.onboardings.values()].some(
    (one) => one.completed && one.agent === agent && one.userType === userType && one.mobile === mobile,
  );
};

/** The customer of the call has completed an eKYC. */
export const isOnboarded: When = (request) => {
  const mobile = findCustomer(request)?.mobile;
  return [...request.store.onboardings.values()].some((one) => one.completed && one.userType === 'customer' && one.mobile === mobile);
};

/** Changes a customer at the moment the eKYC is completed. */
export const onEkyc =
  (change: (customer: User) => void): Twist =>
  (right) =>
  async (request) => {
    const asked = on('EKYC-PAGE')(request) ? request.store.onboardings.get(request.query.get('authId') ?? '') : undefined;
    const response = await right(request);
    const { users } = request.store;
    for (const user of users.values())
      if (asked?.completed === true && user.userType === 'customer' && user.mobile === asked.mobile && user.agent === asked.agent)
        change(user);
    return response;
  };

const hasRightCode: When = (request) => findSentChallenge(request)?.code === sentOtp(request)?.otp;

/** A transfer that an honest service accepts, whatever its amount. */
export const isDocumentedTransfer: When = (request) => {
  const payer = on('OP-9')(request) && isWellFormed(request) && hasOwnSubAgent(request) ? findPayer(request) : undefined;
  return (
    payer !== undefined &&
    request.store.sessions.get(requestedSession(request))?.sender === payer &&
    payer.beneficiaries.get(Number(bodyText(request, 'to')))?.active === true &&
    hasRightCode(request)
  );
};

export const looksAt = (operation: string): When => allOf(on(operation), isWellFormed, hasOwnSubAgent);
