import type { Config } from '../config/config.ts';
import type { Wait } from '../core/records/journal-lines.ts';
import type { Waitings } from '../session/waiting.ts';

/** A run is looked at so often before it is said to stand still: a look alone may follow a sleep of the machine. */
const looks = 4;
/** For what the suite itself does between two calls, in milliseconds. */
const pauseMs = 60_000;
const secondMs = 1000;

/** No call takes longer, and none waits longer for its turn. */
export const calculateStandstillMs = ({ timeoutMs, maxRps }: Config['connection']): number =>
  pauseMs + looks * timeoutMs + (maxRps === null ? 0 : secondMs / maxRps);

export interface Watched {
  /** Grows with each request and each check that ends. */
  readonly moves: () => number;
  readonly waitings: Pick<Waitings, 'longest'>;
}

/** Whether nothing moved in so many looks, and nothing was waited for. */
export function countStillLooks({ moves, waitings }: Watched): () => boolean {
  let seen = moves();
  let still = 0;
  return () => {
    const now = moves();
    still = now === seen && waitings.longest() === null ? still + 1 : 0;
    seen = now;
    return still >= looks;
  };
}

export interface Standstill {
  readonly reached: Promise<Wait>;
  readonly stop: () => void;
}

/** No service can make a run stand still: every call and every wait has an end. So the suite waits for itself. */
export function watchForStandstill(watched: Watched, limitMs: number): Standstill {
  const isStill = countStillLooks(watched);
  const { promise: reached, resolve } = Promise.withResolvers<Wait>();
  const timer = setInterval(() => {
    if (!isStill()) return;
    resolve({
      startedAt: new Date(Date.now() - limitMs).toISOString(),
      durationMs: limitMs,
      reason: `nothing moved for ${Math.round(limitMs / secondMs)} s: the suite waits for itself, which is a defect of the suite; report it`,
    });
  }, limitMs / looks);
  return {
    reached,
    stop: () => {
      clearInterval(timer);
    },
  };
}
