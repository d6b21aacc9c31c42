import { type Session, step, type Step } from '../../session/session.ts';
import { untried } from '../../judge/stop.ts';
import { schemeAt } from '../../judge/fields.ts';
import { isTransferRefusal, mustServe } from '../../judge/served.ts';
import { assumeListed, listAccounts } from '../beneficiary/beneficiary.ts';
import { activate, addAccount, sendActivation } from '../beneficiary/changes.ts';
import { isListedActive, readUntilShown } from '../beneficiary/lists.ts';
import type { RefusedCallResult } from '../calls/send-refused-call.ts';
import type { CustomerJourney } from '../customer/customer-journey.ts';
import { findNewestDetail, type Sender } from '../sender/sender.ts';
import { describeFewSpares, skipWhereCodesAreTyped } from '../setup/people.ts';
import type { Dependencies } from '../setup/dependencies.ts';
import type { Detail, Listed } from '../setup/detail.ts';
import type { TransferFlow } from '../transfer/transfer-plan.ts';
import { askAbout } from '../transfer/made-transfers.ts';
import { createCircumstance } from '../setup/circumstance.ts';
import { createPayerFlow, ofPayer, useWhole } from './payer.ts';
import { sendUnconsentedTransfer, type WithoutCode } from './unconsented.ts';

/** Which of the accounts that are not listed. */
const lateAccount = 4;

export interface SeveralTransfers {
  /** The second beneficiary of whoever pays. */
  readonly payee: Step<Listed>;
  readonly secondTransfer: Step<unknown>;
  /** OP-9 with `NONE`, and without a consent, after them. */
  readonly unconsentedAgain: WithoutCode;
  /** To the second beneficiary. */
  readonly toAnother: TransferFlow;
  readonly anotherSender: Step<unknown>;
  /** OP-13 with `false` for the second beneficiary, where whoever pays is a newcomer: its invoices stay what they are. */
  readonly payeeSwitchedOff: Step<unknown>;
}

/** A second beneficiary, after the transfer to the first: its activation may change the first. */
function createSecondPayee(deps: Dependencies, payer: Step<CustomerJourney>): Step<Listed> {
  return step('a second beneficiary to pay', async (session) => {
    const { sender, beneficiaries, usualTransfer } = await session.use(payer);
    const who = await session.use(sender);
    const { detail } = await session.use(beneficiaries.payee);
    await session.after(usualTransfer.requested);
    return deps.inTurn(who.person, async () => {
      const listed = listAccounts(findNewestDetail(deps, who) ?? detail);
      const { accounts } = deps.people;
      // A late one, because refused calls of the same sender take the next accounts.
      const account = accounts.take(listed, Math.max(1, Math.min(accounts.left(listed), lateAccount)));
      const { beneficiaryId } = await addAccount(deps, session, who, account);
      mustServe(await activate(deps, session, who, beneficiaryId));
      // What shows late may be paid late.
      if (deps.memory.listLags)
        await readUntilShown(deps, session, who, ({ beneficiaries: shown }) => isListedActive(shown, beneficiaryId));
      return assumeListed(beneficiaryId);
    });
  });
}

/** OP-10 and OP-11 of all transfers of one sender, one after another, when all have ended. */
async function askAgain(deps: Dependencies, session: Session, senderId: string): Promise<void> {
  for (const made of deps.memory.madeTransfers) if (made.senderId === senderId) await askAbout(deps, session, made);
}

/** An OP-13 that did nothing explains a refused transfer, and the list shows it (reading 21). */
async function doubtActivation(deps: Dependencies, session: Session, sender: Sender, { beneficiaryId }: Listed): Promise<void> {
  const isActive = ({ beneficiaries }: Detail): boolean => isListedActive(beneficiaries, beneficiaryId);
  const shown = await deps.inTurn(sender.person, () => readUntilShown(deps, session, sender, isActive));
  if (!isActive(shown)) session.doubt('OP13-ACTIVATES');
}

interface SeveralSteps {
  readonly who: Step<Sender>;
  readonly first: Step<unknown>;
  readonly second: TransferFlow;
  readonly payee: Step<Listed>;
}

const createSeveral = (deps: Dependencies, { who, first, second, payee }: SeveralSteps): Step<void> =>
  step('several transfers of one sender', async (session) => {
    await session.use(first);
    const sender = await session.use(who);
    const done = await session.after(second.requested);
    if (!done.ok && isTransferRefusal(done.error)) await doubtActivation(deps, session, sender, await session.use(payee));
    await session.use(second.invoice);
    await askAgain(deps, session, sender.senderId);
  });

interface SeveralTransfersPlan {
  readonly payer: Step<CustomerJourney>;
  readonly customer: CustomerJourney;
  /** The balance of a sender that would pay before the customer. Where it could not be read, that is why the customer pays. */
  readonly othersFunds: Step<unknown>;
  /** Amounts with decimals, of a sender that may be another one. */
  readonly decimalsDebited: Step<unknown>;
}

export function createSeveralTransfers(
  deps: Dependencies,
  { payer, customer, othersFunds, decimalsDebited }: SeveralTransfersPlan,
): SeveralTransfers {
  const { amount } = deps.people;
  const payee = createSecondPayee(deps, payer);
  const first = ofPayer(payer, 'the usual transfer', ({ usualTransfer }) => usualTransfer.requested);
  const second = createPayerFlow(deps, payer, {
    name: 'a second usual transfer',
    amount,
    payee,
    compared: true,
    sessions: 'same',
    follows: [first],
  });
  const who = ofPayer(payer, 'the sender', ({ sender }) => sender);
  const several = createSeveral(deps, { who, first, second, payee });
  const secondTransfer = createCircumstance(deps, several.name, async (session) => {
    skipWhereCodesAreTyped(deps.people);
    await session.use(several);
  });
  const unconsentedAgain = (how: keyof WithoutCode, name: string): Step<RefusedCallResult> =>
    createCircumstance(deps, name, async (session) => {
      await session.use(secondTransfer);
      const order = { sender: await session.use(who), amount, payee: await session.use(payee) };
      const scheme = schemeAt(await session.use(second.scheme), session.doubt);
      return deps.inTurn(order.sender.person, () => sendUnconsentedTransfer(deps, session, { ...order, scheme }, how));
    });
  const switchedOff = step('the second beneficiary to pay, switched off', async (session) => {
    if ((await session.use(payer)) === customer) return;
    const { beneficiaryId } = await session.use(payee);
    const sender = await session.use(who);
    await deps.inTurn(sender.person, () => sendActivation(deps, session, sender, beneficiaryId, false));
  });
  return {
    payee,
    payeeSwitchedOff: { ...switchedOff, isRequested: payee.isRequested },
    toAnother: second,
    secondTransfer,
    unconsentedAgain: {
      none: unconsentedAgain('none', 'a transfer with NONE after several transfers'),
      missing: unconsentedAgain('missing', 'a transfer without a consent after several transfers'),
    },
    anotherSender: createCircumstance(deps, 'transfers of another sender', async (session) => {
      skipWhereCodesAreTyped(deps.people);
      if ((await session.use(payer)) === customer) {
        await session.use(othersFunds);
        throw untried(
          describeFewSpares(deps.people, 'no sender but the configured customer has funds'),
          deps.people.spares.length === 0 ? 'configuration' : 'test-data',
        );
      }
      await useWhole(session, (await session.use(payer)).usualTransfer);
      await session.use(several);
      await session.use(decimalsDebited);
    }),
  };
}
