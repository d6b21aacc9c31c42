export interface Ticket {
  /**
   * Settles when all calls have a slot. Only then they take tokens: a token that is in use cannot be renewed, and calls in all other slots may
   * wait for its renewal.
   */
  readonly takePlace: () => Promise<void>;
  /** Settles when all calls are ready to leave. */
  readonly arrive: () => Promise<void>;
  /** The call will not leave, so the others do not wait for it. */
  readonly giveUp: () => void;
}

type Enter = () => Promise<void>;

/** Each call enters once; the promise settles with the last of them. */
function openGate(size: number): readonly Enter[] {
  const { promise: opened, resolve: open } = Promise.withResolvers<undefined>();
  let missing = size;
  return Array.from({ length: size }, () => {
    let counted = false;
    return () => {
      if (!counted) missing -= 1;
      counted = true;
      if (missing === 0) open(undefined);
      return opened;
    };
  });
}

const stay: Enter = () => Promise.resolve();

/** Holds calls back until the last one is ready, because each takes its own time before the wire. */
export function openBarrier(size: number): readonly Ticket[] {
  const placed = openGate(size);
  return openGate(size).map((arrive, at) => {
    const takePlace = placed[at] ?? stay;
    return {
      takePlace,
      arrive,
      giveUp: () => {
        void takePlace();
        void arrive();
      },
    };
  });
}
