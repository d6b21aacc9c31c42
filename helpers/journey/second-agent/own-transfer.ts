import type { ClauseId } from '../../../specs/clauses.ts';
import { blocked, isBlockedBy, isViolationOf, notApplicable, untried } from '../../judge/stop.ts';
import { schemeAt } from '../../judge/fields.ts';
import { isServed, type Reply } from '../../judge/reply.ts';
import { poll } from '../../session/poll.ts';
import { type Session, step, type Step } from '../../session/session.ts';
import { isListedActive, readUntilShown } from '../beneficiary/lists.ts';
import type { CustomerJourney } from '../customer/customer-journey.ts';
import { readDetailToPayWith, type Sender } from '../sender/sender.ts';
import { createCircumstance } from '../setup/circumstance.ts';
import type { Dependencies } from '../setup/dependencies.ts';
import { partIfDone } from '../setup/part-step.ts';
import type { Detail } from '../setup/detail.ts';
import { skipWhereCodesAreTyped } from '../setup/people.ts';
import { hasFallen, readBalances, type AccountBalances } from '../transfer/balance.ts';
import { createBalanceReader, type BalanceReader } from '../transfer/balance-reader.ts';
import { isPaidOut, pollInvoice, pollStatus } from '../transfer/polled-status.ts';
import type { BalancesAfter, TransferFlow } from '../transfer/transfer-plan.ts';
import { requireFunds } from '../transfer/require-funds.ts';
import { readTransferScheme, sendUnnotedTransfer } from '../transfer/transfer.ts';
import { asOtherAgent, blameOtherAgent } from './as-other-agent.ts';
import type { OwnSender } from './own-sender.ts';

/** A transfer that the second agent makes for its own sender. Rules judge what its answers say. */
export type OwnTransfer = Pick<TransferFlow, 'before' | 'scheme' | 'requested' | 'status' | 'invoice' | 'after'>;

interface OwnTransferParts {
  readonly own: OwnSender;
  /** Of the first agent, which is served each call before. */
  readonly customer: CustomerJourney;
  /** What compares the balance of that sender, or pays with its session. */
  readonly follows: () => readonly Step<unknown>[];
}

/** A second agent may have limits of its own, or no money (reading 1). That blocks no clause of the service. */
function orUntriedForFunds(error: unknown): never {
  if (!isBlockedBy(error, 'funds-or-limits')) throw error;
  throw untried(`the second agent's sender may not pay: ${error.why.reason}`, 'test-data');
}

/** What the second agent was refused before is accused once. */
async function useBefore<T>(session: Session, needed: Step<T>): Promise<T> {
  try {
    return await session.use(needed);
  } catch (error) {
    if (!isViolationOf(error, 'AUTH-OTHER-AGENT-SERVED')) throw error;
    throw blocked('AUTH-OTHER-AGENT-SERVED', `${needed.name} was refused`, 'service');
  }
}

/** Calls under the first agent's sub-agent may have switched it off since. */
async function findWhatSwitchedOff(session: Session, own: OwnSender, isActive: (detail: Detail) => boolean): Promise<ClauseId> {
  if (!isActive(await session.use(own.detail))) return 'OP13-ACTIVATES';
  return isServed(await session.use(own.activation)) ? 'AUTH-OTHER-AGENT' : 'REFUSAL-NOTHING-CHANGED';
}

/**
 * Sessions of a list that shows the payee as active: what is not active is not paid, which says nothing of transfers. The list at hand may be
 * older than the activation.
 */
async function readWhereActive(deps: Dependencies, session: Session, sender: Sender, own: OwnSender): Promise<Detail> {
  const { beneficiaryId } = await session.use(own.payee);
  const isActive = ({ beneficiaries }: Detail): boolean => isListedActive(beneficiaries, beneficiaryId);
  const held = await readDetailToPayWith(deps, session, sender);
  const detail = isActive(held) ? held : await readUntilShown(deps, session, sender, isActive);
  if (isActive(detail)) return detail;
  throw blocked(
    await findWhatSwitchedOff(session, own, isActive),
    "the beneficiary of the second agent's sender is not listed as active",
    'service',
  );
}

async function readUntil(
  { waits }: Dependencies,
  session: Session,
  { read, detail, costly }: BalanceReader,
  isEnough: (is: AccountBalances) => boolean,
): Promise<BalancesAfter> {
  const deadline = waits.upTo('debit');
  const hasCome = (reading: Reply): boolean => isEnough(readBalances(reading));
  const balances = await poll(() => read(session), hasCome, deadline, { costly });
  return { detail: detail(), balances, waitedWhole: deadline.isWhole() };
}

export function createOwnTransfer(deps: Dependencies, { own, customer, follows }: OwnTransferParts): OwnTransfer {
  const who = own.sender;
  const part = <T>(name: string, ask: (session: Session, sender: Sender) => Promise<T>): Step<T> =>
    step(`${name} of a transfer of the second agent`, async (session) => {
      const sender = await session.use(who);
      return blameOtherAgent(() => ask(asOtherAgent(session), sender));
    });
  const reader = part('the sessions', async (session, sender): Promise<BalanceReader> =>
    createBalanceReader(deps, sender, await readWhereActive(deps, session, sender, own)),
  );
  const before = part('the balance before', async (session) => readUntil(deps, session, await session.use(reader), () => true));
  const scheme = part('the security scheme', async (session, sender) =>
    readTransferScheme(session, sender, await session.use(customer.source)),
  );
  const requested = part('the request', async (session, sender) => {
    const amount = requireFunds(deps.people.amount, "the second agent's sender")(await useBefore(session, before));
    const order = { amount, payee: await session.use(own.payee), inSmallLetters: true } as const;
    const asked = schemeAt(await useBefore(session, scheme), session.doubt);
    const detail = (await session.use(reader)).detail();
    return sendUnnotedTransfer(deps, session, { sender, detail, scheme: asked, order }).catch(orUntriedForFunds);
  });
  const status = part('the status', async (session, sender) => pollStatus(deps, session, sender, await useBefore(session, requested)));
  const invoice = part('the invoice', async (session, sender) => {
    const { status: ended } = await useBefore(session, status);
    // A transfer that OP-10 calls FAILED may have no invoice (reading 19).
    if (ended === 'FAILED') throw notApplicable('OP-10 calls the transfer of the second agent FAILED');
    return pollInvoice(deps, session, sender, await useBefore(session, requested), ended);
  });
  const after = part('the balance after', async (session) => {
    // Without a transfer, the balance before it is all that OP-14 shows.
    const { balances } = await session.use(before);
    const was = readBalances(balances[0]);
    await useBefore(session, requested);
    const isPaid = isPaidOut(await session.after(invoice)) && (await session.use(customer.source)) === 'wallet';
    return readUntil(deps, session, await session.use(reader), (is) => !isPaid || hasFallen(was, is));
  });
  const whole = createCircumstance(deps, 'a transfer of the second agent', async (session) => {
    skipWhereCodesAreTyped(deps.people);
    await session.use(customer.usualTransfer.invoice);
    await session.use(customer.usualTransfer.after);
    const { person } = await session.use(who);
    await useBefore(session, own.activationServed);
    await session.afterRequested(follows());
    // It takes a turn of its own: asked for within this one, it would wait for itself.
    await session.after(own.detail);
    await deps.inTurn(person, () => session.afterAll([before, scheme, requested, status, invoice, after]));
  });
  const ifDone = partIfDone(whole);
  return {
    before: ifDone(before),
    scheme: ifDone(scheme),
    requested: ifDone(requested),
    status: ifDone(status),
    invoice: ifDone(invoice),
    after: ifDone(after),
  };
}
