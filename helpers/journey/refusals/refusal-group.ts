import { requestTransfer } from '../../../specs/operations.ts';
import { type Session, step, type Step } from '../../session/session.ts';
import { createClosingStep, type Closed } from '../calls/closing.ts';
import { isRefusedCall, type RefusedCallResult } from '../calls/send-refused-call.ts';
import type { RefusalContext } from '../calls/refusal-context.ts';
import { newChallenge } from '../consent/challenge.ts';
import { readCurrentDetail } from '../sender/sender.ts';
import type { Detail } from '../setup/detail.ts';
import { partAfter } from '../setup/part-step.ts';
import { accountsOfWrongCodes, type AccountsOfWrongCodes } from './accounts-of-wrong-codes.ts';
import { createAllBalancesAround, type BalancesAround } from '../transfer/balances-around.ts';
import { createWrongTransfer, wrongOtpOf, type WrongTransfer } from './wrong-transfer.ts';
import { refusedCallKey } from './refusal-list.ts';
import { createRepeats, type Repeats } from './repeats.ts';
import { createSenderReadings } from './sender-readings.ts';
import { nameRefusedCall, type RefusedCall } from './refused-call.ts';
import { createContextStep, createRefusedCallSteps, sharedCodes, type RefusalGroupPlan, type RefusedCallSteps } from './refusal-steps.ts';

/** Calls to one sender that the service should refuse, in the turn of that sender, between two readings of it. */
export interface RefusalGroup {
  readonly context: Step<RefusalContext>;
  readonly whole: Step<void>;
  /** By `refusedCallKey`. */
  readonly results: ReadonlyMap<string, Step<RefusedCallResult>>;
  /** The call that `balances` are around. The result may be that of a later call, with a new code. */
  readonly firstTries: ReadonlyMap<string, Step<RefusedCallResult>>;
  readonly balances: ReadonlyMap<string, Step<BalancesAround>>;
  readonly openingDetail: Step<Detail>;
  /** OP-6 with the shared code, or with a new one where that was used up. */
  readonly closingDetail: Step<Detail>;
  /** OP-6 once more with no call in between, where the sender seemed changed. */
  readonly idleDetail: Step<Detail>;
  readonly repeats: Repeats;
  readonly accountsOfWrongCodes: (session: Session) => Promise<AccountsOfWrongCodes>;
  /** OP-9 with a wrong code, by form. */
  readonly wrongTransfers: ReadonlyMap<string, Omit<WrongTransfer, 'order'>>;
}

/**
 * The result with the shared code where the call was served, or where that code stayed right to the end; else the result with a new code.
 */
const createResultStep = (
  whole: Step<void>,
  closed: Step<Closed>,
  { firstTries, withOwnCodes }: RefusedCallSteps,
  one: RefusedCall,
): Step<RefusedCallResult> =>
  step(nameRefusedCall(one), async (session) => {
    await session.after(whole);
    const done = await session.after(closed);
    const again = withOwnCodes.get(refusedCallKey(one));
    const shared = firstTries.get(refusedCallKey(one));
    if (shared === undefined) throw new Error(`expected a refused call ${refusedCallKey(one)}, received none: add it to refusal-list.ts`);
    const tried = await session.after(shared);
    const isDecided = (tried.ok && !isRefusedCall(tried.value)) || (done.ok && done.value.codeStayedRight);
    return session.use(again === undefined || isDecided ? shared : again);
  });

function createParts(plan: RefusalGroupPlan) {
  const { name, deps, calls, who, wrongForms, queryForm } = plan;
  const useSender = async (session: Session) => session.use((await session.use(who)).sender);
  const opening = step(`the sender before ${name}`, async (session) => readCurrentDetail(deps, session, await useSender(session)));
  const context = createContextStep(plan, opening);
  const sharedCode = step(`a code for ${name}`, async (session) => newChallenge(deps, session, (await useSender(session)).person));
  const sender = step(`who is refused by ${name}`, useSender);
  const tries = createRefusedCallSteps(plan, context, sharedCode);
  const closed = createClosingStep(deps, { name, context, sharedCode, again: [...tries.withOwnCodes.values()] });
  const transfers = calls.filter(({ operation }) => operation.id === requestTransfer.id);
  const balances = createAllBalancesAround(deps, { name, who: sender, opening, keys: transfers.map(refusedCallKey) });
  const newest = step(`the newest sessions of ${name}`, async (session) =>
    closed.isRequested() ? (await session.use(closed)).detail : session.use(opening),
  );
  const wrongTransfers = wrongForms.map((form) => [form, createWrongTransfer(deps, { name, context, newest, form, queryForm })] as const);
  const wrong = wrongTransfers.flatMap(([, { order }]) => order);
  // The closing call shows that the shared code stayed right.
  const wrongWithSharedCode = step(`a wrong code before the end of ${name}`, async (session) => {
    if (deps.memory.codeOutlivesWrongTry !== true) return;
    deps.memory.of((await useSender(session)).person).leftOver = await session.use(sharedCode);
    await session.afterAll(wrong);
  });
  const readings = createSenderReadings(deps, { name, sender, opening, closed });
  const repeats = createRepeats(deps, { name, sender, context, codes: sharedCodes(plan, sharedCode), calls });
  return { context, opening, tries, closed, readings, balances, wrongTransfers, wrong, wrongWithSharedCode, repeats };
}

type Parts = ReturnType<typeof createParts>;

function orderSteps(
  { calls, other }: RefusalGroupPlan,
  { tries, closed, readings, balances, wrong, wrongWithSharedCode }: Parts,
): readonly Step<unknown>[] {
  const listParts = (one: RefusedCall): readonly Step<unknown>[] =>
    [...(one.comesAfter ?? []), tries.firstTries.get(refusedCallKey(one)), balances.around.get(refusedCallKey(one))].filter(
      (part) => part !== undefined,
    );
  return [
    balances.first,
    ...(other?.callsWithIt ?? []),
    ...calls.flatMap(listParts),
    wrongWithSharedCode,
    closed,
    readings.readIfChanged,
    ...wrong,
  ];
}

function createWholeStep(plan: RefusalGroupPlan, parts: Parts): Step<void> {
  const { deps, who, follow, other, wrongForms } = plan;
  const order = orderSteps(plan, parts);
  const wrongCodes = wrongForms.map((form) => wrongOtpOf(form).name);
  return step(`calls that the service should refuse (${plan.name})`, (session) =>
    deps.wrongCodeBudget.keep(wrongCodes, async () => {
      const customer = await session.use(who);
      await follow(session, customer);
      const { person } = await session.use(customer.sender);
      await session.afterAll([customer.payee, ...(other?.stepsBefore ?? []), customer.scheme]);
      const run = (): Promise<void> => deps.inTurn(person, () => session.afterAll(order));
      await (other === null ? run() : deps.inTurn(other.person, run));
    }),
  );
}

export function createRefusalGroup(plan: RefusalGroupPlan): RefusalGroup {
  const { calls } = plan;
  const parts = createParts(plan);
  const { context, opening, tries, closed, readings, balances, wrongTransfers, repeats } = parts;
  const whole = createWholeStep(plan, parts);
  const results = new Map(calls.map((one) => [refusedCallKey(one), createResultStep(whole, closed, tries, one)]));
  const part = partAfter(whole);
  const closing = part(step(`the sender after ${plan.name}`, async (session) => (await session.use(closed)).detail));
  return {
    context,
    whole,
    results,
    firstTries: new Map([...tries.firstTries].map(([key, one]) => [key, part(one)])),
    balances: new Map([...balances.around].map(([key, one]) => [key, part(one)])),
    openingDetail: part(opening),
    closingDetail: closing,
    idleDetail: part(readings.idle),
    repeats,
    accountsOfWrongCodes: async (session) => {
      const done = await Promise.all([...results.values()].map((one) => session.after(one)));
      return accountsOfWrongCodes(done.flatMap((each) => (each.ok ? [each.value] : [])));
    },
    wrongTransfers: new Map(
      wrongTransfers.map(([form, { reply, again, control, balances: around, balancesAgain }]) => [
        form,
        { again, control, balancesAgain, reply: part(reply), balances: part(around) },
      ]),
    ),
  };
}
