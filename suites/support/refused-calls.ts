import { apiCodes } from '../../specs/codes.ts';
import { classifyAnswer } from '../../helpers/core/records/deviation.ts';
import { formatEnding } from '../../helpers/core/records/remarks.ts';
import { isBlockedBy, notApplicable } from '../../helpers/judge/stop.ts';
import { describeAnswer, formatPlace, type Reply } from '../../helpers/judge/reply.ts';
import { mustBeReadable } from '../../helpers/judge/served.ts';
import type { CheckContext } from '../../helpers/runner/check.ts';
import { isRefusedCall, type RefusedCallResult } from '../../helpers/journey/calls/send-refused-call.ts';
import { areBalancesEqual, hasFallen, describeBalances, showReadings } from '../../helpers/journey/transfer/balance.ts';
import type { BalancesAround } from '../../helpers/journey/transfer/balances-around.ts';
import type { Requested } from '../../helpers/journey/transfer/transfer.ts';
import type { Step } from '../../helpers/session/session.ts';
import { mustHaveNothingBack } from './debit.ts';
import { exercise } from './exercise.ts';
import { isAbsent } from './refusal.ts';

/** The result of a call that must be refused. `key` is as in helpers/journey/refusals/refusal-list.ts. */
export function findRefusedCall({ journey }: CheckContext, key: string): Step<RefusedCallResult> {
  const found = journey.refusals.groupOf(key).results.get(key);
  if (found === undefined) throw new Error(`expected a refused call ${key} in the journey, received none: add it to refusal-list.ts`);
  return found;
}

/** A call that must be refused, and the same sender served after it. */
export interface TriedCall {
  readonly result: Step<RefusedCallResult>;
  readonly control: Step<unknown>;
}

/** The query form is swept only after this run saw it served (reading 13). Asking for it here lets the refused calls wait for it. */
export async function awaitQueryForm({ after, journey }: CheckContext, form: string | undefined): Promise<void> {
  if (form === 'query') await after(journey.customer.queryForm.reply);
}

/**
 * Any refusal is right if the operation is there and the sender was not locked. A sender that a refusal locked proves nothing, so it must
 * be served afterwards.
 */
export async function mustRefuseTried(context: CheckContext, { result, control }: TriedCall, expected = 'a refusal'): Promise<void> {
  const sent = await context.use(result);
  const { reply, transferStatus } = sent;
  mustBeReadable(reply);
  if (!isRefusedCall(sent)) {
    const received = transferStatus === null ? describeAnswer(reply) : `${describeAnswer(reply)},${formatEnding(transferStatus)}`;
    throw context.must.violation({
      expected,
      received,
      place: formatPlace(reply),
      exchange: reply.exchange.id,
      deviation: classifyAnswer(reply),
    });
  }
  if (isAbsent(reply.status)) await exercise[reply.operation.id](context);
  const served = await context.after(control);
  if (!served.ok) throw served.error;
}

export const mustRefuseByKey = (context: CheckContext, key: string, expected?: string): Promise<void> =>
  mustRefuseTried(
    context,
    { result: findRefusedCall(context, key), control: context.journey.refusals.groupOf(key).closingDetail },
    expected,
  );

/** What changed may have changed by chance, so it accuses only where it changes again (reading 17). */
async function rateChange(
  context: CheckContext,
  repeats: readonly Step<BalancesAround>[],
  hasChanged: (around: BalancesAround) => boolean,
): Promise<'warn' | undefined> {
  for (const again of repeats) {
    const done = await context.after(again);
    context.addEvidence(done.evidence.exchanges);
    if (!done.ok && isBlockedBy(done.error, 'sender-in-use')) throw done.error;
    if (done.ok && hasChanged(done.value)) return undefined;
  }
  return 'warn';
}

export const isFall = ({ before, after }: BalancesAround): boolean => hasFallen(before, after);

/**
 * Money may come in for another reason than a refused call: that warns. A fall accuses where the same calls take money again when they are
 * sent once more (reading 17).
 */
export const rateFall = async (
  context: CheckContext,
  around: BalancesAround,
  { again, earlier = [] }: Comparison,
): Promise<'warn' | undefined> => (isFall(around) ? rateChange(context, [again, ...earlier], isFall) : 'warn');

/** Two comparisons: `again` is made only where the first one shows a fall. */
export interface Comparison {
  readonly balances: Step<BalancesAround>;
  readonly again: Step<BalancesAround>;
  /** The same for calls of the same sender just before: their money may leave a moment later. */
  readonly earlier?: readonly Step<BalancesAround>[];
  /** The call between the two readings. */
  readonly refused?: Reply;
  /** A transfer of the same sender, whose money may come back between them. */
  readonly paid?: Requested;
}

export async function mustKeepBalance(context: CheckContext, comparison: Comparison): Promise<void> {
  const { balances, refused } = comparison;
  const around = await context.use(balances);
  const { before, after } = around;
  if (areBalancesEqual(before, after)) return;
  if (refused !== undefined) context.evidence.exchanges.add(refused.exchange.id);
  context.must.hold(false, {
    expected: `${describeBalances(before)}, as before`,
    received: `${describeBalances(after)}${refused === undefined ? '' : ` after ${describeAnswer(refused)}`}`,
    ...showReadings(before, after, refused?.exchange.id),
    atMost: await rateFall(context, around, comparison),
  });
}

const hasRisen = ({ before, after }: BalancesAround, by = 0): boolean => after.mainAccount - before.mainAccount > by;

/** Money may come in meanwhile for another reason, but not each time, and hardly as much as the usual amount. */
export async function mustNotRise(context: CheckContext, { balances, again, paid }: Comparison, sent: Reply): Promise<void> {
  const around = await context.use(balances);
  if (!hasRisen(around)) return;
  if (paid !== undefined) await mustHaveNothingBack(context, paid);
  // Money is no exact number here.
  const almostAll = Number(context.journey.people.amount) * 0.99;
  const hasRisenSo = (one: BalancesAround): boolean => hasRisen(one, almostAll);
  context.must.hold(false, {
    expected: `mainAccount no more than ${around.before.mainAccount}`,
    received: `mainAccount ${around.after.mainAccount} after ${describeAnswer(sent)}`,
    ...showReadings(around.before, around.after, sent.exchange.id),
    atMost: hasRisenSo(around) ? await rateChange(context, [again], hasRisenSo) : 'warn',
  });
}

/** Money may come in meanwhile; none may leave. */
export async function mustNotFall(context: CheckContext, comparison: Comparison, sent: Reply, to = ''): Promise<void> {
  const around = await context.use(comparison.balances);
  const { before, after } = around;
  if (!hasFallen(before, after)) return;
  context.must.hold(false, {
    expected: `no less than ${describeBalances(before)}`,
    received: `${describeBalances(after)} after ${describeAnswer(sent)}${to}`,
    ...showReadings(before, after, sent.exchange.id),
    atMost: await rateFall(context, around, comparison),
  });
}

/** How a transfer ended that should not have moved money. */
const endings = {
  'wrong-code': { is: ({ reply }) => reply.code === apiCodes.wrongOtpOrMpin, none: 'OP-9 refused no such transfer' },
  refused: {
    is: ({ reply }) => reply.code !== apiCodes.success && reply.code !== apiCodes.wrongOtpOrMpin,
    none: 'OP-9 refused no such transfer',
  },
  failed: {
    is: ({ reply, transferStatus }) => reply.code === apiCodes.success && transferStatus === 'FAILED',
    none: 'OP-10 calls no such transfer FAILED',
  },
} as const satisfies Record<string, { readonly is: (tried: RefusedCallResult) => boolean; readonly none: string }>;

/** So many calls before one whose money may leave behind it. */
const earlierCalls = 2;

/** The comparisons around a refused transfer. */
export function compareAround({ journey }: CheckContext, key: string): Comparison {
  const { balances, repeats } = journey.refusals.groupOf(key);
  const around = balances.get(key);
  const again = repeats.balances.get(key);
  if (around === undefined || again === undefined) throw new Error(`expected the balance around ${key} in the journey, received none`);
  const keys = [...balances.keys()];
  const before = keys.slice(0, keys.indexOf(key)).slice(-earlierCalls).reverse();
  return { balances: around, again, earlier: before.flatMap((each) => repeats.balances.get(each) ?? []) };
}

/**
 * Compares the balance of the sender around each transfer that ended so. A refusal of the same call with a new code says nothing about the
 * money of the first call.
 */
export async function mustMoveNothing(context: CheckContext, ending: keyof typeof endings): Promise<void> {
  let looked = 0;
  const { firstTries, balances } = context.journey.refusals;
  for (const key of balances.keys()) {
    const tried = firstTries.get(key);
    if (tried === undefined) throw new Error(`expected a first try of ${key} in the journey, received none`);
    const done = await context.after(tried);
    if (!done.ok || !endings[ending].is(done.value)) continue;
    await mustKeepBalance(context, { ...compareAround(context, key), refused: done.value.reply });
    looked += 1;
  }
  if (looked > 0) return;
  for (const { closingDetail } of context.journey.refusals.groups) await context.use(closingDetail);
  throw notApplicable(endings[ending].none);
}
