/** The time of the sandbox. A test may inject a virtual clock. */
export interface Clock {
  now(): number;
  /** Runs the action once, `ms` from now; the answer cancels it. */
  after(ms: number, action: () => void): () => void;
}

export const systemClock: Clock = {
  now: Date.now,
  after(ms, action) {
    // Never what keeps the process alive: the server does that.
    const timer = setTimeout(action, ms).unref();
    return () => {
      clearTimeout(timer);
    };
  },
};

export const pause = (clock: Clock, ms: number): Promise<void> =>
  new Promise((resolve) => {
    clock.after(ms, resolve);
  });

/** `YYYY-MM-DD HH:mm:ss`, the only form of time the document shows; it names no zone. */
export const timestamp = (ms: number, offsetMinutes: number): string =>
  new Date(ms + offsetMinutes * 60_000).toISOString().slice(0, 19).replace('T', ' ');
