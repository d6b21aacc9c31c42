/** A test may pass a virtual clock. */
export interface Clock {
  now(): number;
  /** Runs the action once after `ms`. The returned function cancels it. */
  after(ms: number, action: () => void): () => void;
}

export const systemClock: Clock = {
  now: Date.now,
  after(ms, action) {
    // The server keeps the process alive, and timers must not.
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

/** `YYYY-MM-DD HH:mm:ss`, the only time form of the document, which names no zone. */
export const timestamp = (ms: number, offsetMinutes: number): string =>
  new Date(ms + offsetMinutes * 60_000).toISOString().slice(0, 19).replace('T', ' ');
