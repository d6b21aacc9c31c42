import { API_CODES } from '../http/codes.ts';
import { findPayer, readRawText } from '../twists/requests.ts';
import type { Variant } from '../catalog.ts';
import type { ServiceResponse, ServiceRequest, Twist } from '../http/exchange.ts';
import { field } from '../http/json.ts';
import {
  burst,
  isBusiness,
  everyNth,
  firstTimes,
  gatewayPage,
  respondWith,
  on,
  onWire,
  apiResult,
  succeeded,
  type When,
  changeSuccess,
} from '../twists/twists.ts';
import { envelopeResponse } from '../twists/responses.ts';

/** Never the same call twice in a row: a call that fails five times running is the service's own failure. */
const failEveryNth =
  (nth: number, status: number): Twist =>
  (right) => {
    const failed = new Set<string>();
    let seen = 0;
    return (request) => {
      const call = `${request.method} ${request.path}`;
      if (!isBusiness(request) || failed.delete(call)) return right(request);
      seen += 1;
      if (seen % nth !== 0) return right(request);
      failed.add(call);
      return Promise.resolve(gatewayPage(status));
    };
  };

const failsAtMalformed: Twist = (right) => {
  const seen = new Map<string, number>();
  return (request) => {
    if (!isBusiness(request) || !request.malformed || request.agent === undefined) return right(request);
    const operation = request.operation ?? '';
    const times = (seen.get(operation) ?? 0) + 1;
    seen.set(operation, times);
    return times > 2 ? right(request) : Promise.resolve(envelopeResponse(API_CODES.systemFailure, 'system.failure'));
  };
};

/** Refuses every transfer, and books none of them. */
const refuseAllTransfers: Twist = (right) => async (request) => {
  const payer = on('OP-9')(request) ? findPayer(request) : undefined;
  const had = { ...payer };
  const response = await right(request);
  if (payer === undefined || !succeeded(response)) return response;
  const { balance = 0, held = 0, spent = 0 } = had;
  Object.assign(payer, { balance, held, spent });
  return envelopeResponse(API_CODES.notAuthorized, 'not.allowed');
};

const everyRequest = (): boolean => true;

/** With a valid token, so that the outage does not begin with a request that is refused anyway. */
const isWithToken =
  (operation: string) =>
  (request: ServiceRequest): boolean =>
    on(operation)(request) && request.agent !== undefined;

/** An outage of the whole service. It begins with a matching call and ends after twenty requests: what it hits depends on all checks. */
const outageAfter = (begins: When, response: () => ServiceResponse): Pick<Variant, 'twist' | 'ends' | 'cause' | 'everywhere'> => ({
  ends: 'blocked',
  everywhere: true,
  cause: { name: 'environment', owner: 'environment' },
  twist: burst(1, begins, 20, respondWith(everyRequest, response)),
});

const retryLater = (status: number, retryAfter: () => string): ServiceResponse => ({
  ...gatewayPage(status),
  headers: { 'content-type': 'text/html', 'retry-after': retryAfter() },
});

const aSecondFromNow = (): string => new Date(Date.now() + 1000).toUTCString();

const askFirstAgain: Twist = (right) => {
  const seen = new Set<string>();
  return (request) => {
    const like = `${request.headers.authorization ?? ''} ${readRawText(request)}`;
    if (!on('TOKEN')(request) || seen.has(like)) return right(request);
    seen.add(like);
    return Promise.resolve(retryLater(429, () => '0'));
  };
};

const unreachable: ServiceResponse = { status: 200, headers: {}, wire: { kind: 'reset' } };

/** Someone restores an older state of the service, so everything that this run created is gone. */
const resetData: Twist = (right) => {
  let done = false;
  return async (request) => {
    const response = await right(request);
    if (done) return { ...response, headers: { ...response.headers, 'x-restored': 'artificial-backup' } };
    if (!on('OP-11')(request) || field(apiResult(response), 'status') !== 'COMPLETED') return response;
    done = true;
    const { users, challenges, sessions, transfers, invoices, onboardings } = request.store;
    for (const forgotten of [users, challenges, sessions, transfers, invoices, onboardings]) forgotten.clear();
    return response;
  };
};

/** Trouble of the environment, which is never the service's fault. */
export const troubleVariants: Variant[] = [
  { id: 'gateway-502-at-times', does: 'A gateway in between fails now and then.', ends: 'blocked', twist: failEveryNth(9, 502) },
  { id: 'too-many-requests', does: 'A gateway in between slows us down.', twist: failEveryNth(7, 429) },
  {
    id: 'token-requests-limited',
    does: 'The first token request of each kind gets HTTP 429, and is to come again at once.',
    twist: askFirstAgain,
  },
  {
    id: 'resets-at-times',
    does: 'Now and then a connection breaks before the request got through.',
    ends: 'blocked',
    twist: everyNth(
      9,
      isBusiness,
      respondWith(isBusiness, () => ({ status: 200, headers: {}, wire: { kind: 'reset' } })),
    ),
  },
  {
    id: 'outage-then-fine',
    does: 'Everything breaks off for twenty calls, from the first OP-7 on.',
    ...outageAfter(isWithToken('OP-7'), () => unreachable),
  },
  {
    id: 'busy-then-fine',
    does: 'A gateway answers twenty calls with 503 and asks us to come back in a second.',
    ...outageAfter(isWithToken('OP-7'), () => retryLater(503, () => '1')),
  },
  {
    id: 'slowed-down-till-a-date',
    does: 'A gateway answers twenty calls with 429 and tells the moment to come back.',
    everywhere: true,
    twist: burst(
      1,
      isWithToken('OP-7'),
      20,
      respondWith(everyRequest, () => retryLater(429, aSecondFromNow)),
    ),
  },
  {
    id: 'reset-in-between',
    does: 'The data of the service is reset while it is looked at.',
    ends: 'blocked',
    cause: { name: 'data-reset', owner: 'environment' },
    twist: resetData,
  },
  {
    id: 'transfer-cut-each-time',
    does: 'OP-9 is cut each time, which may be the environment.',
    ends: 'blocked',
    twist: onWire(on('OP-9'), { kind: 'truncate', bytes: 10 }),
  },
  {
    id: 'ekyc-page-at-first-out-of-order',
    does: 'A gateway answers the first three calls of eKYC addresses.',
    twist: firstTimes(
      3,
      on('EKYC-PAGE'),
      respondWith(everyRequest, () => gatewayPage(502)),
    ),
  },
  {
    id: 'ekyc-out-of-order',
    does: 'OP-16 is refused with 4000, a system failure.',
    ends: 'blocked',
    twist: changeSuccess(on('OP-16'), () => envelopeResponse(API_CODES.systemFailure, 'system.failure')),
  },
  {
    id: 'broken-json-meets-a-failure',
    does: 'The first two malformed calls of each operation are refused with 4000, a system failure.',
    twist: failsAtMalformed,
  },
  { id: 'no-funds', does: 'OP-9 is refused with 4001: funds or limits.', ends: 'blocked', twist: refuseAllTransfers },
];
