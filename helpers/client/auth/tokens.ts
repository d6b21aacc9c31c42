import { holdsToken, readHeldToken, type HeldToken } from './held-token.ts';
import { createTokenState, type AskForToken, type TokenOptions, type TokenState } from './token-state.ts';
import { isInLastSecond, type TokenResult } from './token.ts';

/** The token of one agent: requested once, and renewed in time when its lifetime is stated or learned. */
export interface AgentToken {
  /** For a read, which can be repeated: the token may expire on the way. */
  readonly get: () => TokenResult | Promise<TokenResult>;
  /**
   * For a call with effects: a token that lasts long enough. No new token is requested before `release`, because that may end this one. Calls
   * that leave `together` wait for each other, so a further one takes the token that is leased: a new one would wait for the first of them.
   * A call that `movesMoney` gets a token of its own once one ended early.
   */
  readonly lease: (need?: LeaseNeed) => TokenResult | Promise<TokenResult>;
  /** Only after a lease that returned a token. */
  readonly release: () => void;
  /** Requests a token even when one is held. A new token is held from then on; a refusal is only returned. */
  readonly requestFresh: () => Promise<TokenResult>;
  /** The service accepted the token on a call that left at that moment: a later 401 may mean expiry. */
  readonly noteAccepted: (value: string, leftAt: number) => void;
  /**
   * After a 401. True, and the token dropped, when it had worked before, was old, or a newer one was requested since. One fresh token may
   * fail by accident too. False for a second one right after it, which is judged.
   */
  readonly dropStale: (value: string, leftAt: number) => boolean;
  /** That 401 was about the call: newer tokens got one too. */
  readonly noteAlive: (value: string, leftAt: number) => void;
}

export interface LeaseNeed {
  readonly together: boolean;
  readonly movesMoney: boolean;
}

const usualNeed: LeaseNeed = { together: false, movesMoney: false };

/** Only trouble passes: after any other result, asking again changes nothing. */
const isLasting = (result: TokenResult): boolean => result.kind !== 'trouble';

const oneSecondMs = 1000;

const isStillValid = ({ time }: TokenState, one: HeldToken | null): one is HeldToken => one !== null && time.now() < one.renewAt;

function isSafeForEffects({ reuses, lifetime, time }: TokenState, one: HeldToken, { movesMoney }: LeaseNeed): boolean {
  if (reuses || one.result.kind !== 'token') return true;
  return !(movesMoney && lifetime.endedEarly()) && lifetime.isSafe(time.now() - one.askedAt, one.renewAt !== Infinity);
}

async function requestToken(state: TokenState, isLastTry = false): Promise<HeldToken> {
  const { time, firstAskedAt } = state;
  await state.leases.whenIdle();
  const number = (state.requests += 1);
  const askedAt = time.now();
  const answer = await state.ask();
  if (!('response' in answer)) return { result: answer, askedAt, renewAt: Infinity };
  const next = readHeldToken(answer, askedAt, time.agent);
  if (next.result.kind !== 'token') return next;
  const { value } = next.result;
  state.reuses = firstAskedAt.has(value);
  const first = firstAskedAt.get(value) ?? askedAt;
  firstAskedAt.set(value, first);
  state.broughtBy.set(value, number);
  // The same token in its last second: it would expire on the way of the next call. The service has a new one right after.
  const isEnding = state.reuses && answer.response !== null && isInLastSecond(answer.response.body.text);
  if (!isEnding || isLastTry) return { ...next, askedAt: first };
  await time.pause(oneSecondMs);
  return requestToken(state, true);
}

const isGoodToken = (state: TokenState, one: HeldToken | null): one is HeldToken => isStillValid(state, one) && one.result.kind === 'token';

function keepNewest(state: TokenState, next: HeldToken): void {
  const older = isStillValid(state, state.older) ? state.older : isGoodToken(state, state.newest) ? state.newest : null;
  state.older = state.keepsNoOlder ? null : older;
  state.newest = next;
}

/** A token that is still good is better than a refusal. */
async function renewToken(state: TokenState): Promise<TokenResult> {
  const next = await requestToken(state);
  if (next.result.kind === 'token') keepNewest(state, next);
  else if (isGoodToken(state, state.newest)) return state.newest.result;
  else state.newest = isLasting(next.result) ? next : null;
  return next.result;
}

function renewTokenOnce(state: TokenState): Promise<TokenResult> {
  state.pending ??= state.turns
    .run(() => renewToken(state))
    .finally(() => {
      state.pending = null;
    });
  return state.pending;
}

function getToken(state: TokenState): TokenResult | Promise<TokenResult> {
  const current = isStillValid(state, state.older) ? state.older : state.newest;
  return isStillValid(state, current) ? current.result : renewTokenOnce(state);
}

function takeLease(state: TokenState, result: TokenResult): TokenResult {
  if (result.kind !== 'token') return result;
  state.leases.take();
  state.leased = result;
  return result;
}

function leaseToken(state: TokenState, need: LeaseNeed): TokenResult | Promise<TokenResult> {
  const { turns, pending, newest, leases, leased } = state;
  if (need.together && leased !== null && leases.isTaken()) return takeLease(state, leased);
  if (pending === null && turns.queued() > 0) return turns.whenLastEnds().then(() => leaseToken(state, need));
  if (pending === null && isStillValid(state, newest) && isSafeForEffects(state, newest, need)) return takeLease(state, newest.result);
  return renewTokenOnce(state).then((result) =>
    result.kind === 'token' && turns.queued() > 0 ? leaseToken(state, need) : takeLease(state, result),
  );
}

async function requestFreshToken(state: TokenState): Promise<TokenResult> {
  const next = await requestToken(state);
  if (next.result.kind === 'token') keepNewest(state, next);
  return next.result;
}

const measureTokenAge = ({ firstAskedAt }: TokenState, value: string, leftAt: number): number =>
  leftAt - (firstAskedAt.get(value) ?? leftAt);

function dropStaleToken(state: TokenState, value: string, leftAt: number): boolean {
  const { accepted, dropped, refusedFresh, lifetime, newest, older } = state;
  const age = measureTokenAge(state, value, leftAt);
  // A newer token was requested since, and a service may accept only the newest.
  const isFollowed = state.requests > (state.broughtBy.get(value) ?? state.requests);
  const isRefusedFresh = !accepted.has(value) && lifetime.isFresh(age) && !isFollowed;
  if (isRefusedFresh) refusedFresh.add(value);
  if (isRefusedFresh && refusedFresh.size > 1) return false;
  // Handed out again after it was dropped: this is no expiry.
  if (newest !== null && holdsToken(newest, value) && dropped.has(value)) return false;
  if (isFollowed) state.keepsNoOlder = true;
  else if (!dropped.has(value) && accepted.has(value)) lifetime.noteExpired(age);
  dropped.add(value);
  if (older !== null && holdsToken(older, value)) state.older = null;
  if (newest !== null && holdsToken(newest, value)) state.newest = null;
  return true;
}

export function openAgentToken(ask: AskForToken, time: TokenOptions): AgentToken {
  const state = createTokenState(ask, time);
  return {
    get: () => getToken(state),
    lease: (need = usualNeed) => leaseToken(state, need),
    release: state.leases.release,
    requestFresh: () => state.turns.run(() => requestFreshToken(state)),
    noteAccepted(value, leftAt) {
      state.accepted.add(value);
      state.refusedFresh.clear();
      state.lifetime.noteAccepted(measureTokenAge(state, value, leftAt));
    },
    dropStale: (value, leftAt) => dropStaleToken(state, value, leftAt),
    noteAlive(value, leftAt) {
      state.lifetime.forgetExpired(measureTokenAge(state, value, leftAt));
    },
  };
}
