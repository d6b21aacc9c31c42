import { API_CODES } from '../http/codes.ts';
import { field, isObject, type Json } from '../http/json.ts';
import type { ServiceRequest, ServiceResponse, Twist } from '../http/exchange.ts';
import { httpError, refusalResponse } from '../http/responses.ts';
import { rupee } from '../state/money.ts';
import type { User } from '../state/store.ts';
import { onBankForm } from '../twists/circumstances.ts';
import { afterSuccess, findCustomer } from '../twists/history.ts';
import { bodyText, hasOwnSubAgent, headerText, isWellFormedOn, lastSegment, userInPath, withHeader } from '../twists/requests.ts';
import { asText, withWrongValue } from '../twists/results.ts';
import { changeListedField, envelopeResponse } from '../twists/responses.ts';
import { afterTransfer } from '../twists/transfers.ts';
import {
  apiCode,
  apiResult,
  changeRequest,
  changeResponse,
  combine,
  isBusiness,
  isBusinessPath,
  on,
  respondWith,
  succeeded,
} from '../twists/twists.ts';
import type { Variant } from '../catalog.ts';

/** Shows that a difference of the store has come about. */
const marked = (response: ServiceResponse, name: string): ServiceResponse => ({
  ...response,
  headers: { ...response.headers, [name]: '1' },
});

/** A tenth of a rupee comes back as cashback, a moment after each transfer. */
const lateCashback: Twist = (right) => {
  const rewarded = afterSuccess('OP-9', ({ clock }, sender) => {
    clock.after(150, () => (sender.cashback += 10));
  })(right);
  return async (request) => marked(await rewarded(request), 'x-cashback');
};

const spendCashbackFirst: Twist = combine(
  afterTransfer('paid', (sender, amount) => {
    const part = Math.min(sender.cashback, amount);
    sender.cashback -= part;
    sender.balance += part;
  }),
  changeResponse(on('OP-9'), (response) => marked(response, 'x-cashback-first')),
);

/** Once, in the middle of the run, a new period of the limits begins. */
const rollOver: Twist = (right) => {
  let done = false;
  return afterSuccess('OP-9', (request, sender) => {
    if (done || [...request.store.invoices.values()].filter((one) => one.sender === sender).length < 2) return;
    done = true;
    sender.spent = 0;
  })(async (request) => marked(await right(request), 'x-period'));
};

/** The first look at what was just written finds nothing, or the state before. */
const lateForOneLook = (
  operation: string,
  keyOf: (request: ServiceRequest) => string,
  late: (response: ServiceResponse) => ServiceResponse,
): Twist => {
  return (right) => {
    const seen = new Set<string>();
    return async (request) => {
      const response = await right(request);
      if (!on(operation)(request) || !succeeded(response) || seen.has(keyOf(request))) return response;
      seen.add(keyOf(request));
      return late(response);
    };
  };
};

const notFoundAtFirst = (operation: string): Twist =>
  lateForOneLook(operation, lastSegment, () => envelopeResponse(API_CODES.notFound, 'not.found'));

/** OP-6 shows the beneficiaries of the look before, once after each write. */
const staleList: Twist = (right) => {
  const shown = new Map<User, Json>();
  const late = new Set<User>();
  return async (request) => {
    const response = await right(request);
    const sender = findCustomer(request);
    if (sender === undefined || !succeeded(response)) return response;
    if (on('OP-7', 'OP-13')(request)) late.add(sender);
    if (!on('OP-6')(request)) return response;
    const [before, now] = [shown.get(sender) ?? [], field(apiResult(response), 'beneficiaries') ?? []];
    shown.set(sender, now);
    return late.delete(sender) ? withWrongValue(response, 'beneficiaries', before) : response;
  };
};

/** OP-1 calls a user new for one more look after the tag. */
const lateOldUser: Twist = (right) => {
  const fresh = new Set<string>();
  const keyOf = ({ agent, path }: ServiceRequest): string => [agent?.id, ...path.split('/').slice(-2)].join(' ');
  return async (request) => {
    const response = await right(request);
    if (on('OP-4')(request) && field(apiResult(response), 'remark') === 'Registered now') fresh.add(keyOf(request));
    return on('OP-1')(request) && succeeded(response) && fresh.delete(keyOf(request))
      ? withWrongValue(response, 'isOldUser', 'false')
      : response;
  };
};

/** Who was tagged in this run is old once the eKYC is complete. */
const oldOnceVerified: Twist = (right) => {
  let before: ReadonlySet<string> | undefined;
  return async (request) => {
    before ??= new Set([...request.store.users.values()].map(({ userType, mobile }) => `${userType} ${mobile}`));
    const response = await right(request);
    const [userType = '', mobile = ''] = request.path.split('/').slice(-2);
    const isVerified = [...request.store.onboardings.values()].some(
      (one) => one.completed && one.agent === request.agent && one.userType === userType && one.mobile === mobile,
    );
    const isNew = on('OP-1')(request) && !before.has(`${userType} ${mobile}`) && !isVerified;
    return isNew ? withWrongValue(response, 'isOldUser', 'false') : response;
  };
};

const isTagged = ({ store, agent, body }: ServiceRequest): boolean =>
  [...store.users.values()].some(
    (user) => user.agent === agent && user.userType === field(body, 'userType') && user.mobile === asText(field(body, 'mobile')),
  );

const refuseTagged: Twist = changeResponse(on('OP-16'), (response, request) =>
  succeeded(response) && isTagged(request) ? envelopeResponse(API_CODES.validationFailed, 'user.onboarded.already') : response,
);

const refuseStandingMpin: Twist = (right) => async (request) => {
  const standing = on('OP-12')(request) ? userInPath(request)?.mpin : undefined;
  const response = await right(request);
  return succeeded(response) && standing !== undefined && bodyText(request, 'mpin') === standing
    ? envelopeResponse(API_CODES.validationFailed, 'mpin.unchanged')
    : response;
};

const nameByEkyc: Twist = (right) => async (request) => {
  const response = await right(request);
  const done = on('EKYC-PAGE')(request) ? request.store.onboardings.get(request.query.get('authId') ?? '') : undefined;
  if (done?.completed !== true) return response;
  for (const user of request.store.users.values())
    if (user.mobile === done.mobile && user.userType === done.userType && user.agent === done.agent) user.name = done.name;
  return marked(response, 'x-named');
};

/** The bank takes one completed transfer back, and the money returns. */
const reverseOne: Twist = (right) => {
  const looks = new Map<string, number>();
  let reversed: string | undefined;
  return async (request) => {
    const response = await right(request);
    if (!on('OP-11')(request) || field(apiResult(response), 'status') !== 'COMPLETED') return response;
    const id = lastSegment(request);
    looks.set(id, (looks.get(id) ?? 0) + 1);
    const transfer = request.store.invoices.get(id);
    if (reversed === undefined && (looks.get(id) ?? 0) > 1 && transfer !== undefined) {
      reversed = id;
      transfer.sender.balance += transfer.source === 'wallet' ? transfer.amount : 0;
    }
    return id === reversed ? withWrongValue(response, 'status', 'FAILED') : response;
  };
};

const isTwoSteps = '/swagger-ui.html';

export const hiddenVariants: Variant[] = [
  {
    id: 'no-http-by-kind',
    does: 'Bytes that are no HTTP/1.1 are HTTP 505, 501 or 431.',
    policy: { access: { noHttp: 'by-kind' } },
    campaign: true,
    checks: ['HTTP-NO-5XX~fuzz-bytes-*', 'HTTP-ANSWERED~fuzz-bytes-*', 'HTTP-LISTED'],
  },
  {
    id: 'page-redirects',
    does: '/swagger-ui.html redirects to its page.',
    checks: ['SWAGGER-*'],
    twist: combine(
      changeRequest(
        ({ path }) => path === '/swagger-ui/index.html',
        (request) => ({ ...request, path: isTwoSteps }),
      ),
      (right) => (request) =>
        request.path === isTwoSteps ? Promise.resolve({ status: 302, headers: { location: '/swagger-ui/index.html' } }) : right(request),
    ),
  },
  { id: 'cashback-late', does: 'Cashback is credited a moment after a transfer.', twist: lateCashback },
  {
    id: 'cashback-first',
    does: 'Cashback is spent before the main account.',
    policy: { sender: { openingCashback: 150 } },
    twist: spendCashbackFirst,
  },
  { id: 'period-rolls-over', does: 'A period of the limits ends during the run.', twist: rollOver },
  { id: 'status-lags', does: 'OP-10 finds nothing at the first look.', twist: notFoundAtFirst('OP-10') },
  { id: 'invoice-lags', does: 'OP-11 finds nothing at the first look.', twist: notFoundAtFirst('OP-11') },
  { id: 'list-lags', does: 'OP-6 shows a new or changed beneficiary at the second look.', twist: staleList },
  { id: 'old-user-lags', does: 'OP-1 calls a user old at the second look.', twist: lateOldUser },
  { id: 'old-once-verified', does: 'OP-1 calls a user old once the eKYC is complete.', twist: oldOnceVerified },
  { id: 'ekyc-of-tagged-refused', does: 'OP-16 refuses a user who has a tag.', twist: refuseTagged },
  {
    id: 'holder-in-capitals',
    does: 'Holder names are listed in capitals.',
    twist: changeListedField('accountHolderName', (name) => asText(name).toUpperCase()),
  },
  {
    id: 'bank-not-linked',
    does: 'OP-8 refuses the bank for a sender without a linked account.',
    twist: respondWith(
      (request) =>
        onBankForm(request) && isWellFormedOn('OP-8')(request) && hasOwnSubAgent(request) && userInPath(request)?.agent === request.agent,
      (request) => refusalResponse(request, API_CODES.validationFailed, 'bank.not.linked'),
    ),
  },
  {
    id: 'bare-bearer-400',
    does: 'A bare Bearer is HTTP 400.',
    twist: respondWith(
      (request) => isBusinessPath(request) && /^Bearer\s*$/i.test(headerText(request, 'authorization')),
      (request) => httpError(request, 400),
    ),
  },
  {
    id: 'false-refused-for-inactive',
    does: 'OP-13 refuses false for an inactive beneficiary.',
    policy: { beneficiary: { falseForInactive: 'refused' } },
  },
  { id: 'false-delists', does: 'OP-13 with false takes a beneficiary off the list.', policy: { beneficiary: { switchedOff: 'delisted' } } },
  {
    id: 'false-changes-nothing',
    does: 'OP-13 with false leaves an active beneficiary active.',
    policy: { beneficiary: { switchedOff: 'active' } },
  },
  { id: 'standing-mpin-refused', does: 'OP-12 refuses the MPIN that stands.', twist: refuseStandingMpin },
  {
    id: 'no-consent-is-none',
    does: 'OP-4 reads no consent as NONE.',
    policy: { consent: { tagWithNone: 'always' } },
    twist: changeRequest(
      (request) => on('OP-4')(request) && !('consent' in request.headers),
      (request) => withHeader(request, 'consent', 'NONE'),
    ),
  },
  { id: 'named-by-ekyc', does: 'A completed eKYC sets senderName.', twist: nameByEkyc },
  {
    id: 'code-of-zeros',
    does: 'Every OTP is 000000, and so is an unrelated responseCode.',
    policy: { consent: { fixedCode: '000000' } },
    twist: changeResponse(isBusiness, (response) =>
      isObject(response.json) && apiCode(response) !== undefined
        ? { ...response, json: { ...response.json, responseCode: '000000' } }
        : response,
    ),
  },
  { id: 'bank-reverses', does: 'The bank reverses one completed transfer.', twist: reverseOne },
  {
    id: 'wallet-topped-up-late',
    does: 'A rupee of a fee comes back a moment after a transfer.',
    policy: { transfer: { fee: 2 } },
    twist: afterSuccess('OP-9', ({ clock }, sender) => {
      clock.after(100, () => (sender.balance += rupee));
    }),
  },
];
