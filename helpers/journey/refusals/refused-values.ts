import Big from 'big.js';
import { valueAt } from '../../judge/fields.ts';
import { notApplicable } from '../../judge/stop.ts';
import { listAccounts, countTakenAccounts } from '../beneficiary/beneficiary.ts';
import type { RefusalContext } from '../calls/refused-call.ts';
import type { Dependencies } from '../setup/dependencies.ts';
import { skipWhereCodesAreTyped } from '../setup/people.ts';

/** The first listed beneficiary of ours that is not active yet. */
export function chooseInactive({ deps, opening, before }: RefusalContext): string {
  const found = opening.beneficiaries.find(({ inactive, ours }) => inactive && ours);
  if (found !== undefined) return found.beneficiaryId;
  // If there was an account for it, the service activated it at once.
  deps.people.accounts.take(listAccounts(before), countTakenAccounts(before, true));
  throw notApplicable('OP-6 lists no inactive beneficiary');
}

export function calculateAboveLimit({ deps, opening }: RefusalContext): string {
  skipWhereCodesAreTyped(deps.people);
  const limits = valueAt(opening.reply, 'result.limitLeft');
  const left: unknown[] = typeof limits === 'object' && limits !== null ? Object.values(limits) : [];
  const numbers = left.filter((each): each is number => typeof each === 'number' && Number.isFinite(each));
  if (numbers.length === 0) throw notApplicable('the sender has no limits');
  return new Big(Math.max(...numbers)).plus(deps.people.amount).toFixed();
}

/** The smallest amount that this service is known to take; else the usual one. */
export const leastAmount = ({ memory, people }: Dependencies): number => Number(memory.leastPaid ?? people.amount);
