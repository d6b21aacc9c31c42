import type { Sequence, Who } from './model.ts';
import type { Entry } from './view.ts';

/** What a sender lists may have come about elsewhere: only beneficiaries of our accounts are paid or activated. */
export const listOwnEntries = ({ deps, snapshot }: Pick<Sequence, 'deps' | 'snapshot'>, who: Who): readonly Entry[] =>
  snapshot.senders[who].entries.filter(({ account, ifsc }) => deps.people.accounts.isOurs(account, ifsc));

/** The newest active beneficiary of ours. */
export const findPayee = (sequence: Pick<Sequence, 'deps' | 'snapshot'>, who: Who = 0): Entry | undefined =>
  listOwnEntries(sequence, who).findLast(({ active }) => active);

/** Of either sender, so that no two of them have one account: whose a list is would not show by it. */
export const listAllAccounts = ({ snapshot }: Pick<Sequence, 'snapshot'>): readonly string[] =>
  snapshot.senders.flatMap(({ entries }) => entries.map(({ account }) => account));
