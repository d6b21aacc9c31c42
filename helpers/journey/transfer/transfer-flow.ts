import { Big } from 'big.js';
import { idAt, usable, valueAt } from '../../judge/fields.ts';
import { sameId } from '../../core/same-id.ts';
import type { Reply } from '../../judge/reply.ts';
import { type Session, step, type Step, type Done } from '../../session/session.ts';
import { accountsOf, balanceReader, idleReadings, sameAccounts, type Accounts, type BalanceReader } from './balance.ts';
import type { Dependencies } from '../setup/dependencies.ts';
import { partOf } from '../setup/part-of.ts';
import { poll } from '../../session/poll.ts';
import { detailToPayWith, type Sender } from '../sender/sender.ts';
import type { Listed, Detail } from '../setup/detail.ts';
import { readTransferScheme, request, requestAgain, watchInvoice, watchStatus, type Requested, type Watched } from './transfer.ts';

/** What the sender had at one moment: OP-14 read twice or more before, and until it changes after; with the OP-6 that opened its sessions. */
export interface BalanceSnapshots {
  readonly detail: Detail;
  readonly balances: readonly [Reply, ...Reply[]];
}

export interface TransferPlan {
  readonly name: string;
  readonly who: Step<Sender>;
  readonly payee: Step<Listed>;
  /** The payment source that OP-8 is asked about last. */
  readonly source: Step<string>;
  /** Decimal text; from what the sender has, where the amount depends on it. */
  readonly amount: string | ((before: BalanceSnapshots) => string);
  /** Whether OP-14 is read before and after. */
  readonly compared: boolean;
  /** The session of the transfer before is tried once more: whether it serves is open (reading 13). */
  readonly sameSession: boolean;
  /** Steps of the same sender that come first, whatever becomes of them. */
  readonly follows: readonly Step<unknown>[];
}

/** One transfer, in the sender's turn from its sessions to its end; each part has its own evidence. */
export interface TransferFlow {
  readonly before: Step<BalanceSnapshots>;
  readonly scheme: Step<Reply>;
  readonly requested: Step<Requested>;
  /** The one it was requested under. */
  readonly correlationId: Step<string>;
  /** The one OP-9 answered with. */
  readonly invoiceId: Step<string>;
  readonly status: Step<Watched>;
  readonly invoice: Step<Watched>;
  readonly after: Step<BalanceSnapshots>;
}

/** Whether the money left the sender for good: a delayed one is settled in the customer's wallet (OP-11 `isDelayed`). */
function paidOut(invoice: Done<Watched>): boolean {
  return invoice.ok && invoice.value.status === 'COMPLETED' && valueAt(invoice.value.last, 'result.isDelayed') === 'false';
}

/** Nothing reached the bank (reading 19): what was set aside for it may come back a little later. */
const hasFailed = (status: Done<Watched>): boolean => status.ok && status.value.status === 'FAILED';

/** The sessions of a transfer, and the newest of them. */
interface Sessions {
  readonly first: Step<Detail>;
  readonly newest: (session: Session) => Promise<Detail>;
  readonly renewed: (detail: Detail) => void;
}

function sessionsOf(deps: Dependencies, { name, who }: TransferPlan): Sessions {
  let newest: Detail | undefined;
  const first = step(`sessions for ${name}`, async (session) => (newest = await detailToPayWith(deps, session, await session.use(who))));
  return {
    first,
    newest: async (session) => newest ?? session.use(first),
    renewed: (detail) => (newest = detail),
  };
}

type Readings = (reader: BalanceReader, session: Session) => Promise<BalanceSnapshots['balances']>;

function snapshotsOf(deps: Dependencies, { name, who }: TransferPlan, { newest, renewed }: Sessions) {
  return (when: string, readings: Readings): Step<BalanceSnapshots> =>
    step(`balance ${when} ${name}`, async (session) => {
      const reader = balanceReader(deps, await session.use(who), await newest(session));
      const balances = await readings(reader, session);
      const detail = reader.detail();
      renewed(detail);
      return { detail, balances };
    });
}

interface BeforeRequest {
  readonly before: Step<BalanceSnapshots>;
  readonly scheme: Step<Reply>;
  readonly sessions: Sessions;
}

function requestedOf(deps: Dependencies, plan: TransferPlan, { before, scheme, sessions }: BeforeRequest): Step<Requested> {
  return step(`request ${plan.name}`, async (session) => {
    const sender = await session.use(plan.who);
    const amount = typeof plan.amount === 'string' ? plan.amount : plan.amount(await session.use(before));
    const asked = usable(await session.use(scheme), 'result.scheme', session.doubt);
    const wanted = { amount, payee: await session.use(plan.payee) };
    const again = plan.sameSession ? await requestAgain(deps, session, sender, asked, wanted) : null;
    if (again !== null) return again;
    await session.use(sessions.first);
    return request(deps, session, sender, await sessions.newest(session), asked, wanted);
  });
}

function statusOf(deps: Dependencies, { name, who }: TransferPlan, requested: Step<Requested>): Step<Watched> {
  return step(`status of ${name}`, async (session) => {
    const asked = await session.use(requested);
    const watched = await watchStatus(deps, session, await session.use(who), asked);
    const { leastPaid } = deps.memory;
    if (watched.status === 'COMPLETED' && (leastPaid === null || new Big(asked.amount).lt(leastPaid))) deps.memory.leastPaid = asked.amount;
    return watched;
  });
}

interface Ended {
  readonly requested: Step<Requested>;
  readonly status: Step<Watched>;
}

function invoiceOf(deps: Dependencies, { name, who }: TransferPlan, { requested, status }: Ended): Step<Watched> {
  return step(`invoice of ${name}`, async (session) => {
    const { status: ended, last } = await session.use(status);
    const asked = await session.use(requested);
    const found = idAt(last, 'result.invoiceId');
    if (found !== null && !sameId(found, asked.invoiceId)) session.doubt('OP10-INVOICE-AGREES');
    return watchInvoice(deps, session, await session.use(who), asked, ended);
  });
}

function partsOf(deps: Dependencies, plan: TransferPlan): Omit<TransferFlow, 'correlationId' | 'invoiceId'> {
  const { name, who, source } = plan;
  const sessions = sessionsOf(deps, plan);
  const snapshots = snapshotsOf(deps, plan, sessions);
  const before = snapshots('before', async (reader, session) => idleReadings(deps, await session.use(who), reader, session));
  const scheme = step(`security scheme of ${name}`, async (session) =>
    readTransferScheme(session, await session.use(who), await session.use(source)),
  );
  const requested = requestedOf(deps, plan, { before, scheme, sessions });
  const status = statusOf(deps, plan, requested);
  const invoice = invoiceOf(deps, plan, { requested, status });
  const after = step(`holdings after ${name}`, async (session) => {
    await session.after(requested);
    const { balances } = await session.use(before);
    const was = accountsOf(balances.at(-1) ?? balances[0]);
    const paid = (await session.use(source)) === 'wallet' && paidOut(await session.after(invoice));
    const rejected = hasFailed(await session.after(status));
    const isEnough = (is: Accounts): boolean => (paid ? is.mainAccount < was.mainAccount : !rejected || sameAccounts(was, is));
    const deadline = deps.waits.upTo(rejected ? 'refund' : 'debit');
    const readings: Readings = ({ read, costly }, own) =>
      poll(
        () => read(own),
        (reading) => isEnough(accountsOf(reading)),
        deadline,
        { costly },
      );
    return session.use(snapshots('after', readings));
  });
  return { before, scheme, requested, status, invoice, after };
}

export function transferFlow(deps: Dependencies, plan: TransferPlan): TransferFlow {
  const parts = partsOf(deps, plan);
  const { before, scheme, requested, status, invoice, after } = parts;
  const order: readonly Step<unknown>[] = plan.compared
    ? [before, scheme, requested, status, invoice, after]
    : [scheme, requested, status, invoice];
  const whole = step(plan.name, async (session) => {
    await session.behind(plan.follows);
    const { person } = await session.use(plan.who);
    await session.use(plan.payee);
    await session.use(plan.source);
    await deps.inTurn(person, async () => {
      for (const part of order) await session.after(part);
    });
  });
  const played = partOf(whole, requested);
  return {
    before: partOf(whole, before),
    scheme: partOf(whole, scheme),
    requested: played,
    correlationId: step(`correlationId of ${plan.name}`, async (session) => (await session.use(played)).correlationId),
    invoiceId: step(`invoice id of ${plan.name}`, async (session) => (await session.use(played)).invoiceId),
    status: partOf(whole, status),
    invoice: partOf(whole, invoice),
    after: partOf(whole, after),
  };
}
