import { Big } from 'big.js';
import { idAt, schemeAt } from '../../judge/fields.ts';
import { sameId } from '../../core/ids.ts';
import type { Reply } from '../../judge/reply.ts';
import { type Session, step, type Step } from '../../session/session.ts';
import { readBalances, areBalancesEqual, hasFallen, type AccountBalances, readLastBalances, sumAccounts } from './balance.ts';
import { createBalanceReader, readUntilIdle, type BalanceReader } from './balance-reader.ts';
import { requireStillBalance } from './balances-around.ts';
import type { Dependencies } from '../setup/dependencies.ts';
import { partAfter } from '../setup/part-step.ts';
import { poll } from '../../session/poll.ts';
import { findSpentDetail, readDetailAfterTransfers, readDetailToPayWith } from '../sender/sender.ts';
import type { Detail } from '../setup/detail.ts';
import { hasFailed, isPaidOut, isSettledWithSender, pollInvoice, pollStatus, type PolledStatus } from './polled-status.ts';
import { readTransferScheme, sendTransfer, sendTransferAgain, type Requested } from './transfer.ts';
import type { BalanceReadings, TransferFlow, TransferPlan } from './transfer-plan.ts';

interface Sessions {
  readonly first: Step<Detail>;
  readonly newest: (session: Session) => Promise<Detail>;
  readonly toPayWith: (session: Session) => Promise<Detail>;
  readonly renewed: (detail: Detail) => void;
}

function createSessions(deps: Dependencies, { name, who, sessions }: TransferPlan): Sessions {
  let held: Detail | undefined;
  const isSame = sessions === 'same';
  const read = sessions === 'new' ? readDetailAfterTransfers : readDetailToPayWith;
  const first = step(`sessions for ${name}`, async (session) => {
    const sender = await session.use(who);
    return (held = (isSame ? findSpentDetail(deps, sender) : null) ?? (await read(deps, session, sender)));
  });
  const newest = async (session: Session): Promise<Detail> => held ?? session.use(first);
  return {
    first,
    newest,
    // A new OP-6 may have ended the sessions of the older one (reading 13), so the balance is read with the new one from here on.
    toPayWith: async (session) => (isSame ? (held = await readDetailToPayWith(deps, session, await session.use(who))) : newest(session)),
    renewed: (detail) => (held = detail),
  };
}

type ReadBalances = (reader: BalanceReader, session: Session) => Promise<BalanceReadings['balances']>;

function createSnapshotFactory(deps: Dependencies, { name, who }: TransferPlan, { newest, renewed }: Sessions) {
  return (when: string, readings: ReadBalances): Step<BalanceReadings> =>
    step(`balance ${when} ${name}`, async (session) => {
      const reader = createBalanceReader(deps, await session.use(who), await newest(session));
      const balances = await readings(reader, session);
      const detail = reader.detail();
      renewed(detail);
      return { detail, balances };
    });
}

interface BeforeRequest {
  readonly before: Step<BalanceReadings>;
  readonly scheme: Step<Reply>;
  readonly sessions: Sessions;
}

function createRequestStep(deps: Dependencies, plan: TransferPlan, { before, scheme, sessions }: BeforeRequest): Step<Requested> {
  return step(`request ${plan.name}`, async (session) => {
    const sender = await session.use(plan.who);
    const amount = typeof plan.amount === 'string' ? plan.amount : plan.amount(await session.use(before));
    const asked = schemeAt(await session.use(scheme), session.doubt);
    const request = { sender, scheme: asked, order: { amount, payee: await session.use(plan.payee) } };
    const again = plan.sessions === 'same' ? await sendTransferAgain(deps, session, request) : null;
    if (again !== null) return again;
    await session.use(sessions.first);
    return sendTransfer(deps, session, { ...request, detail: await sessions.toPayWith(session) });
  });
}

function notePaid({ memory }: Dependencies, amount: string): void {
  const { leastPaid, mostPaid } = memory;
  if (leastPaid === null || new Big(amount).lt(leastPaid)) memory.leastPaid = amount;
  if (mostPaid === null || new Big(amount).gt(mostPaid)) memory.mostPaid = amount;
}

function createStatusStep(deps: Dependencies, { name, who }: TransferPlan, requested: Step<Requested>): Step<PolledStatus> {
  return step(`status of ${name}`, async (session) => {
    const asked = await session.use(requested);
    const polled = await pollStatus(deps, session, await session.use(who), asked);
    if (polled.status === 'COMPLETED') notePaid(deps, asked.amount);
    return polled;
  });
}

interface Ended {
  readonly requested: Step<Requested>;
  readonly status: Step<PolledStatus>;
}

function createInvoiceStep(deps: Dependencies, { name, who }: TransferPlan, { requested, status }: Ended): Step<PolledStatus> {
  return step(`invoice of ${name}`, async (session) => {
    const { status: ended, last } = await session.use(status);
    const asked = await session.use(requested);
    const found = idAt(last, 'result.invoiceId');
    if (found !== null && !sameId(found, asked.invoiceId)) session.doubt('OP10-INVOICE-AGREES');
    return pollInvoice(deps, session, await session.use(who), asked, ended);
  });
}

function createWatchedStep(deps: Dependencies, { name, who }: TransferPlan, { newest }: Sessions): Step<void> {
  return step(`the balance after ${name} once more`, async (session) => {
    const sender = await session.use(who);
    await deps.inTurn(sender.person, async () => {
      const reader = createBalanceReader(deps, sender, await newest(session));
      await requireStillBalance(deps, session, sender, reader, readBalances(await reader.read(session)));
    });
  });
}

function createTransferParts(deps: Dependencies, plan: TransferPlan): Omit<TransferFlow, 'correlationId' | 'invoiceId'> {
  const { name, who, source } = plan;
  const sessions = createSessions(deps, plan);
  const snapshots = createSnapshotFactory(deps, plan, sessions);
  const before = snapshots('before', async (reader, session) => readUntilIdle(deps, await session.use(who), reader, session));
  const scheme = step(`security scheme of ${name}`, async (session) =>
    readTransferScheme(session, await session.use(who), await session.use(source)),
  );
  const requested = createRequestStep(deps, plan, { before, scheme, sessions });
  const status = createStatusStep(deps, plan, requested);
  const invoice = createInvoiceStep(deps, plan, { requested, status });
  const after = step(`balance change after ${name}`, async (session) => {
    await session.after(requested);
    const { balances } = await session.use(before);
    const was = readLastBalances(balances);
    const paid = (await session.use(source)) === 'wallet' && isPaidOut(await session.after(invoice));
    // Money that the bank sends back, or that was only reserved, may come later than the status.
    const failed = hasFailed(await session.after(status)) || hasFailed(await session.after(invoice));
    const delayed = isSettledWithSender(await session.after(invoice));
    const isEnough = (is: AccountBalances): boolean => {
      if (paid) return hasFallen(was, is);
      return delayed ? sumAccounts(is).gte(sumAccounts(was)) : !failed || areBalancesEqual(was, is);
    };
    const hasCome = (reading: Reply): boolean => isEnough(readBalances(reading));
    const deadline = deps.waits.upTo(failed || delayed ? 'refund' : 'debit');
    const readings: ReadBalances = ({ read, costly }, own) => poll(() => read(own), hasCome, deadline, { costly });
    return { ...(await session.use(snapshots('after', readings))), waitedWhole: deadline.isWhole() };
  });
  return { before, scheme, requested, status, invoice, after, watched: createWatchedStep(deps, plan, sessions) };
}

export function createTransferFlow(deps: Dependencies, plan: TransferPlan): TransferFlow {
  const parts = createTransferParts(deps, plan);
  const { before, scheme, requested, status, invoice, after, watched } = parts;
  const order: readonly Step<unknown>[] = plan.compared
    ? [before, scheme, requested, status, invoice, after]
    : [scheme, requested, status, invoice];
  const whole = step(plan.name, async (session) => {
    await session.afterRequested(plan.follows);
    const { person } = await session.use(plan.who);
    await session.use(plan.payee);
    await session.use(plan.source);
    await deps.inTurn(person, () => session.afterAll(order));
  });
  const part = partAfter(whole);
  const played = part(requested);
  return {
    before: part(before),
    scheme: part(scheme),
    requested: played,
    correlationId: step(`correlationId of ${plan.name}`, async (session) => (await session.use(played)).correlationId),
    invoiceId: step(`invoice id of ${plan.name}`, async (session) => (await session.use(played)).invoiceId),
    status: part(status),
    invoice: part(invoice),
    after: part(after),
    watched: part(watched),
  };
}
