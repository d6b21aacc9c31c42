/** One of several calls that are to leave together. */
export interface Ticket {
  /** Settles when all of them are about to leave. */
  readonly arrive: () => Promise<void>;
  /** It will not leave any more, so nobody waits for it. */
  readonly giveUp: () => void;
}

/** Holds calls back until the last of them is ready: what comes before the wire takes each its own time. */
export function openBarrier(size: number): readonly Ticket[] {
  const { promise: opened, resolve: open } = Promise.withResolvers<undefined>();
  let missing = size;
  const oneLess = (): void => {
    missing -= 1;
    if (missing === 0) open(undefined);
  };
  return Array.from({ length: size }, () => {
    let counted = false;
    const count = (): void => {
      if (!counted) oneLess();
      counted = true;
    };
    return {
      arrive: () => {
        count();
        return opened;
      },
      giveUp: count,
    };
  });
}
