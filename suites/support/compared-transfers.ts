import type { Circumstance } from '../../specs/circumstances.ts';
import type { ClauseId } from '../../specs/clauses.ts';
import { apiCodes } from '../../specs/codes.ts';
import type { Circumstances } from '../../helpers/journey/circumstances/circumstances.ts';
import type { TransferFlow } from '../../helpers/journey/transfer/transfer-plan.ts';
import { blocked, Stop } from '../../helpers/judge/stop.ts';
import { check, type ActiveCheck, type CheckContext } from '../../helpers/runner/check.ts';
import { allowRefusedAmount } from './refused-amount.ts';
import { mustNotOverwriteMpin } from './wrong-codes.ts';

type AmountWay = keyof Circumstances['byAmount'];

/** Amounts that a service may round away. */
export const amountWays = ['decimals', 'below-one', 'four-digit'] as const satisfies readonly AmountWay[];

const isRefusedFor = (error: unknown, code: number): boolean =>
  error instanceof Stop && error.why.kind === 'violation' && error.why.deviation === `code-${code}`;

/** What the right MPIN is refused for may be a wrong code that has set another MPIN, or a lock after wrong MPINs. */
async function useMpinTransfer(context: CheckContext): Promise<TransferFlow> {
  const { whole, flow } = context.journey.mpinTransfer;
  if (!(await context.after(whole)).ok) await mustNotOverwriteMpin(context);
  await context.use(whole);
  const requested = await context.after(flow.requested);
  if (!requested.ok && isRefusedFor(requested.error, apiCodes.wrongOtpOrMpin))
    throw blocked('sender-locked', 'a transfer with the right MPIN is refused after wrong ones: probably locked', 'test-data');
  return flow;
}

interface ComparedTransfer {
  readonly title: string;
  readonly circumstance?: Circumstance;
  readonly use: (context: CheckContext) => TransferFlow | Promise<TransferFlow>;
}

const debitedByAmount = { decimals: 'decimalsDebited', 'below-one': 'belowOneDebited', 'four-digit': 'fourDigits' } as const;

const createOfAmount = (way: AmountWay, title: string): ComparedTransfer => ({
  title,
  circumstance: way,
  use: async ({ use, journey: { circumstances } }) => {
    await use(circumstances[debitedByAmount[way]]);
    return circumstances.byAmount[way];
  },
});

/** The transfers with a balance before and after, by their way in check ids. */
export const comparedTransfers = {
  usual: { title: 'the usual transfer', use: ({ journey }) => journey.customer.usualTransfer },
  'new-customer': {
    title: 'a transfer of a new customer',
    circumstance: 'another-sender',
    use: ({ journey }) => journey.newCustomer.usualTransfer,
  },
  decimals: createOfAmount('decimals', 'a transfer with decimals'),
  'below-one': createOfAmount('below-one', 'a transfer below one'),
  'four-digit': createOfAmount('four-digit', 'a transfer of four digits'),
  'second-beneficiary': {
    title: 'a transfer to a second beneficiary',
    circumstance: 'several-beneficiaries',
    use: async ({ use, journey: { circumstances } }) => {
      await use(circumstances.secondTransfer);
      return circumstances.toAnother;
    },
  },
  'third-beneficiary': {
    title: 'a transfer to a third beneficiary',
    circumstance: 'several-beneficiaries',
    use: async ({ use, journey: { circumstances } }) => {
      await use(circumstances.thirdPaid);
      return circumstances.toThird;
    },
  },
  'with-mpin': { title: 'a transfer with an MPIN', circumstance: 'with-mpin', use: useMpinTransfer },
  'after-ekyc': {
    title: 'a transfer after an eKYC',
    circumstance: 'after-ekyc',
    use: ({ journey }) => journey.circumstances.ekycSender.transfer,
  },
} as const satisfies Record<string, ComparedTransfer>;

type TransferWay = keyof typeof comparedTransfers;

const isAmountWay = (way: TransferWay): boolean => amountWays.some((each) => each === way);

/** One check for each of these transfers; a service may refuse an odd amount. */
export const comparedTransferChecks = (
  clause: ClauseId,
  ways: readonly TransferWay[],
  fact: string,
  judge: (context: CheckContext, transfer: TransferFlow) => Promise<void>,
): readonly ActiveCheck[] =>
  ways.map((way) => {
    const { title, use, circumstance }: ComparedTransfer = comparedTransfers[way];
    return check(clause, way, `${title} ${fact}`, circumstance === undefined ? {} : { circumstance }, async (context) => {
      const run = async (): Promise<void> => judge(context, await use(context));
      await (isAmountWay(way) ? allowRefusedAmount(context, run) : run());
    });
  });
