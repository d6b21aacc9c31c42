import { documentedCall } from '../../../specs/documented-call.ts';
import { requestTransfer, senderDetail, setMpin } from '../../../specs/operations.ts';
import type { Call } from '../../client/http/call.ts';
import { findNotServedStop } from '../../judge/served.ts';
import { notApplicable } from '../../judge/stop.ts';
import { type Session, step, type Step, type StepResult } from '../../session/session.ts';
import { createUnlockedRead, spareFromLock } from '../calls/closing.ts';
import { plainCall } from '../calls/plain-calls.ts';
import { sendRefusedCall, type RefusedCallResult } from '../calls/send-refused-call.ts';
import { type RefusalContext, mustBeSpare } from '../calls/refusal-context.ts';
import { newChallenge } from '../consent/challenge.ts';
import { mustAskForConsent } from '../consent/consent.ts';
import { keepDetail, type Sender } from '../sender/sender.ts';
import type { Challenge } from '../setup/challenge.ts';
import { partIfDone } from '../setup/part-step.ts';
import type { Dependencies } from '../setup/dependencies.ts';
import { skipWhereCodesAreTyped } from '../setup/people.ts';
import { type AccountBalances } from '../transfer/balance.ts';
import { readBalancesNow } from '../transfer/balance-reader.ts';
import { createBalancesAgain, type BalancesAround } from '../transfer/balances-around.ts';
import { mustHavePaid } from '../transfer/made-transfers.ts';
import { nearMissKey, type NearMiss } from './near-miss-list.ts';
import { nameRefusedCall } from './refused-call.ts';

interface Secrets {
  readonly otp: string;
  readonly mpin: string;
}

/** Calls with codes that are nearly right, and the same sender with a right code after each two of them. */
export interface NearMisses {
  /** By `nearMissKey`. */
  readonly results: ReadonlyMap<string, Step<RefusedCallResult>>;
  readonly controls: ReadonlyMap<string, Step<unknown>>;
  readonly balances: Step<BalancesAround>;
  /** The same around all of them once more, with codes of their own. */
  readonly balancesAgain: Step<BalancesAround>;
}

export interface NearMissPlan {
  readonly name: string;
  readonly deps: Dependencies;
  /** Of a spare sender. */
  readonly context: Step<RefusalContext>;
  readonly rows: readonly NearMiss[];
  /** Empty for a sender without one. */
  readonly mpin: (sender: Sender) => string;
  readonly writeConsent: Step<(secrets: Secrets, state: string) => string>;
  readonly follow: (session: Session) => Promise<void>;
  /** The usual transfer: where OP-9 accepts none, no wrong code is risked on it. */
  readonly paid: Step<unknown>;
}

async function buildCall(plan: NearMissPlan, session: Session, row: NearMiss, { code, state }: Challenge): Promise<Call> {
  const at = await session.use(plan.context);
  const right = { otp: code, mpin: plan.mpin(at.sender) };
  const change = (name: keyof Secrets): string =>
    row.of === name || row.of === 'both' ? row.change(right[name], right.mpin) : right[name];
  const wrong = { otp: change('otp'), mpin: change('mpin') };
  // A fixed OTP of a test system may be the configured MPIN.
  if (wrong.otp === right.otp && wrong.mpin === right.mpin) throw notApplicable('the MPIN is the OTP of this service, so neither is wrong');
  // An OP-12 that is served sets the MPIN that stands.
  if (row.operation.id === setMpin.id) return documentedCall(setMpin, 'only', { ...at.sender, ...wrong, state });
  const consent = (await session.use(plan.writeConsent))(wrong, state);
  return { ...(await plainCall(at, row.operation, session)), consent };
}

const createTry = (plan: NearMissPlan, row: NearMiss, code: Step<Challenge>): Step<RefusedCallResult> =>
  step(`${nameRefusedCall(row)} (${plan.name})`, async (session) => {
    const at = await session.use(plan.context);
    const isPayment = row.operation.id === requestTransfer.id;
    if (isPayment) await mustHavePaid(plan.deps, session, plan.paid);
    const challenge = await session.use(code);
    const call = await buildCall(plan, session, row, challenge);
    plan.deps.wrongCodeBudget.take('nearly-right');
    return sendRefusedCall(at, session, row.operation, { ...call, wrongCode: at.sender.person.mobile });
  });

/** `tries`: how many wrong codes are made of it. */
const createCode = ({ deps, context, name }: NearMissPlan, tries = 1): Step<Challenge> =>
  step(`a code for ${name}`, async (session) => {
    deps.wrongCodeBudget.mustHaveLeft('nearly-right');
    const { person } = (await session.use(context)).sender;
    await spareFromLock(deps, session, person, tries);
    return newChallenge(deps, session, person);
  });

/** OP-6 with the code of which the wrong ones were made; true if it stayed right. Else with a new one. */
const createControl = (plan: NearMissPlan, code: Step<Challenge>): Step<boolean> =>
  step(`the sender after ${plan.name}`, async (session) => {
    const { deps, sender } = await session.use(plan.context);
    const challenge = await session.use(code);
    const consent = (await session.use(plan.writeConsent))({ otp: challenge.code, mpin: plan.mpin(sender) }, challenge.state);
    const reply = await session.probe(senderDetail, documentedCall(senderDetail, 'only', { ...sender, consent }));
    if (findNotServedStop(reply) !== null) {
      await session.use(createUnlockedRead(deps, sender));
      return false;
    }
    challenge.accepted();
    keepDetail(deps, sender, reply);
    return true;
  });

const createBalanceStep = ({ deps, context, name }: NearMissPlan, when: string): Step<AccountBalances> =>
  step(`the balance ${when} ${name}`, async (session) => {
    const { sender } = await session.use(context);
    return readBalancesNow(deps, session, sender, () => session.use(createUnlockedRead(deps, sender)));
  });

const createBalancesAgainStep = (plan: NearMissPlan, rows: readonly NearMiss[]): Step<BalancesAround> =>
  createBalancesAgain(plan.deps, {
    name: plan.name,
    who: step(`who is refused by ${plan.name}`, async (session) => (await session.use(plan.context)).sender),
    sent: step(`${plan.name}, once more`, (session) => session.afterAll(rows.map((row) => createTry(plan, row, createCode(plan))))),
  });

interface Pair {
  readonly code: Step<Challenge>;
  readonly play: (session: Session) => Promise<void>;
  readonly tries: readonly (readonly [string, Step<RefusedCallResult>])[];
  readonly control: Step<boolean>;
}

const isServed = (tried: StepResult<RefusedCallResult>): boolean => tried.ok && findNotServedStop(tried.value.reply) === null;

/** Two wrong codes are made of each right one, which follows them. */
function createPair(plan: NearMissPlan, rows: readonly NearMiss[]): Pair {
  const code = createCode(plan, rows.length);
  const control = createControl(plan, code);
  const first = rows.map((row) => createTry(plan, row, code));
  // A code that died on the first wrong try shows nothing about the second one, unless that is served.
  const again = rows.map((row) => createTry(plan, row, createCode(plan)));
  const showsNothing = async (session: Session, at: number): Promise<boolean> => {
    const tried = first[at];
    const stayedRight = await session.after(control);
    return at > 0 && stayedRight.ok && !stayedRight.value && tried !== undefined && !isServed(await session.after(tried));
  };
  const choose = (at: number): Step<RefusedCallResult> =>
    step(first[at]?.name ?? plan.name, async (session) => {
      const tried = (await showsNothing(session, at)) ? again[at] : first[at];
      if (tried === undefined) throw new Error(`expected a try ${at} of ${plan.name}, received none: add it to near-misses.ts`);
      return session.use(tried);
    });
  return {
    code,
    async play(session) {
      await session.afterAll([...first, control]);
      for (const [at, each] of again.entries()) if (await showsNothing(session, at)) await session.after(each);
    },
    tries: rows.map((row, at) => [nearMissKey(row), choose(at)] as const),
    control,
  };
}

const pairUp = (rows: readonly NearMiss[]): readonly (readonly NearMiss[])[] =>
  rows.flatMap((_, at) => (at % 2 === 0 ? [rows.slice(at, at + 2)] : []));

export function createNearMisses(plan: NearMissPlan): NearMisses {
  const { deps, context, follow, rows, name } = plan;
  const single = rows.filter(({ afterUse }) => afterUse === undefined);
  const pairs = pairUp(single).map((pair) => createPair(plan, pair));
  const first = createBalanceStep(plan, 'before');
  const last = createBalanceStep(plan, 'behind');
  const balances = step(`the balance around ${name}`, async (session) => ({
    before: await session.use(first),
    after: await session.use(last),
  }));
  const used = pairs.at(-1);
  // The control has used its code up.
  const afterUse =
    used === undefined ? [] : rows.filter((row) => row.afterUse).map((row) => [nearMissKey(row), createTry(plan, row, used.code)] as const);
  const whole = step(name, async (session) => {
    skipWhereCodesAreTyped(deps.people);
    await follow(session);
    const at = await session.use(context);
    deps.wrongCodeBudget.mustHaveLeft('nearly-right');
    const { sender } = at;
    mustAskForConsent(sender.scheme);
    await mustBeSpare(session, at, 'codes that are nearly right');
    await session.use(plan.writeConsent);
    await deps.inTurn(sender.person, async () => {
      await session.after(first);
      for (const pair of pairs) await pair.play(session);
      await session.afterAll([...afterUse.map(([, tried]) => tried), last]);
    });
  });
  const all = [...pairs, ...(used === undefined ? [] : [{ tries: afterUse, control: used.control }])];
  const part = partIfDone(whole);
  return {
    results: new Map(all.flatMap(({ tries }) => tries.map(([key, one]) => [key, part(one)] as const))),
    controls: new Map(all.flatMap(({ tries, control }) => tries.map(([key]) => [key, part(control)] as const))),
    balances: part(balances),
    balancesAgain: createBalancesAgainStep(plan, single),
  };
}
