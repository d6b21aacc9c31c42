import { sameId } from '../../core/same-id.ts';
import { otherSender, type Participant, type Sequence, type Who } from './model.ts';
import type { Entry } from './view.ts';

/** A sender's list may hold beneficiaries of others: the suite pays and activates only its own accounts. */
export const listOwnEntries = ({ deps, snapshot }: Pick<Sequence, 'deps' | 'snapshot'>, who: Who): readonly Entry[] =>
  snapshot.senders[who].entries.filter(({ account, ifsc }) => deps.people.accounts.isOurs(account, ifsc));

/** The newest active beneficiary of ours. */
export const findPayee = (sequence: Pick<Sequence, 'deps' | 'snapshot'>, who: Who = 0): Entry | undefined =>
  listOwnEntries(sequence, who).findLast(({ active }) => active);

/** Of both senders: an account that both had would not show whose list it is. */
export const listAllAccounts = ({ snapshot }: Pick<Sequence, 'snapshot'>): readonly string[] =>
  snapshot.senders.flatMap(({ entries }) => entries.map(({ account }) => account));

/** Beneficiaries of the other sender, without ids that this sender has too: each sender may have its own numbering. */
export function listForeign(sequence: Sequence, actor: Participant): Entry[] {
  const own = sequence.snapshot.senders[actor.who].entries;
  return listOwnEntries(sequence, otherSender(actor.who)).filter(({ id }) => !own.some((each) => sameId(each.id, id)));
}
