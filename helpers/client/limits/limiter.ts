import PQueue from 'p-queue';
import type { Config } from '../../config/config.ts';

export interface Limiter {
  /** One that others wait for goes before those that wait already. */
  readonly run: <Result>(task: () => Promise<Result>, ahead?: boolean) => Promise<Result>;
  /** The moment for the next request to start; null when that is now. Asked for within a slot. */
  readonly turn: () => Promise<unknown> | null;
  /** Nothing waits and nothing is under way. */
  readonly idle: () => Promise<void>;
}

/** Bounds what is under way at once, in the order it was asked for within each of the two queues. Every call passes here, and a queue would cost it more than the rest of its way. */
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
  /** A slot goes straight to who waits longest. */
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

/** Bounds what is under way at once and, where asked for, how often something starts; starts are spread evenly. */
export function openLimiter({ maxConcurrency, maxRps }: Config['connection']): Limiter {
  const slots = openSlots(maxConcurrency);
  if (maxRps === null) return { ...slots, turn: () => null };
  const pace = new PQueue({ interval: Math.ceil(1000 / maxRps), intervalCap: 1 });
  return { ...slots, turn: () => pace.add(() => Promise.resolve()) };
}
