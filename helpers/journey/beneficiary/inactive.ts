import { sameId } from '../../core/same-id.ts';
import { notApplicable } from '../../judge/stop.ts';
import type { Session } from '../../session/session.ts';
import type { Beneficiaries } from './beneficiary.ts';

type Use = Pick<Session, 'use'>;

async function findInactive({ use }: Use, { added, listed }: Beneficiaries): Promise<string | undefined> {
  const { beneficiaryId: switched } = await use(added);
  const { beneficiaries } = await use(listed);
  return beneficiaries.find(({ inactive, ours, beneficiaryId }) => inactive && ours && !sameId(beneficiaryId, switched))?.beneficiaryId;
}

/** A beneficiary of ours that is off and stays so: `false` changes nothing about it. */
export async function useInactive(session: Use, beneficiaries: Beneficiaries): Promise<string> {
  const found = await findInactive(session, beneficiaries);
  if (found === undefined) throw notApplicable('OP-6 lists no inactive beneficiary');
  return found;
}

/** Where an activation that is refused would show; else one that is active already. No other activation comes after it. */
export async function useToActivate(session: Pick<Session, 'use' | 'after'>, beneficiaries: Beneficiaries): Promise<string> {
  await session.after(beneficiaries.activated);
  return (await findInactive(session, beneficiaries)) ?? (await session.use(beneficiaries.payee)).beneficiaryId;
}
