import { documentedCall } from '../../../specs/documented-call.ts';
import { apiCodes } from '../../../specs/codes.ts';
import { activateBeneficiary, addBeneficiary } from '../../../specs/operations.ts';
import { usableTextAt } from '../../judge/fields.ts';
import { sameId } from '../../core/ids.ts';
import { isServed, type Reply } from '../../judge/reply.ts';
import { findNotServedStop, isListedRefusal } from '../../judge/served.ts';
import { blocked, isViolationOf } from '../../judge/stop.ts';
import type { Session } from '../../session/session.ts';
import { withConsent } from '../consent/consent.ts';
import type { Dependencies } from '../setup/dependencies.ts';
import { completeEkyc, isKycCompleted, isKycRequired } from '../sender/kyc.ts';
import { findNewestDetail, markOutdated, readDetail, type Sender } from '../sender/sender.ts';
import type { Detail } from '../setup/detail.ts';
import { readUntilShown } from './lists.ts';

export interface Added {
  readonly accountNo: string;
  readonly ifscCode: string;
  readonly name: string;
  readonly beneficiaryId: string;
  readonly reply: Reply;
}

/** A service may pay it only a while later (reading 1). */
function noteNewPayee({ memory }: Dependencies, { senderId }: Sender, beneficiaryId: string): void {
  const { newPayees } = memory.acceptance;
  const known = newPayees.find((one) => one.senderId === senderId && sameId(one.beneficiaryId, beneficiaryId));
  if (known === undefined) newPayees.push({ senderId, beneficiaryId, changedAt: Date.now() });
  else known.changedAt = Date.now();
}

/** An account that this sender lacks, and that fewer senders of this run have than the given one. Null where there is none. */
function findLessShared({ people, memory }: Dependencies, { senderId }: Sender, accountNo: string): string | null {
  const sendersOf = (account: string): ReadonlySet<string> =>
    new Set(memory.addedBeneficiaries.filter((added) => added.accountNo === account).map((added) => added.senderId));
  const shared = sendersOf(accountNo).size;
  const free = people.accounts.configured.filter((account) => account !== accountNo && !sendersOf(account).has(senderId));
  return free.findLast((account) => sendersOf(account).size < shared) ?? null;
}

/** How many senders may have one account is open (reading 1). Where others have it, a refusal accuses once an account that fewer have is refused too. */
export async function addAccount(deps: Dependencies, session: Session, sender: Sender, accountNo: string): Promise<Added> {
  try {
    return await sendAccount(deps, session, sender, accountNo);
  } catch (error) {
    const other = isRefusedWithCode(error) ? findLessShared(deps, sender, accountNo) : null;
    if (other === null) throw await explainRefusedAccount(deps, session, sender, error);
    return addAccount(deps, session, sender, other);
  }
}

const isRefusedWithCode = (error: unknown): boolean => isViolationOf(error, 'OP7-SERVED') && error.why.deviation.startsWith('code-');

/** A service that calls a KYC required and not completed says itself why it refuses the sender (reading 1). */
export async function explainRefusedAccount(deps: Dependencies, session: Session, sender: Sender, error: unknown): Promise<unknown> {
  if (!isViolationOf(error, 'OP7-SERVED') || error.why.deviation !== `code-${apiCodes.validationFailed}`) return error;
  const detail = findNewestDetail(deps, sender) ?? (await readDetail(deps, session, sender).catch(() => null));
  if (detail === null || isKycCompleted(detail.reply) || !isKycRequired(detail.reply)) return error;
  return blocked('kyc-required', `OP-7 received ${error.why.received}; ${completeEkyc}`, 'test-data');
}

async function sendAccount(deps: Dependencies, session: Session, sender: Sender, accountNo: string): Promise<Added> {
  const { ifscCode, name } = deps.people.beneficiary;
  const payload = { accountNo, ifscCode, name };
  markOutdated(deps, sender);
  const reply = await withConsent(deps, session, sender.person, sender.scheme, addBeneficiary, (consent) =>
    session.send(addBeneficiary, documentedCall(addBeneficiary, 'only', { ...sender, ...payload, consent })),
  );
  const beneficiaryId = usableTextAt(reply, 'result.beneficiaryId', session.doubt);
  deps.memory.addedBeneficiaries.push({ senderId: sender.senderId, beneficiaryId, accountNo });
  noteNewPayee(deps, sender, beneficiaryId);
  return { ...payload, beneficiaryId, reply };
}

/** OP-13 as documented. The caller checks that it was served. */
export async function sendActivation(deps: Dependencies, session: Session, sender: Sender, id: string, object: boolean): Promise<Reply> {
  markOutdated(deps, sender);
  const reply = await session.send(activateBeneficiary, documentedCall(activateBeneficiary, object ? 'true' : 'false', { ...sender, id }));
  if (object && isServed(reply)) noteNewPayee(deps, sender, id);
  return reply;
}

/**
 * OP-13 with `true`. It may be refused for one that is active already (reading 1), and what is switched off can be activated. If neither is
 * served, the list shows whether OP-7 has added anything.
 */
export async function activate(deps: Dependencies, session: Session, sender: Sender, id: string): Promise<Reply> {
  const reply = await sendActivation(deps, session, sender, id, true);
  if (!isListedRefusal(reply)) return reply;
  const off = await sendActivation(deps, session, sender, id, false);
  if (findNotServedStop(off) === null) return sendActivation(deps, session, sender, id, true);
  const isListed = ({ beneficiaries }: Detail): boolean => beneficiaries.some((each) => sameId(each.beneficiaryId, id));
  if (!isListed(await readUntilShown(deps, session, sender, isListed))) session.doubt('OP7-LISTED-AS-SENT');
  return reply;
}
