import { payerOf } from '../twists/requests.ts';
import type { Variant } from '../catalog.ts';
import type { Answer, Ask, Twist } from '../http/exchange.ts';
import { field } from '../http/json.ts';
import {
  answering,
  burst,
  business,
  everyNth,
  gatewayPage,
  instead,
  on,
  overTheWire,
  resultOf,
  succeeded,
  type When,
} from '../twists/twists.ts';
import { envelopeOf } from '../twists/responses.ts';

const sometimes = (nth: number, status: number): Pick<Variant, 'twist' | 'ends'> => ({
  ends: 'blocked',
  twist: everyNth(
    nth,
    business,
    instead(business, () => gatewayPage(status)),
  ),
});

/** Nothing is booked of what is refused. */
const refusingAll: Twist = (right) => async (ask) => {
  const payer = on('OP-9')(ask) ? payerOf(ask) : undefined;
  const had = { ...payer };
  const answer = await right(ask);
  if (payer === undefined || !succeeded(answer)) return answer;
  const { balance = 0, held = 0, spent = 0 } = had;
  Object.assign(payer, { balance, held, spent });
  return envelopeOf(4001, 'not.allowed');
};

const always = (): boolean => true;

/** With a token, so that nothing is refused at the door. */
const withToken =
  (operation: string) =>
  (ask: Ask): boolean =>
    on(operation)(ask) && ask.agent !== undefined;

/** An outage of everything that begins with one call, and is over after so many. */
const outage = (begins: When, answer: () => Answer): Pick<Variant, 'twist' | 'ends' | 'cause'> => ({
  ends: 'blocked',
  cause: { name: 'environment', owner: 'environment' },
  twist: burst(1, begins, 20, instead(always, answer)),
});

const comeBack = (status: number, retryAfter: () => string): Answer => ({
  ...gatewayPage(status),
  headers: { 'content-type': 'text/html', 'retry-after': retryAfter() },
});

const unreachable: Answer = { status: 200, headers: {}, wire: { kind: 'reset' } };

/** Somebody restores an older state of the service: what this run brought about is gone. */
const resetting: Twist = (right) => {
  let done = false;
  return async (ask) => {
    const answer = await right(ask);
    if (done) return { ...answer, headers: { ...answer.headers, 'x-restored': 'artificial-backup' } };
    if (!on('OP-11')(ask) || field(resultOf(answer), 'status') !== 'COMPLETED') return answer;
    done = true;
    const { users, challenges, sessions, transfers, invoices, onboardings } = ask.bank;
    for (const forgotten of [users, challenges, sessions, transfers, invoices, onboardings]) forgotten.clear();
    return answer;
  };
};

/** Somebody else spends from the customer's wallet all the time. */
const spending: Twist = (right) => async (ask) => {
  if (!on('OP-14')(ask)) return right(ask);
  for (const user of ask.bank.users.values()) if (user.userType === 'customer') user.balance -= 100;
  const answer = await right(ask);
  return { ...answer, headers: { ...answer.headers, 'x-other-terminals': '1' } };
};

/** Troubles of the environment: nothing here is the service's fault. */
export const troubleVariants: Variant[] = [
  { id: 'gateway-502-at-times', does: 'A gateway in between fails now and then.', ...sometimes(9, 502) },
  { id: 'too-many-requests', does: 'A gateway in between slows us down.', ...sometimes(7, 429) },
  {
    id: 'resets-at-times',
    does: 'Now and then a connection breaks before the request got through.',
    ends: 'blocked',
    twist: everyNth(
      9,
      business,
      instead(business, () => ({ status: 200, headers: {}, wire: { kind: 'reset' } })),
    ),
  },
  {
    id: 'outage-then-fine',
    does: 'Everything breaks off for twenty calls, from the first OP-7 on.',
    ...outage(withToken('OP-7'), () => unreachable),
  },
  {
    id: 'busy-then-fine',
    does: 'A gateway answers twenty calls with 503 and asks us to come back in a second.',
    ...outage(withToken('OP-7'), () => comeBack(503, () => '1')),
  },
  {
    id: 'slowed-down-till-a-date',
    does: 'A gateway answers twenty calls with 429 and tells the moment to come back.',
    ...outage(withToken('OP-7'), () => comeBack(429, () => new Date(Date.now() + 1000).toUTCString())),
  },
  {
    id: 'reset-in-between',
    does: 'The data of the service is reset while it is looked at.',
    ends: 'blocked',
    cause: { name: 'data-reset', owner: 'environment' },
    twist: resetting,
  },
  {
    id: 'used-elsewhere',
    does: 'Somebody else spends from the same wallets all the time.',
    ends: 'blocked',
    cause: { name: 'sender-in-use', owner: 'environment' },
    twist: spending,
  },
  {
    id: 'transfer-cut-each-time',
    does: 'OP-9 is cut each time, which may be the environment.',
    ends: 'blocked',
    twist: overTheWire(on('OP-9'), { kind: 'truncate', bytes: 10 }),
  },
  {
    id: 'ekyc-out-of-order',
    does: 'OP-16 is refused with 4000, a system failure.',
    ends: 'blocked',
    twist: answering(on('OP-16'), (answer) => (succeeded(answer) ? envelopeOf(4000, 'system.failure') : answer)),
  },
  { id: 'no-funds', does: 'OP-9 is refused with 4001: funds or limits.', ends: 'blocked', twist: refusingAll },
];
