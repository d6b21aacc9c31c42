import { apiCodes } from '../../specs/codes.ts';
import { hasFallen, readBalances, requireIdleBalances, type AccountBalances } from '../../helpers/journey/transfer/balance.ts';
import type { BalanceReadings, TransferFlow } from '../../helpers/journey/transfer/transfer-plan.ts';
import { blocked, notApplicable, Stop } from '../../helpers/judge/stop.ts';
import { check, type ActiveCheck, type CheckContext } from '../../helpers/runner/check.ts';
import type { Step } from '../../helpers/session/session.ts';
import { mustBePaidOut } from './transfer-outcome.ts';

export const describeAccounts = ({ mainAccount, cashbackAccount }: AccountBalances): string =>
  `mainAccount ${mainAccount}, cashbackAccount ${cashbackAccount}`;

export const lastAccounts = ({ balances }: BalanceReadings): AccountBalances => readBalances(balances.at(-1) ?? balances[0]);

/** One of both accounts falls: cashback may be spent first (reading 20). A credit of cashback may hide what was spent of it. */
export async function mustBeDebited(context: CheckContext, transfer: TransferFlow, source: Step<string>): Promise<void> {
  if ((await context.use(source)) !== 'wallet') throw notApplicable('transfers are not paid from the wallet');
  await mustBePaidOut(context, transfer);
  const before = requireIdleBalances((await context.use(transfer.before)).balances);
  const after = lastAccounts(await context.use(transfer.after));
  const { amount } = await context.use(transfer.requested);
  context.observe(`mainAccount fell by ${(before.mainAccount - after.mainAccount).toFixed(2)} for ${amount}`);
  context.must.hold(hasFallen(before, after), {
    expected: `less than ${describeAccounts(before)} within DMT_PENDING_TIMEOUT_MS`,
    received: describeAccounts(after),
    place: 'result.mainAccount',
    atMost: after.mainAccount === before.mainAccount && after.cashbackAccount > before.cashbackAccount ? 'warn' : undefined,
  });
}

const isRefusedFor = (error: unknown, code: number): boolean =>
  error instanceof Stop && error.why.kind === 'violation' && error.why.received.startsWith(`HTTP 200 with code ${code}`);

export const mpinDebitCheck: ActiveCheck = check(
  'OP14-DEBITED',
  'with-mpin',
  'a completed wallet transfer with an MPIN leaves its sender with less',
  { circumstance: 'with-mpin' },
  async (context) => {
    const { mpinTransfer, customer } = context.journey;
    await context.use(mpinTransfer.whole);
    const done = await context.after(mpinTransfer.flow.requested);
    if (!done.ok && isRefusedFor(done.error, apiCodes.wrongOtpOrMpin))
      throw blocked('sender-locked', 'a transfer with the right MPIN is refused after wrong ones: probably locked', 'test-data');
    await mustBeDebited(context, mpinTransfer.flow, customer.source);
  },
);
