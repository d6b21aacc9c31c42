import { setTimeout } from 'node:timers/promises';
import PQueue from 'p-queue';
import type { Config } from '../../config/config.ts';
import { findHeader } from '../../core/exchange.ts';
import { serviceUnavailable, tooManyRequests } from '../../core/gateway-statuses.ts';
import type { WireResult } from '../http/wire.ts';

export interface Limiter {
  /** A task with priority runs before tasks that already wait. */
  readonly run: <Result>(task: () => Promise<Result>, hasPriority?: boolean) => Promise<Result>;
  /** Settles when the next request may start; null means now. Call it within a slot. */
  readonly turn: () => Promise<unknown> | null;
  /** The target may say that requests come too often. Once it names a time, or says so several times in a row, fewer start for a while. */
  readonly noteAnswer: (answer: 'taken' | 'too many' | 'too many, come back later') => void;
}

/** Gateways may limit the rate with HTTP 503 too. */
export function readRateAnswer({ response }: WireResult): Parameters<Limiter['noteAnswer']>[0] {
  if (response?.status !== tooManyRequests && response?.status !== serviceUnavailable) return 'taken';
  if (findHeader(response.headers, 'retry-after') !== null) return 'too many, come back later';
  return response.status === tooManyRequests ? 'too many' : 'taken';
}

/** Limits how many tasks run at once, each queue in order. By hand, as p-queue costs more per call than the whole send. */
function openSlots(size: number): Omit<Limiter, 'turn' | 'noteAnswer'> {
  const first: (() => void)[] = [];
  const rest: (() => void)[] = [];
  let busy = 0;

  const acquire = (queue: (() => void)[]): Promise<void> | null => {
    if (busy >= size) return new Promise((resolve) => queue.push(resolve));
    busy += 1;
    return null;
  };
  /** The slot goes straight to the next waiting task. */
  const release = (): void => {
    const next = first.shift() ?? rest.shift();
    if (next === undefined) busy -= 1;
    else next();
  };

  return {
    async run(task, hasPriority = false) {
      const turn = acquire(hasPriority ? first : rest);
      if (turn !== null) await turn;
      try {
        return await task();
      } finally {
        release();
      }
    },
  };
}

/** Counts starts: those of the running second, or of the one before it where they were more. */
function countStarts() {
  let since = 0;
  let before = 0;
  let now = 0;
  return {
    note(): void {
      const at = Date.now();
      if (at - since >= secondMs) [since, before, now] = [at, at - since < 2 * secondMs ? now : 0, 0];
      now += 1;
    },
    perSecond: (): number => Math.max(before, now),
  };
}

const secondMs = 1000;

/** The rate falls by a quarter at once. It rises by a quarter each second, by half of that after the second fall, and so on. */
const slowdown = 0.75;
const firstRise = 0.25;
/** So many answers in a row that name no time, to any calls: a single one may be an accident. */
const mostInARow = 4;
/** A limit of the rate mostly counts seconds. */
const restMs = secondMs;
/** From this rate on, a rate that recovers needs no limit any more. */
const recoveredRps = 1000;

// Strict, because fixed windows let two starts come close together: one at the end of a window, one at the beginning of the next.
const openPace = (rps: number): PQueue => new PQueue({ interval: Math.ceil(secondMs / rps), intervalCap: 1, strict: true });

/** The rate now; null without a limit. */
interface Pace {
  readonly rps: number;
  readonly queue: PQueue;
  readonly since: number;
}

const createPace = (rps: number, since = Date.now()): Pace => ({ rps, queue: openPace(rps), since });

/** The configured rate again at the end; null where none is configured. */
function recover({ rps }: Pace, falls: number, maxRps: number | null): Pace | null {
  const next = rps * (1 + firstRise / falls);
  if (maxRps === null) return next >= recoveredRps ? null : createPace(next);
  return createPace(Math.min(maxRps, next));
}

export function openLimiter({ maxConcurrency, maxRps }: Config['connection']): Limiter {
  const starts = countStarts();
  const most = maxRps ?? Infinity;
  let pace = maxRps === null ? null : createPace(maxRps);
  let inARow = 0;
  let restUntil = 0;
  let falls = 0;
  const slowDown = (): void => {
    // One second holds many such answers, to requests that were under way already.
    if (Date.now() < restUntil + secondMs) return;
    falls += 1;
    restUntil = Date.now() + restMs;
    pace = createPace(Math.max(1, Math.min(most, starts.perSecond()) * slowdown), restUntil);
  };
  const leave = (): Promise<void> => {
    starts.note();
    return Promise.resolve();
  };
  const turn = (): Promise<unknown> | null => {
    const rest = restUntil - Date.now();
    if (rest > 0) return setTimeout(rest).then(turn);
    if (pace !== null && pace.rps < most && Date.now() - pace.since >= secondMs) pace = recover(pace, falls, maxRps);
    if (pace !== null) return pace.queue.add(leave);
    starts.note();
    return null;
  };
  return {
    ...openSlots(maxConcurrency),
    turn,
    noteAnswer(answer) {
      inARow = answer === 'taken' ? 0 : inARow + 1;
      if (answer === 'too many, come back later' || inARow >= mostInARow) slowDown();
    },
  };
}
