/** Tasks that are done one after another. */
export interface Turns {
  /** How many are under way or wait. */
  readonly queued: () => number;
  /** Settles when the last of them has ended. */
  readonly whenLastEnds: () => Promise<unknown>;
  readonly run: <T>(task: () => Promise<T>) => Promise<T>;
}

export function openTurns(): Turns {
  let queued = 0;
  let last: Promise<unknown> = Promise.resolve();
  return {
    queued: () => queued,
    whenLastEnds: () => last,
    run(task) {
      queued += 1;
      const turn = last.then(task).finally(() => {
        queued -= 1;
      });
      last = turn.catch(() => undefined);
      return turn;
    },
  };
}

/** Calls that hold something which nobody may replace meanwhile. */
export interface Leases {
  readonly take: () => void;
  readonly release: () => void;
  /** Settles when none is left; null when none is taken. */
  readonly whenIdle: () => Promise<void> | null;
}

export function openLeases(): Leases {
  let taken = 0;
  let waiting: (() => void)[] = [];
  return {
    take() {
      taken += 1;
    },
    release() {
      taken -= 1;
      if (taken > 0) return;
      for (const go of waiting) go();
      waiting = [];
    },
    whenIdle: () => (taken === 0 ? null : new Promise((resolve) => waiting.push(resolve))),
  };
}
