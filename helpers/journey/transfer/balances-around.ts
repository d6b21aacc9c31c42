import type { Reply } from '../../judge/reply.ts';
import { poll } from '../../session/poll.ts';
import { momentMs, within } from '../../session/waits.ts';
import { type Session, step, type Step } from '../../session/session.ts';
import { newChallenge } from '../consent/challenge.ts';
import type { Dependencies } from '../setup/dependencies.ts';
import { readDetail, type Sender } from '../sender/sender.ts';
import type { Detail } from '../setup/detail.ts';
import {
  areBalancesEqual,
  hasFallen,
  requireSameBalances,
  readBalances,
  requireIdleBalances,
  type AccountBalances,
  readLastBalances,
} from './balance.ts';
import { readOnceSettled, createBalanceReader, readUntilIdle, type BalanceReader } from './balance-reader.ts';

export interface BalancesAround {
  readonly before: AccountBalances;
  readonly after: AccountBalances;
}

/** OP-14 once before the calls, and once after each. */
interface BalanceReads {
  readonly opening: Step<AccountBalances>;
  readonly read: (name: string, behind: Step<unknown>) => Step<AccountBalances>;
}

function createBalanceReads(deps: Dependencies, name: string, who: Step<Sender>, from: Step<Detail>): BalanceReads {
  const reader = step(`the balance ${name}`, async (session): Promise<BalanceReader> =>
    createBalanceReader(deps, await session.use(who), await session.use(from)),
  );
  const opening = step(reader.name, async (session) => readOnceSettled(deps, await session.use(who), await session.use(reader), session));
  const read = (after: string, behind: Step<unknown>): Step<AccountBalances> =>
    step(`the balance after ${after}`, async (session) => {
      await session.use(behind);
      return readBalances(await (await session.use(reader)).read(session));
    });
  return { opening, read };
}

const pairBalances = (name: string, before: Step<AccountBalances>, after: Step<AccountBalances>): Step<BalancesAround> =>
  step(`the balance around ${name}`, async (session) => ({ before: await session.use(before), after: await session.use(after) }));

/** The balance around each call, in the order of the calls. */
interface AllBalancesPlan {
  readonly name: string;
  readonly who: Step<Sender>;
  readonly opening: Step<Detail>;
  readonly keys: readonly string[];
}

export function createAllBalancesAround(deps: Dependencies, { name, who, opening, keys }: AllBalancesPlan) {
  const { opening: first, read } = createBalanceReads(deps, `before ${name}`, who, opening);
  const around = new Map<string, Step<BalancesAround>>();
  let last = first;
  for (const key of keys) {
    const after = read(key, last);
    around.set(key, pairBalances(key, last, after));
    last = after;
  }
  return { first, around };
}

interface AroundPlan {
  readonly name: string;
  readonly who: Step<Sender>;
  /** The sessions to read with. */
  readonly detail: Step<Detail>;
  readonly sent: Step<unknown>;
}

/** Use `first` before what is sent, and `around` after it. */
export function createBalancesAround(deps: Dependencies, { name, who, detail, sent }: AroundPlan) {
  const { opening: first, read } = createBalanceReads(deps, `before ${name}`, who, detail);
  return { first, around: pairBalances(name, first, read(name, sent)) };
}

const longMomentMs = 3000;

/** What a code costs may leave for seconds. A check that is about to accuse has the time to see it (reading 17). */
export const allowLateCost = ({ waits }: Pick<Dependencies, 'waits'>): number =>
  Math.max(momentMs, Math.min(longMomentMs, waits.allowedMs('debit')));

/** Reads until the balance is another one, for a moment: money may leave behind the answer. */
export async function watchBalance(
  session: Session,
  { read, costly }: BalanceReader,
  was: AccountBalances,
  forMs = momentMs,
): Promise<AccountBalances> {
  const hasMoved = (reading: Reply): boolean => !areBalancesEqual(was, readBalances(reading));
  const readings = await poll(() => read(session), hasMoved, within(forMs), { costly });
  return readLastBalances(readings);
}

/**
 * What the balance does by itself, and what a code and an OP-6 cost alone, is no other call's doing: who else pays, and fees, are open (readings
 * 17 and 20). Only a check that is about to accuse asks for it.
 */
export async function requireStillBalance(
  deps: Dependencies,
  session: Session,
  sender: Sender,
  reader: BalanceReader,
  was: AccountBalances,
): Promise<void> {
  // OP-6 may use a code that is left over.
  await newChallenge(deps, session, sender.person);
  await readDetail(deps, session, sender);
  requireSameBalances(was, await watchBalance(session, reader, was));
}

/**
 * The same call once more, between idle readings of its own: money that left by chance does not leave again (reading 17). The sender is
 * watched before the call for as long as behind it, so what moves by itself moves before it too. Only a check that is about to accuse asks
 * for it. Its sessions are new: what the first call did behind its refusal may have used up the older ones.
 */
export const createBalancesAgain = (deps: Dependencies, { name, who, sent }: Omit<AroundPlan, 'detail'>): Step<BalancesAround> =>
  step(`the balance around ${name} once more`, async (session) => {
    const sender = await session.use(who);
    return deps.inTurn(sender.person, async () => {
      const reader = createBalanceReader(deps, sender, await readDetail(deps, session, sender));
      const before = requireIdleBalances(await readUntilIdle(deps, sender, reader, session));
      requireSameBalances(before, await watchBalance(session, reader, before, allowLateCost(deps)));
      const began = Date.now();
      await session.after(sent);
      const tookMs = Date.now() - began;
      const after = await watchBalance(session, reader, before);
      // Many calls take longer than a moment.
      if (tookMs > momentMs && hasFallen(before, after)) requireSameBalances(after, await watchBalance(session, reader, after, tookMs));
      if (hasFallen(before, after)) await requireStillBalance(deps, session, sender, reader, after);
      return { before, after };
    });
  });
