/** Hears what the run waits for, and until when at most (milliseconds since the epoch). Call the returned function when the wait ends. */
export type BeginWaiting = (what: string, until: number) => () => void;

export const unheardWaiting: BeginWaiting = () => () => undefined;

export const hearBoth =
  (one: BeginWaiting, other: BeginWaiting): BeginWaiting =>
  (...wait) => {
    const ends = [one(...wait), other(...wait)];
    return () => {
      for (const end of ends) end();
    };
  };

/** What the run waits for, and until when in milliseconds since the epoch. */
export interface Waiting {
  readonly what: string;
  readonly since: number;
  readonly until: number;
}

export interface Waitings {
  readonly begin: BeginWaiting;
  /** Null when nothing is waited for. */
  readonly longest: () => Waiting | null;
}

/** What is waited for at the moment. A wait is over at its end, whether it is told or not. */
export function openWaitings(now: () => number = Date.now): Waitings {
  const open = new Set<Waiting>();
  return {
    begin(what, until) {
      const waiting = { what, until, since: now() };
      open.add(waiting);
      return () => void open.delete(waiting);
    },
    longest() {
      for (const waiting of open) if (waiting.until < now()) open.delete(waiting);
      const [first = null] = open;
      return first;
    },
  };
}
