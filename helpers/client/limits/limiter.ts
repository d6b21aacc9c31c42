import PQueue from 'p-queue';
import type { Config } from '../../config/config.ts';

export interface Limiter {
  /** A task with `ahead` runs before tasks that already wait. */
  readonly run: <Result>(task: () => Promise<Result>, ahead?: boolean) => Promise<Result>;
  /** Settles when the next request may start; null means now. Call it within a slot. */
  readonly turn: () => Promise<unknown> | null;
  readonly idle: () => Promise<void>;
}

/** Limits how many tasks run at once, each queue in order. A queue library would cost every call more than the rest of its way. */
function openSlots(size: number): Omit<Limiter, 'turn'> {
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

export function openLimiter({ maxConcurrency, maxRps }: Config['connection']): Limiter {
  const slots = openSlots(maxConcurrency);
  if (maxRps === null) return { ...slots, turn: () => null };
  // Strict, because fixed windows let two starts come close together: one at the end of a window, one at the beginning of the next.
  const pace = new PQueue({ interval: Math.ceil(1000 / maxRps), intervalCap: 1, strict: true });
  return { ...slots, turn: () => pace.add(() => Promise.resolve()) };
}
