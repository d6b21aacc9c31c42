import { lastSegment, payerOf, userInPath } from './requests.ts';
import type { User } from '../state/store.ts';
import type { Answer, Ask, Handler, Twist } from '../http/exchange.ts';
import { field } from '../http/json.ts';
import { on, resultOf, succeeded } from './twists.ts';
import { textOf } from './results.ts';

/** What a sender has been through in this sandbox. */
export interface Past {
  /** OP-13 with `true`, accepted. */
  activations: number;
  /** OP-9, accepted; a correlationId sent again counts once more. */
  transfers: number;
  /** OP-7 of an account that was listed already, accepted. */
  readds: number;
}

const customerOf = ({ bank, agent }: Ask, mobile: string): User | undefined =>
  [...bank.users.values()].find((user) => user.mobile === mobile && user.userType === 'customer' && user.agent === agent);

/** The customer a call is about: by `from`, by tag, by mobile, or by the transfer it asks about. */
export function senderIn(ask: Ask): User | undefined {
  const { bank, agent } = ask;
  const last = lastSegment(ask);
  if (on('OP-9')(ask)) return payerOf(ask);
  if (on('OP-10')(ask)) return bank.transfers.get(`${agent?.id ?? ''} ${last}`)?.sender;
  if (on('OP-11')(ask)) return bank.invoices.get(last)?.sender;
  if (on('OP-1', 'OP-4')(ask)) return customerOf(ask, last);
  return userInPath(ask);
}

/** Everybody's past, kept by a twist that changes nothing. */
export interface Pasts {
  readonly of: (sender: User | undefined) => Past;
}

const nobodys: Past = { activations: 0, transfers: 0, readds: 0 };

function note(past: Past, ask: Ask, answer: Answer, wasListed: boolean): void {
  if (!succeeded(answer)) return;
  if (on('OP-13')(ask) && field(ask.body, 'object') === true) past.activations += 1;
  if (on('OP-9')(ask)) past.transfers += 1;
  if (on('OP-7')(ask) && wasListed) past.readds += 1;
}

/** A twist that knows what each sender has been through before the call. */
export const knowing =
  (twist: (pasts: Pasts) => Twist): Twist =>
  (right) => {
    const known = new WeakMap<User, Past>();
    const pasts: Pasts = { of: (sender) => (sender === undefined ? nobodys : (known.get(sender) ?? nobodys)) };
    const noting: Handler = async (ask) => {
      const sender = senderIn(ask);
      const account = field(ask.body, 'accountNo');
      const wasListed = [...(sender?.beneficiaries.values() ?? [])].some(({ accountNumber }) => accountNumber === account);
      const answer = await right(ask);
      if (sender === undefined) return answer;
      const past = known.get(sender) ?? { ...nobodys };
      note(past, ask, answer, wasListed);
      known.set(sender, past);
      return answer;
    };
    return twist(pasts)(noting);
  };

/** Whether a sender has come so far that the fault shows. */
export type Ripe = (sender: User | undefined, pasts: Pasts) => boolean;

export const hasMpin: Ripe = (sender) => sender?.mpin !== undefined;
export const activatedBefore: Ripe = (sender, pasts) => pasts.of(sender).activations >= 1;
export const activatedTwice: Ripe = (sender, pasts) => pasts.of(sender).activations >= 2;
export const addedAgain: Ripe = (sender, pasts) => pasts.of(sender).readds >= 1;
export const paidTwice: Ripe = (sender, pasts) => pasts.of(sender).transfers >= 2;

/** A twist that begins to work on a sender once it has come so far. */
export const late = (ripe: Ripe, twist: Twist): Twist =>
  knowing((pasts) => (right) => {
    const twisted = twist(right);
    return (ask) => (ripe(senderIn(ask), pasts) ? twisted(ask) : right(ask));
  });

/** Something done to the bank when an operation has succeeded; the answer is as it should be. */
export const behind =
  (operation: string, act: (ask: Ask, sender: User, answer: Answer) => void): Twist =>
  (right) =>
  async (ask) => {
    const answer = await right(ask);
    const sender = on(operation)(ask) && succeeded(answer) ? senderIn(ask) : undefined;
    if (sender !== undefined) act(ask, sender, answer);
    return answer;
  };

/** The customers of the same agent besides this one. */
export const othersThan = ({ bank }: Ask, sender: User): User[] =>
  [...bank.users.values()].filter((user) => user !== sender && user.userType === 'customer' && user.agent === sender.agent);

/** The invoice an answer of OP-9 names. */
export const invoiceIn = (answer: Answer): string => textOf(field(resultOf(answer), 'invoiceId'));
