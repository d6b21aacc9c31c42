import PQueue from 'p-queue';
import type { Config } from '../../config/config.ts';

export interface Limiter {
  /** A task with `ahead` runs before tasks that already wait. */
  readonly run: <Result>(task: () => Promise<Result>, ahead?: boolean) => Promise<Result>;
  /** Settles when the next request may start; null means now. Call it within a slot. */
  readonly turn: () => Promise<unknown> | null;
  /** The target says that requests come too often: fewer start from now on. */
  readonly slowDown: () => void;
  readonly idle: () => Promise<void>;
}

/** Limits how many tasks run at once, each queue in order. A queue library would cost every call more than the rest of its way. */
function openSlots(size: number): Omit<Limiter, 'turn' | 'slowDown'> {
  const first: (() => void)[] = [];
  const rest: (() => void)[] = [];
  const idlers: (() => void)[] = [];
  let busy = 0;

  const acquire = (queue: (() => void)[]): Promise<void> | null => {
    if (busy >= size) return new Promise((resolve) => queue.push(resolve));
    busy += 1;
    return null;
  };
  /** The slot goes straight to the next waiting task. */
  const release = (): void => {
    const next = first.shift() ?? rest.shift();
    if (next !== undefined) {
      next();
      return;
    }
    busy -= 1;
    if (busy === 0) for (const idler of idlers.splice(0)) idler();
  };

  return {
    async run(task, ahead = false) {
      const turn = acquire(ahead ? first : rest);
      if (turn !== null) await turn;
      try {
        return await task();
      } finally {
        release();
      }
    },
    idle: () => (busy === 0 ? Promise.resolve() : new Promise((resolve) => idlers.push(resolve))),
  };
}

/** Counts starts: those of the running second, or of the one before it where they were more. */
function countStarts() {
  let [since, before, now] = [0, 0, 0];
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

/** Where the target is busy whatever the rate, a run may not take three times as long. */
const mostSlowdowns = 3;
const slowdown = 0.75;

// Strict, because fixed windows let two starts come close together: one at the end of a window, one at the beginning of the next.
const openPace = (rps: number): PQueue => new PQueue({ interval: Math.ceil(secondMs / rps), intervalCap: 1, strict: true });

export function openLimiter({ maxConcurrency, maxRps }: Config['connection']): Limiter {
  const starts = countStarts();
  let pace = maxRps === null ? null : openPace(maxRps);
  let [slowdowns, slowedAt] = [0, 0];
  return {
    ...openSlots(maxConcurrency),
    turn() {
      starts.note();
      return pace === null ? null : pace.add(() => Promise.resolve());
    },
    slowDown() {
      const now = Date.now();
      // One second holds many such answers, to requests that were under way already.
      if (slowdowns === mostSlowdowns || now - slowedAt < 2 * secondMs) return;
      [slowdowns, slowedAt] = [slowdowns + 1, now];
      pace = openPace(Math.max(1, Math.floor(starts.perSecond() * slowdown)));
    },
  };
}
