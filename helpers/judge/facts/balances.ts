import type { Big } from 'big.js';
import { member } from '../../core/json.ts';
import { toDecimal } from '../exact-decimal.ts';
import type { AskedFacts, AskedFold } from './asked-calls.ts';
import { readLimits, type LimitsLeft } from './limits.ts';
import { createFactsByKey, type Dated, type JudgedPlaces } from './dated.ts';
import type { NamedCall } from './named-call.ts';
import { toTag } from './people.ts';

/** What OP-14 said of both accounts. */
export interface Accounts {
  readonly main: Big;
  readonly cashback: Big;
}

export interface BalanceFact extends Dated, Accounts {
  /** What OP-14 said is left, by period. */
  readonly limits: LimitsLeft;
}

/** What is known of the balance of a sender when it is shown again. */
export interface BalanceFacts extends AskedFacts {
  /** The earliest first. */
  readonly shown: readonly BalanceFact[];
}

/** Null where an account holds no number, which breaks a clause of its own. A missing cashback account shows no money. */
function readAccounts(result: unknown): Accounts | null {
  const main = toDecimal(member(result, 'mainAccount'));
  const cashback = toDecimal(member(result, 'cashbackAccount') ?? 0);
  return main === null || cashback === null ? null : { main, cashback };
}

/** Null where it shows no balance. */
export function readBalance(result: unknown, said: Dated): BalanceFact | null {
  const accounts = readAccounts(result);
  return accounts === null ? null : { ...said, ...accounts, limits: readLimits(member(result, 'limits')) };
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
      const balance = operation === 'OP-14' ? readBalance(result, said) : null;
      if (balance === null) return;
      senders.add(toTag(values['senderId']));
      shown.add(toTag(values['senderId']), balance);
    },
    senders: (leftAt) => [...senders].filter((senderId) => shown.list(senderId, leftAt).length > 0),
    at(senderId, judged) {
      const facts = asked.at(senderId, judged);
      return { ...facts, shown: shown.list(toTag(senderId), judged.leftAt).filter(facts.isOfSitting) };
    },
  };
}
