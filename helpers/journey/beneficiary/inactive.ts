import { sameId } from '../../core/ids.ts';
import { notApplicable } from '../../judge/stop.ts';
import type { Session } from '../../session/session.ts';
import type { Beneficiaries } from './beneficiary.ts';
import { isWaiting } from './lists.ts';

type Use = Pick<Session, 'use'>;

async function findInactive({ use }: Use, { added, listed }: Beneficiaries): Promise<string | undefined> {
  const { beneficiaryId: switched } = await use(added);
  const { beneficiaries } = await use(listed);
  return beneficiaries.find((each) => isWaiting(each) && !sameId(each.beneficiaryId, switched))?.beneficiaryId;
}

/** A beneficiary of ours that is off and stays so: `false` changes nothing about it. */
export async function useInactive(session: Use, beneficiaries: Beneficiaries): Promise<string> {
  const found = await findInactive(session, beneficiaries);
  if (found === undefined) throw notApplicable('OP-6 lists no inactive beneficiary');
  return found;
}

/**
 * The beneficiary that a refused activation should name: an inactive one, since only there an effect shows; else an active one. The
 * customer's own activation comes first.
 */
export async function useToActivate(session: Pick<Session, 'use' | 'after'>, beneficiaries: Beneficiaries): Promise<string> {
  await session.after(beneficiaries.activated);
  return (await findInactive(session, beneficiaries)) ?? (await session.use(beneficiaries.payee)).beneficiaryId;
}
