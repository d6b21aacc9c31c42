import { sameId } from '../../core/ids.ts';
import { isActive, type Beneficiary } from '../../judge/facts/beneficiaries.ts';
import { otherSender, type Participant, type Sequence, type Who } from './model.ts';

type ListedEntries = Pick<Sequence, 'deps' | 'snapshot' | 'leftAside'>;

/** A sender's list may hold beneficiaries of others: the suite pays and activates only its own accounts. */
const listOurs = ({ deps, snapshot }: ListedEntries, who: Who): readonly Beneficiary[] =>
  snapshot.senders[who].entries.filter(({ account, ifsc }) => deps.people.accounts.isOurs(account, ifsc));

/** Those that the sequence works with. */
export const listOwnEntries = (sequence: ListedEntries, who: Who): readonly Beneficiary[] =>
  listOurs(sequence, who).filter(({ id }) => !sequence.leftAside[who].has(id));

/** The nth sequence does the same, however many sequences its senders have seen: it begins without what they left. */
export function leaveAside(sequence: ListedEntries): void {
  for (const who of [0, 1] as const) for (const { id } of listOurs(sequence, who)) sequence.leftAside[who].add(id);
}

/** Spares the accounts: what a start needs may have been left by another sequence. */
export function takeUp(sequence: ListedEntries, who: Who, active: boolean): void {
  const newest = listOurs(sequence, who).findLast((each) => isActive(each) === active);
  if (newest !== undefined) sequence.leftAside[who].delete(newest.id);
}

/** The newest active beneficiary of ours. */
export const findPayee = (sequence: ListedEntries, who: Who = 0): Beneficiary | undefined =>
  listOwnEntries(sequence, who).findLast(isActive);

/** Of both senders: an account that both had would not show whose list it is. */
export const listAllAccounts = ({ snapshot }: Pick<Sequence, 'snapshot'>): readonly string[] =>
  snapshot.senders.flatMap(({ entries }) => entries.map(({ account }) => account));

/** Beneficiaries of the other sender, without ids that this sender has too: each sender may have its own numbering. */
export function listForeign(sequence: Sequence, actor: Participant): Beneficiary[] {
  const own = sequence.snapshot.senders[actor.who].entries;
  return listOwnEntries(sequence, otherSender(actor.who)).filter(({ id }) => !own.some((each) => sameId(each.id, id)));
}
