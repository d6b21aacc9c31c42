import { requestTransfer } from '../../../specs/operations.ts';
import { Big } from 'big.js';
import { sameId } from '../../core/ids.ts';
import { schemeAt } from '../../judge/fields.ts';
import { notApplicable } from '../../judge/stop.ts';
import { step, type Session, type Step } from '../../session/session.ts';
import { assumeListed } from '../beneficiary/beneficiary.ts';
import { isRefusedCall, sendRefusedCall, type RefusedCallResult } from '../calls/send-refused-call.ts';
import type { CustomerJourney } from '../customer/customer-journey.ts';
import { markSpent, readDetail, readDetailToPayWith, type Sender } from '../sender/sender.ts';
import { skipWhereCodesAreTyped } from '../setup/people.ts';
import type { Dependencies } from '../setup/dependencies.ts';
import type { Listed } from '../setup/detail.ts';
import { requireFunds } from '../transfer/require-funds.ts';
import { createTransferFlow } from '../transfer/transfer-flow.ts';
import type { TransferFlow } from '../transfer/transfer-plan.ts';
import { prepareTransfer, type TransferRequest } from '../transfer/transfer-call.ts';
import { createCircumstance } from '../setup/circumstance.ts';
import type { SeveralBeneficiaries, SwitchedOff } from './several-beneficiaries.ts';

/** OP-9 as documented, for a transfer that the service should refuse. Call it in the sender's turn. */
export async function sendForbiddenTransfer(
  deps: Dependencies,
  session: Session,
  request: Omit<TransferRequest, 'detail'>,
): Promise<RefusedCallResult> {
  const { sender } = request;
  const detail = await readDetailToPayWith(deps, session, sender);
  const { call } = await prepareTransfer(deps, session, { ...request, detail });
  markSpent(deps, sender);
  return sendRefusedCall({ deps, sender }, session, requestTransfer, call);
}

function requireInactive({ served, list, beneficiaryId }: SwitchedOff): Listed {
  if (!served) throw notApplicable('OP-13 refuses false for a beneficiary that is active');
  const listed = list.beneficiaries.find((each) => sameId(each.beneficiaryId, beneficiaryId));
  if (listed?.status === 'false') return listed;
  throw notApplicable('OP-13 with false leaves the beneficiary active or takes it off the list');
}

/** The list may have shown late that it was activated (reading 17). */
async function mustStillBeInactive(deps: Dependencies, session: Session, sender: Sender, { beneficiaryId }: Listed): Promise<void> {
  const { beneficiaries } = await readDetail(deps, session, sender);
  if (beneficiaries.find((each) => sameId(each.beneficiaryId, beneficiaryId))?.status === 'true')
    throw notApplicable('OP-6 shows a moment later that the beneficiary is active');
}

interface SwitchedOffParts {
  readonly journey: CustomerJourney;
  readonly beneficiaries: () => SeveralBeneficiaries;
}

export interface ThirdBeneficiary {
  /** A transfer to the third beneficiary while it is active. */
  readonly toThird: TransferFlow;
  /** Its end, before that beneficiary is switched off. */
  readonly thirdPaid: Step<unknown>;
  /** OP-9 to a beneficiary that was paid and that OP-6 lists as inactive. */
  readonly switchedOffPaid: Step<RefusedCallResult>;
}

/** A refusal for want of money would prove nothing. */
export function createThirdBeneficiary(deps: Dependencies, { journey, beneficiaries }: SwitchedOffParts): ThirdBeneficiary {
  const { amount } = deps.people;
  const twice = new Big(amount).times(2).toFixed();
  const mustHoldTwice = requireFunds(twice, 'the sender of this transfer');
  const tried = createCircumstance(deps, 'a beneficiary that is switched off later', () => {
    skipWhereCodesAreTyped(deps.people);
    return Promise.resolve();
  });
  const transfer = createTransferFlow(deps, {
    name: 'a transfer to a beneficiary that is switched off later',
    who: journey.sender,
    payee: step('a beneficiary to pay and to switch off', async (session) =>
      assumeListed((await session.use(beneficiaries().activated)).second),
    ),
    source: journey.source,
    amount: (before) => {
      mustHoldTwice(before);
      return amount;
    },
    compared: true,
    sessions: 'at-hand',
    follows: [],
  });
  const refused = step('a transfer to a beneficiary switched off', async (session) => {
    await session.use(tried);
    mustHoldTwice(await session.use(transfer.before));
    const payee = requireInactive(await session.use(beneficiaries().switchedOff));
    const sender = await session.use(journey.sender);
    const scheme = schemeAt(await session.use(transfer.scheme), session.doubt);
    return deps.inTurn(sender.person, async () => {
      const result = await sendForbiddenTransfer(deps, session, { sender, scheme, order: { amount, payee } });
      if (!isRefusedCall(result)) await mustStillBeInactive(deps, session, sender, payee);
      return result;
    });
  });
  const whole = step('a beneficiary paid before it is switched off', async (session) => {
    await session.use(tried);
    await session.use(transfer.status);
  });
  return {
    toThird: transfer,
    thirdPaid: { ...whole, isRequested: () => refused.isRequested() || whole.isRequested() },
    switchedOffPaid: refused,
  };
}
