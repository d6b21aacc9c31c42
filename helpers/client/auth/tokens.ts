import type { Exchange } from '../../core/exchange.ts';
import { isInItsLastSecond, lifetimeOf, readToken, type TokenFailure, type TokenResult } from './token.ts';
import { openLifetime } from './token-age.ts';

/** Asks for a token, or says why that was not possible. */
export type AskForToken = () => Promise<Exchange | TokenFailure>;

/** The token of one agent: asked for once, renewed ahead when its lifetime is told or learnt. */
export interface AgentToken {
  /** For a read, which can be repeated: as long as it lasts. */
  readonly get: () => TokenResult | Promise<TokenResult>;
  /** For a call with effects: one that will not run out on its way. No token is asked for until it is released, as that may end this one. */
  readonly lease: () => TokenResult | Promise<TokenResult>;
  /** After a lease that yielded a token. */
  readonly release: () => void;
  /** Asks once more, whatever is held; a token that comes is held from then on, a refusal is only told. */
  readonly fresh: () => Promise<TokenResult>;
  /** The token was accepted on a call that left at that moment: a later 401 may mean that it has expired. */
  readonly worked: (value: string, leftAt: number) => void;
  readonly hasWorked: (value: string) => boolean;
  /** After a 401: whether the token had worked before, lay about for long or was followed by another, and so is dropped. A fresh one is judged instead. */
  readonly dropStale: (value: string, leftAt: number) => boolean;
}

interface Held {
  readonly result: TokenResult;
  readonly askedAt: number;
  /** Infinity when no lifetime is told. */
  readonly renewAt: number;
}

/** How time passes. */
export interface Time {
  readonly now: () => number;
  readonly pause: (ms: number) => Promise<unknown>;
}

/** What will be no better on asking again. Trouble passes. */
const lasting = (result: TokenResult): boolean => result.kind !== 'trouble';

const aSecond = 1000;

/** Half a minute ahead, or half of a short lifetime: between the look at the clock and the service's own, a busy machine may lose a second. */
const lead = (lifetimeMs: number): number => Math.min(30_000, lifetimeMs / 2);

function hold(exchange: Exchange, askedAt: number): Held {
  const result = readToken(exchange);
  const seconds = exchange.response === null ? null : lifetimeOf(exchange.response.body.text);
  return { result, askedAt, renewAt: seconds === null ? Infinity : askedAt + seconds * 1000 - lead(seconds * 1000) };
}

const isOf = ({ result }: Held, value: string): boolean => result.kind === 'token' && result.value === value;

export function agentToken(ask: AskForToken, { now, pause }: Time): AgentToken {
  const accepted = new Set<string>();
  const dropped = new Set<string>();
  /** When a value was first asked for: a service may hand the same one out again. */
  const born = new Map<string, number>();
  /** Which request brought a value, the last time. */
  const broughtBy = new Map<string, number>();
  const lifetime = openLifetime();
  /** For calls with effects, and for reads when there is no older one. */
  let newest: Held | null = null;
  /** Reads go on with it, and so show how old a token may get. */
  let elder: Held | null = null;
  /** An older one was turned down: the service may let the newest live alone, so none is kept any more. */
  let eldersDie = false;
  let pending: Promise<TokenResult> | null = null;
  let requests = 0;
  let queued = 0;
  let last: Promise<unknown> = Promise.resolve();
  /** The service hands out the one it handed out before: asking again brings no younger one. */
  let reuses = false;
  let leases = 0;
  let onIdle: (() => void)[] = [];

  const lasts = (one: Held | null): one is Held => one !== null && now() < one.renewAt;
  const isYoung = (one: Held): boolean =>
    reuses || one.result.kind !== 'token' || lifetime.isSafe(now() - one.askedAt, one.renewAt !== Infinity);
  const idle = (): Promise<void> | null => (leases === 0 ? null : new Promise((resolve) => onIdle.push(resolve)));

  /** One request at a time: the last answer is the newest token only if the last request brought it. */
  const inTurn = <T>(task: () => Promise<T>): Promise<T> => {
    queued += 1;
    const turn = last.then(task).finally(() => {
      queued -= 1;
    });
    last = turn.catch(() => undefined);
    return turn;
  };
  const request = async (isLastTry = false): Promise<Held> => {
    await idle();
    const number = (requests += 1);
    const askedAt = now();
    const answer = await ask();
    if (!('response' in answer)) return { result: answer, askedAt, renewAt: Infinity };
    const next = hold(answer, askedAt);
    if (next.result.kind !== 'token') return next;
    const { value } = next.result;
    reuses = born.has(value);
    const first = born.get(value) ?? askedAt;
    born.set(value, first);
    broughtBy.set(value, number);
    // The same one until its end, which would come on the way of the next call: another is to be had right behind it.
    const isEnding = reuses && answer.response !== null && isInItsLastSecond(answer.response.body.text);
    if (!isEnding || isLastTry) return { ...next, askedAt: first };
    await pause(aSecond);
    return request(true);
  };
  const keep = (next: Held): void => {
    const older = lasts(elder) ? elder : lasts(newest) && newest.result.kind === 'token' ? newest : null;
    elder = eldersDie ? null : older;
    newest = next;
  };
  /** One that is still good is better than a refusal to hand out another. */
  const renew = async (): Promise<TokenResult> => {
    const next = await request();
    if (next.result.kind === 'token') keep(next);
    else if (lasts(newest) && newest.result.kind === 'token') return newest.result;
    else newest = lasting(next.result) ? next : null;
    return next.result;
  };
  const renewed = (): Promise<TokenResult> =>
    (pending ??= inTurn(renew).finally(() => {
      pending = null;
    }));
  /** Another was asked for since, and a service may let the newest live alone. */
  const isFollowed = (value: string): boolean => requests > (broughtBy.get(value) ?? requests);
  const leased = (result: TokenResult): TokenResult => {
    if (result.kind === 'token') leases += 1;
    return result;
  };

  const lease = (): TokenResult | Promise<TokenResult> => {
    if (pending === null && queued > 0) return last.then(lease);
    if (pending === null && lasts(newest) && isYoung(newest)) return leased(newest.result);
    return renewed().then((result) => (result.kind === 'token' && queued > 0 ? lease() : leased(result)));
  };

  return {
    get() {
      const current = lasts(elder) ? elder : newest;
      return lasts(current) ? current.result : renewed();
    },
    lease,
    release() {
      leases -= 1;
      if (leases > 0) return;
      for (const go of onIdle) go();
      onIdle = [];
    },
    fresh: () =>
      inTurn(async () => {
        const next = await request();
        if (next.result.kind === 'token') keep(next);
        return next.result;
      }),
    worked(value, leftAt) {
      accepted.add(value);
      lifetime.lived(leftAt - (born.get(value) ?? leftAt));
    },
    hasWorked: (value) => accepted.has(value),
    dropStale(value, leftAt) {
      const age = leftAt - (born.get(value) ?? leftAt);
      const followed = isFollowed(value);
      if (!accepted.has(value) && lifetime.isFresh(age) && !followed) return false;
      // Handed out a second time after it was dropped: this is no expiry.
      if (newest !== null && isOf(newest, value) && dropped.has(value)) return false;
      if (followed) eldersDie = true;
      else if (!dropped.has(value) && accepted.has(value)) lifetime.died(age);
      dropped.add(value);
      if (elder !== null && isOf(elder, value)) elder = null;
      if (newest !== null && isOf(newest, value)) newest = null;
      return true;
    },
  };
}
