import { sameId } from '../../core/same-id.ts';
import { notApplicable } from '../../judge/stop.ts';
import type { Session } from '../../session/session.ts';
import type { Beneficiaries } from './beneficiary.ts';

/** A beneficiary of ours that is off and stays so: `false` changes nothing about it. */
export async function useInactive({ use }: Session, { added, listed }: Beneficiaries): Promise<string> {
  const { beneficiaryId: switched } = await use(added);
  const { beneficiaries } = await use(listed);
  const found = beneficiaries.find(({ inactive, ours, beneficiaryId }) => inactive && ours && !sameId(beneficiaryId, switched));
  if (found === undefined) throw notApplicable('OP-6 lists no inactive beneficiary');
  return found.beneficiaryId;
}
