export interface Ticket {
  /** Settles when all calls are ready to leave. */
  readonly arrive: () => Promise<void>;
  /** The call will not leave, so the others do not wait for it. */
  readonly giveUp: () => void;
}

/** Holds calls back until the last one is ready, because each takes its own time before the wire. */
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
