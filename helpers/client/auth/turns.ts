export interface Turns {
  readonly queued: () => number;
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

/** Counts calls that hold something which must not be replaced meanwhile. */
export interface Leases {
  readonly take: () => void;
  readonly release: () => void;
  readonly isTaken: () => boolean;
  /** Settles when no lease is left; null when none is taken. */
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
    isTaken: () => taken > 0,
    whenIdle: () => (taken === 0 ? null : new Promise((resolve) => waiting.push(resolve))),
  };
}
