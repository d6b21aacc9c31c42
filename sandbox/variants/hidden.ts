import { API_CODES } from '../http/codes.ts';
import { field, isObject } from '../http/json.ts';
import type { ServiceRequest, Twist } from '../http/exchange.ts';
import { httpError, refusalResponse } from '../http/responses.ts';
import { onBankForm } from '../twists/circumstances.ts';
import { hasOwnSubAgent, headerText, isWellFormedOn, userInPath, withHeader } from '../twists/requests.ts';
import { asText } from '../twists/results.ts';
import { changeListedField, envelopeResponse } from '../twists/responses.ts';
import {
  apiCode,
  changeRequest,
  changeResponse,
  combine,
  isBusiness,
  isBusinessPath,
  on,
  respondWith,
  succeeded,
} from '../twists/twists.ts';
import {
  forbiddenAtFirst,
  lateOldUser,
  listOfCopy,
  oldOnceVerified,
  oldUserOfCopy,
  refusedAtFirst,
  staleLimits,
  staleList,
} from '../twists/lags.ts';
import {
  holdRefusedAmount,
  lateCashback,
  lateFee,
  lateLimitFee,
  lateRefund,
  marked,
  reverseOne,
  revokedCashback,
  rollOver,
  rollOverAtOnce,
  spendCashbackFirst,
} from '../twists/wallets.ts';
import type { Variant } from '../catalog.ts';

const isTagged = ({ store, agent, body }: ServiceRequest): boolean =>
  [...store.users.values()].some(
    (user) => user.agent === agent && user.userType === field(body, 'userType') && user.mobile === asText(field(body, 'mobile')),
  );

const refuseTagged: Twist = changeResponse(on('OP-16'), (response, request) =>
  succeeded(response) && isTagged(request) ? envelopeResponse(API_CODES.validationFailed, 'user.onboarded.already') : response,
);

const nameByEkyc: Twist = (right) => async (request) => {
  const response = await right(request);
  const done = on('EKYC-PAGE')(request) ? request.store.onboardings.get(request.query.get('authId') ?? '') : undefined;
  if (done?.completed !== true) return response;
  for (const user of request.store.users.values())
    if (user.mobile === done.mobile && user.userType === done.userType && user.agent === done.agent) user.name = done.name;
  return marked(response, 'x-named');
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
  { id: 'refused-amount-held', does: 'The limit of a refused transfer is held for two looks.', twist: holdRefusedAmount },
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
  { id: 'cashback-revoked', does: 'Cashback is taken back a moment after a transfer.', twist: revokedCashback },
  { id: 'cashback-late', does: 'Cashback is credited a moment after a transfer.', twist: lateCashback },
  {
    id: 'cashback-first',
    does: 'Cashback is spent before the main account.',
    policy: { sender: { openingCashback: 150 } },
    twist: spendCashbackFirst,
  },
  { id: 'period-rolls-over', does: 'A period of the limits ends during the run.', twist: rollOver },
  { id: 'period-ends-at-first', does: 'A period of the limits ends with the first transfer.', twist: rollOverAtOnce },
  { id: 'status-lags', does: 'OP-10 finds nothing at the first look.', twist: refusedAtFirst('OP-10') },
  { id: 'invoice-lags', does: 'OP-11 finds nothing at the first look.', twist: refusedAtFirst('OP-11') },
  { id: 'status-forbidden-first', does: 'OP-10 answers HTTP 403 at the first look.', twist: forbiddenAtFirst('OP-10') },
  { id: 'invoice-forbidden-first', does: 'OP-11 answers HTTP 403 at the first look.', twist: forbiddenAtFirst('OP-11') },
  { id: 'scheme-lags', does: 'OP-5 finds nothing at the first look.', twist: refusedAtFirst('OP-5') },
  { id: 'list-lags', does: 'OP-6 shows a new or changed beneficiary at the second look.', twist: staleList },
  { id: 'list-of-another-copy', does: 'OP-6 shows the list before the last change again, at the second look.', twist: listOfCopy },
  { id: 'limits-lag', does: 'OP-6 shows what a transfer used up of a limit at the second look.', twist: staleLimits },
  {
    id: 'limits-late-by-a-fee',
    does: 'A fee of each transfer uses up a part of the limits two looks later.',
    everywhere: true,
    twist: lateLimitFee,
  },
  { id: 'old-user-lags', does: 'OP-1 calls a user old at the second look.', twist: lateOldUser },
  { id: 'old-user-of-another-copy', does: 'OP-1 calls a user new again at the second look.', twist: oldUserOfCopy },
  { id: 'old-once-verified', does: 'OP-1 calls a user old once the eKYC is complete.', twist: oldOnceVerified() },
  { id: 'old-once-verified-lags', does: 'OP-1 calls a user old at the third look after the eKYC.', twist: oldOnceVerified(2) },
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
  {
    id: 'active-not-activated-again',
    does: 'OP-13 refuses to activate a beneficiary that is active.',
    policy: { beneficiary: { trueForActive: 'refused' } },
  },
  { id: 'false-delists', does: 'OP-13 with false takes a beneficiary off the list.', policy: { beneficiary: { switchedOff: 'delisted' } } },
  {
    id: 'false-delists-inactive',
    does: 'OP-13 with false takes a beneficiary off the list, active or not.',
    policy: { beneficiary: { switchedOff: 'delisted', falseForInactive: 'delisted' } },
  },
  {
    id: 'false-changes-nothing',
    does: 'OP-13 with false leaves an active beneficiary active.',
    policy: { beneficiary: { switchedOff: 'active' } },
  },
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
    twist: lateRefund,
  },
  { id: 'fee-late', does: 'A fee of a rupee is taken five seconds after a transfer.', twist: lateFee },
];
