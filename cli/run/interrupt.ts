const exitInterrupted = 130;

/** Settles at the first Ctrl-C; the second one ends the process at once. */
export function listenForInterrupt(): { readonly interrupted: Promise<void>; readonly release: () => void } {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  let times = 0;
  const onSignal = (): void => {
    times += 1;
    if (times > 1) process.exit(exitInterrupted);
    resolve(undefined);
  };
  const signals = ['SIGINT', 'SIGTERM'] as const;
  for (const signal of signals) process.on(signal, onSignal);
  return {
    interrupted: promise,
    release: () => {
      for (const signal of signals) process.off(signal, onSignal);
    },
  };
}
