import Big from 'big.js';
import { requestTransfer } from '../../../specs/operations.ts';
import { unknownValues } from '../../core/unknown-values.ts';
import { sameId } from '../../core/ids.ts';
import { valueAt } from '../../judge/fields.ts';
import { notApplicable } from '../../judge/stop.ts';
import type { Session, Step } from '../../session/session.ts';
import { countTakenAccounts, listAccounts } from '../beneficiary/beneficiary.ts';
import type { Payee } from '../beneficiary/beneficiary.ts';
import type { Added } from '../beneficiary/changes.ts';
import { withFields } from '../calls/edit-call.ts';
import type { RefusalContext } from '../calls/refusal-context.ts';
import type { Sender } from '../sender/sender.ts';
import type { Dependencies } from '../setup/dependencies.ts';
import { isWaiting } from '../beneficiary/lists.ts';
import type { Detail } from '../setup/detail.ts';
import { skipWhereCodesAreTyped } from '../setup/people.ts';
import type { ForeignBalance } from './foreign-balance.ts';
import type { RefusedCall } from './refused-call.ts';

/** Ids of another sender. */
export interface Foreign {
  readonly sender: Step<Sender>;
  readonly balance: ForeignBalance;
  readonly added: Step<Added>;
  readonly payee: Step<Payee>;
  readonly detail: Step<Detail>;
}

/** The last listed beneficiary of ours that is not active: an earlier one may be about to be activated again. */
export function chooseInactive({ deps, openingDetail, listedBefore }: RefusalContext): string {
  const found = openingDetail.beneficiaries.findLast(isWaiting);
  if (found !== undefined) return found.beneficiaryId;
  // If there was an account for it, the service activated it at once.
  deps.people.accounts.take(listAccounts(listedBefore), countTakenAccounts(listedBefore));
  throw notApplicable('OP-6 lists no inactive beneficiary');
}

function calculateAboveLimit({ deps, openingDetail }: RefusalContext): string {
  skipWhereCodesAreTyped(deps.people);
  const limits = valueAt(openingDetail.reply, 'result.limitLeft');
  const left: unknown[] = typeof limits === 'object' && limits !== null ? Object.values(limits) : [];
  const numbers = left.filter((each): each is number => typeof each === 'number' && Number.isFinite(each));
  if (numbers.length === 0) throw notApplicable('the sender has no limits');
  return new Big(Math.max(...numbers)).plus(deps.people.amount).toFixed();
}

/** The smallest amount that this service is known to take; else the usual one. */
export const leastAmount = ({ memory, people }: Dependencies): number => Number(memory.leastPaid ?? people.amount);

/** The largest amount that this service is known to take, where DMT_MAX_SPEND leaves as much; else the usual one. */
export const mostAmount = ({ memory, people, affords }: Dependencies): number =>
  Number(memory.mostPaid !== null && affords(new Big(memory.mostPaid)) ? memory.mostPaid : people.amount);

const buildTransferCall = (
  way: string,
  fields: (context: RefusalContext, session: Session) => Readonly<Record<string, unknown>> | Promise<Readonly<Record<string, unknown>>>,
): RefusedCall => ({
  way,
  operation: requestTransfer,
  consent: 'new-code',
  makeWrong: async (call, context, session) => withFields(call, await fields(context, session)),
});

/** An amount that no other transfer has. A service may refuse one that was just paid to that beneficiary, and reads no code then. */
export const newAmount = (deps: Dependencies): number => {
  const twice = new Big(deps.people.amount).times(2);
  return deps.affords(twice) ? twice.toNumber() : leastAmount(deps);
};

export const inactiveCall = buildTransferCall('inactive-beneficiary', (context) => ({ to: chooseInactive(context) }));

/** What is forbidden for the usual amount is forbidden for the smallest one that this service is known to take. */
export const smallInactiveCall = buildTransferCall('inactive-beneficiary', (context) => ({
  to: chooseInactive(context),
  amount: leastAmount(context.deps),
}));

/** Calls that the service refuses for their values. It may read the consent first and use it up, so each call has a new one. */
export const listValueCalls = ({ added, payee: theirs, sender, balance }: Foreign): readonly RefusedCall[] => [
  // If the beneficiary exists after all, it gets the smallest amount this service is known to take.
  buildTransferCall('unknown-beneficiary', ({ deps }) => ({
    to: unknownValues.number,
    amount: leastAmount(deps),
  })),
  {
    ...buildTransferCall('foreign-beneficiary', async ({ openingDetail }, session) => {
      const { beneficiaryId: to } = await session.use(added);
      if (openingDetail.beneficiaries.some(({ beneficiaryId }) => sameId(beneficiaryId, to)))
        throw notApplicable('the sender has a beneficiary of that id');
      return { to };
    }),
    comesAfter: [added],
  },
  // No clause forbids it for certain.
  buildTransferCall('negative-amount', ({ deps }) => {
    skipWhereCodesAreTyped(deps.people);
    return { amount: -Number(deps.people.amount) };
  }),
  // OP-6 and OP-7 with an unknown sender need no code of their own.
  buildTransferCall('unknown-sender', ({ deps }) => {
    skipWhereCodesAreTyped(deps.people);
    return { from: unknownValues.uuid };
  }),
  // Only `from` names another sender: the session, the consent and the beneficiary belong to the sender that calls.
  {
    ...buildTransferCall('foreign-sender', async (_, session) => ({ from: (await session.use(sender)).senderId })),
    comesAfter: [sender, balance.before],
  },
  // A service may look for the beneficiary among those of the sender that `from` names.
  {
    ...buildTransferCall('foreign-payer', async ({ deps }, session) => {
      skipWhereCodesAreTyped(deps.people);
      const { senderId: from } = await session.use(sender);
      return { from, to: (await session.use(theirs)).beneficiaryId };
    }),
    comesAfter: [theirs, balance.before],
  },
  { ...buildTransferCall('above-limit', (context) => ({ amount: Number(calculateAboveLimit(context)) })), isDocumented: true },
];
