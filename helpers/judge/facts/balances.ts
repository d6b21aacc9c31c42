import type { Big } from 'big.js';
import { member } from '../../core/json.ts';
import { toDecimal } from '../exact-decimal.ts';
import type { AskedFacts, AskedFold } from './asked-calls.ts';
import { createFactsByKey, type Dated, type JudgedPlaces } from './dated.ts';
import type { NamedCall } from './named-call.ts';
import { toTag } from './people.ts';

/** What OP-14 said of both accounts. */
export interface Accounts {
  readonly main: Big;
  readonly cashback: Big;
}

export type BalanceFact = Dated & Accounts;

/** What is known of the balance of a sender when it is shown again. */
export interface BalanceFacts extends AskedFacts {
  /** The earliest first. */
  readonly shown: readonly BalanceFact[];
}

/** Null where an account holds no number, which breaks a clause of its own. A missing cashback account shows no money. */
export function readAccounts(result: unknown): Accounts | null {
  const main = toDecimal(member(result, 'mainAccount'));
  const cashback = toDecimal(member(result, 'cashbackAccount') ?? 0);
  return main === null || cashback === null ? null : { main, cashback };
}

export interface BalanceFold {
  readonly answer: (call: NamedCall, result: unknown, said: Dated) => void;
  readonly at: (senderId: string, judged: JudgedPlaces) => BalanceFacts;
  /** The senders whose balance was shown by then. */
  readonly senders: (leftAt: number) => readonly string[];
}

export function createBalanceFold(asked: AskedFold): BalanceFold {
  const shown = createFactsByKey<BalanceFact>();
  const senders = new Set<string>();
  return {
    answer({ operation, values }, result, said) {
      const accounts = operation === 'OP-14' ? readAccounts(result) : null;
      if (accounts === null) return;
      senders.add(toTag(values['senderId']));
      shown.add(toTag(values['senderId']), { ...said, ...accounts });
    },
    senders: (leftAt) => [...senders].filter((senderId) => shown.list(senderId, leftAt).length > 0),
    at(senderId, judged) {
      const facts = asked.at(senderId, judged);
      return { ...facts, shown: shown.list(toTag(senderId), judged.leftAt).filter(facts.isOfSitting) };
    },
  };
}
