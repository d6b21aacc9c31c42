import { documentedCall } from '../../../specs/documented-call.ts';
import { requestTransfer } from '../../../specs/operations.ts';
import { Big } from 'big.js';
import { sameId } from '../../core/ids.ts';
import { usableTextAt } from '../../judge/fields.ts';
import { notApplicable, untried } from '../../judge/stop.ts';
import type { Session, Step } from '../../session/session.ts';
import { isRefusedCall, sendRefusedCall, type RefusedCallResult } from '../calls/refused-call.ts';
import { newChallenge } from '../consent/challenge.ts';
import { buildConsent } from '../consent/consent.ts';
import { consentHeader } from '../../consent/consent-header.ts';
import type { CustomerJourney } from '../customer/customer-journey.ts';
import { markSpent, readDetail, readDetailToPayWith, type Sender } from '../sender/sender.ts';
import { skipWhereCodesAreTyped } from '../setup/people.ts';
import type { Dependencies } from '../setup/dependencies.ts';
import type { Listed } from '../setup/detail.ts';
import type { AccountBalances } from '../transfer/balance.ts';
import { buildTransferPayload, readTransferScheme } from '../transfer/transfer.ts';
import { createCircumstance } from '../setup/circumstance.ts';
import type { SwitchedOff } from './several-beneficiaries.ts';

interface Payment {
  /** Decimal text. */
  readonly amount: string;
  readonly payee: Pick<Listed, 'beneficiaryId'>;
  readonly source: string;
}

/** OP-9 as documented, for a transfer that the service should refuse. Call it in the sender's turn. */
export async function sendForbiddenTransfer(
  deps: Dependencies,
  session: Session,
  sender: Sender,
  { amount, payee, source }: Payment,
): Promise<RefusedCallResult> {
  const scheme = usableTextAt(await readTransferScheme(session, sender, source), 'result.scheme', session.doubt);
  const detail = await readDetailToPayWith(deps, session, sender);
  const challenge = scheme === 'NONE' ? null : await newChallenge(deps, session, sender.person);
  const consent = challenge === null ? consentHeader.none : buildConsent(deps, sender.person, challenge.code, challenge.state);
  const payload = buildTransferPayload(deps, sender, { amount, payee });
  markSpent(deps, sender);
  const sessionId = detail.fundtransferSessionId(session);
  const call = documentedCall(requestTransfer, 'path', { ...sender, ...payload, sessionId, consent });
  return sendRefusedCall({ deps, sender }, session, requestTransfer, call);
}

function requireInactive({ served, list, beneficiaryId }: SwitchedOff): Listed {
  if (!served) throw notApplicable('OP-13 refuses false for a beneficiary that is active');
  const listed = list.beneficiaries.find((each) => sameId(each.beneficiaryId, beneficiaryId));
  if (listed?.inactive === true) return listed;
  throw notApplicable('OP-13 with false leaves the beneficiary active or takes it off the list');
}

/** The list may have shown late that it was activated (reading 17). */
async function mustStillBeInactive(deps: Dependencies, session: Session, sender: Sender, { beneficiaryId }: Listed): Promise<void> {
  const { beneficiaries } = await readDetail(deps, session, sender);
  if (beneficiaries.find((each) => sameId(each.beneficiaryId, beneficiaryId))?.active === true)
    throw notApplicable('OP-6 shows a moment later that the beneficiary is active');
}

interface SwitchedOffParts {
  readonly journey: CustomerJourney;
  readonly switchedOff: Step<SwitchedOff>;
  readonly funds: Step<AccountBalances>;
}

/** OP-9 to a beneficiary that was active and that OP-6 lists as inactive. A refusal for want of money would prove nothing. */
export function createSwitchedOffPaid(deps: Dependencies, { journey, switchedOff, funds }: SwitchedOffParts): Step<RefusedCallResult> {
  const { amount } = deps.people;
  return createCircumstance(deps, 'a transfer to a beneficiary switched off', async (session) => {
    skipWhereCodesAreTyped(deps.people);
    const { mainAccount } = await session.use(funds);
    if (new Big(amount).gt(mainAccount))
      throw untried(`the sender of this transfer holds less than ${amount}: fund it, or lower DMT_TRANSFER_AMOUNT`, 'test-data');
    const payee = requireInactive(await session.use(switchedOff));
    const [sender, source] = [await session.use(journey.sender), await session.use(journey.source)];
    return deps.inTurn(sender.person, async () => {
      const result = await sendForbiddenTransfer(deps, session, sender, { amount, payee, source });
      if (!isRefusedCall(result)) await mustStillBeInactive(deps, session, sender, payee);
      return result;
    });
  });
}
