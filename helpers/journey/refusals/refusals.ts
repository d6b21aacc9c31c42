import { requestTransfer, setMpin } from '../../../specs/operations.ts';
import { usable } from '../../judge/fields.ts';
import type { Reply } from '../../judge/reply.ts';
import { type Session, step, type Step } from '../../session/session.ts';
import { balanceSnapshots, wrongTransferOf, type BalanceSnapshots, type WrongTransfer } from './balance-snapshots.ts';
import type { Scene, AttemptResult } from '../calls/attempt.ts';
import { newChallenge } from '../consent/challenge.ts';
import { closingOf } from '../calls/closing.ts';
import type { Dependencies } from '../setup/dependencies.ts';
import { mpinCall } from '../mpin/mpin.ts';
import type { Onboarding } from '../onboarding/onboarding.ts';
import { attemptKey, attemptsOn, type Foreign } from './refusal-list.ts';
import { type Attempt } from './refusal.ts';
import { currentDetail, readDetail, type Sender } from '../sender/sender.ts';
import { type Detail } from '../setup/detail.ts';
import type { CustomerJourney } from '../customer/customer-journey.ts';
import { tryOut, type Codes } from './trying.ts';

/** The accounts of OP-7 calls that were refused for a wrong code: asked for by these alone, or where accounts are few by others too. */
export interface AccountsOfWrongCodes {
  readonly alone: readonly string[];
  readonly shared: readonly string[];
}

/** Calls that ought to be refused, tried on the customer when everything else is told of it. */
export interface Refusals {
  readonly attempts: readonly Attempt[];
  readonly whole: Step<void>;
  /** The part of it that uses the MPIN sender; what comes behind this need not wait for the rest. */
  readonly mpinSenderTried: Step<void>;
  /** By `attemptKey`. */
  readonly results: ReadonlyMap<string, Step<AttemptResult>>;
  /** Around each of them that asks for a transfer. */
  readonly balances: ReadonlyMap<string, Step<BalanceSnapshots>>;
  readonly opening: Step<Detail>;
  /** OP-6 with the code that the others were tried with; once more with a new one where that was used up. */
  readonly closing: Step<Detail>;
  /** And once more with nothing in between, for whoever is about to accuse. */
  readonly idle: Step<Detail>;
  readonly accountsOfWrongCodes: (session: Session) => Promise<AccountsOfWrongCodes>;
  readonly wrongTransfer: Pick<WrongTransfer, 'reply' | 'balances'>;
}

interface Parts {
  readonly deps: Dependencies;
  readonly customer: CustomerJourney;
  readonly subAgent: Onboarding;
  readonly foreign: Foreign;
  readonly mpinSender: Step<Sender>;
  /** Everything else that is told of the customer, and what is foreign to it. */
  readonly follows: readonly Step<unknown>[];
}

/** The scene, once the customer has been read; its steps are done before the turn is taken, or read in it. */
function sceneOf({ deps, customer }: Parts, usualScheme: Step<Reply | null>, opening: Step<Detail>): Step<Scene> {
  return step('the scene of refusals', async (session) => {
    const scheme = await session.after(usualScheme);
    const sender = await session.use(customer.sender);
    const known = scheme.ok ? scheme.value : null;
    const transferScheme = known === null ? sender.scheme : usable(known, 'result.scheme', session.doubt);
    const { detail, payee } = customer.beneficiaries;
    return { deps, sender, transferScheme, opening: await session.use(opening), before: await session.use(detail), payee };
  });
}

export function refusalsOf(parts: Parts): Refusals {
  const { deps, customer, subAgent, foreign, mpinSender, follows } = parts;
  const attempts = attemptsOn(foreign);
  const opening = step('the customer before refused calls', async (session) =>
    currentDetail(deps, session, await session.use(customer.sender)),
  );
  // Known before the turn is taken: a transfer asked for in it would wait for the same turn. Nobody pays for one only to know this.
  const usualScheme = step('the scheme of the usual transfer', async (session) => {
    if (customer.usualTransfer.scheme.asked()) return session.use(customer.usualTransfer.scheme);
    return (await session.use(customer.schemes)).get(await session.use(customer.source)) ?? null;
  });
  const scene = sceneOf(parts, usualScheme, opening);
  const codes: Codes = {
    live: step('a code for refused calls', async (session) => newChallenge(deps, session, (await session.use(customer.sender)).person)),
    other: step('a code of another mobile', async (session) => {
      await session.use(subAgent.tag);
      const challenge = await newChallenge(deps, session, subAgent.person);
      deps.memory.leftOver.set(subAgent.person.mobile, challenge);
      return challenge;
    }),
  };
  const first = new Map(attempts.map((one) => [attemptKey(one), tryOut(scene, codes, one)]));
  const own = new Map(
    attempts
      .filter(({ consent, way }) => consent === 'live' && way !== 'balance-session')
      .map((one) => [attemptKey(one), tryOut(scene, codes, { ...one, consent: 'fresh' })]),
  );
  // Answered with the code of the other mobile as well; on the sender of the suite's own, whose MPIN it would set.
  const otherMpin = step('OP-12: state-of-another', async (session): Promise<AttemptResult> => {
    const { code, state } = await session.use(codes.other);
    return {
      reply: await session.probe(setMpin, mpinCall(deps, await session.use(mpinSender), code, state)),
      status: null,
      invoice: null,
      accountNo: null,
    };
  });
  const closed = closingOf(deps, scene, codes.live, [...own.values()]);

  const transfers = attempts.filter(({ operation }) => operation.id === requestTransfer.id);
  const { idle: idleBalance, around } = balanceSnapshots(deps, scene, opening, transfers.map(attemptKey));
  const wrongTransfer = wrongTransferOf(deps, scene, closed);
  const partsOf = (one: Attempt): readonly Step<unknown>[] =>
    [first.get(attemptKey(one)), around.get(attemptKey(one))].filter((part) => part !== undefined);
  const ofAnother = attempts.findIndex(({ way }) => way === 'state-of-another');
  const { promise: mpinSenderDone, resolve: leaveMpinSender } = Promise.withResolvers<undefined>();

  const whole = step('calls that ought to be refused', async (session) => {
    await session.behind(follows);
    const { person } = await session.use(customer.sender);
    const before: readonly Step<unknown>[] = [
      subAgent.tag,
      customer.beneficiaries.payee,
      foreign.added,
      foreign.detail,
      mpinSender,
      usualScheme,
    ];
    for (const each of before) await session.after(each);
    const order: readonly Step<unknown>[] = [
      idleBalance,
      ...attempts.slice(0, ofAnother).flatMap(partsOf),
      otherMpin,
      ...attempts.slice(ofAnother).flatMap(partsOf),
      ...[closed, ...wrongTransfer.order],
    ];
    // The other mobile's challenge stays open meanwhile, so nobody else may ask for one of its own.
    await deps.inTurn(subAgent.person, () =>
      deps.inTurn(person, async () => {
        for (const part of order) {
          await session.after(part);
          if (part === otherMpin) leaveMpinSender(undefined);
        }
      }),
    );
  });
  // Asked for with the whole, and ended with it at the latest: something may keep it from being tried.
  const mpinSenderTried: Step<void> = {
    ...step('the MPIN sender after refused calls', async (session) => {
      await Promise.race([mpinSenderDone, session.after(whole)]);
    }),
    asked: whole.asked,
  };
  const partOf = <T>(part: Step<T>): Step<T> =>
    step(part.name, async (session) => {
      await session.after(whole);
      return session.use(part);
    });
  const told = (one: Attempt): Step<AttemptResult> =>
    step(`${one.operation.id}: ${one.way}`, async (session) => {
      await session.after(whole);
      const done = await session.after(closed);
      const again = own.get(attemptKey(one));
      const tried = again === undefined || (done.ok && done.value.live) ? first.get(attemptKey(one)) : again;
      if (tried === undefined) throw new Error(`expected an attempt ${attemptKey(one)}, received none: add it to refusal-list.ts`);
      return session.use(tried);
    });
  const closing = partOf(step('the customer after refused calls', async (session) => (await session.use(closed)).detail));
  return {
    attempts,
    whole,
    mpinSenderTried,
    results: new Map([...attempts.map((one) => [attemptKey(one), told(one)] as const), ['state-of-another-OP-12', partOf(otherMpin)]]),
    balances: new Map([...around].map(([key, part]) => [key, partOf(part)])),
    opening: partOf(opening),
    closing,
    idle: step('the customer once more', async (session) => {
      await session.use(closing);
      const sender = await session.use(customer.sender);
      return deps.inTurn(sender.person, () => readDetail(deps, session, sender));
    }),
    accountsOfWrongCodes: async (session) => {
      const done = await Promise.all(attempts.map((one) => session.after(told(one))));
      const tried = done.flatMap((each) => (each.ok && each.value.accountNo !== null ? [each.value] : []));
      const accountsOf = (isSo: (code: number | null) => boolean): (string | null)[] =>
        tried.filter(({ reply }) => isSo(reply.code)).map(({ accountNo }) => accountNo);
      // What was served explains its own account in the list.
      const served = accountsOf((code) => code === 2000);
      const elsewhere = accountsOf((code) => code !== 4170);
      const asked = [...new Set(accountsOf((code) => code === 4170))]
        .filter((account) => account !== null)
        .filter((account) => !served.includes(account));
      return {
        alone: asked.filter((account) => !elsewhere.includes(account)),
        shared: asked.filter((account) => elsewhere.includes(account)),
      };
    },
    wrongTransfer: { reply: partOf(wrongTransfer.reply), balances: partOf(wrongTransfer.balances) },
  };
}
