import { formatCommand } from '../../helpers/config/environment.ts';

const exitInterrupted = 130;

/** `interrupted` resolves at the first Ctrl-C. The second Ctrl-C ends the process. */
export function listenForInterrupt(say: (text: string) => void): { readonly interrupted: Promise<void>; readonly release: () => void } {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  let times = 0;
  const onSignal = (): void => {
    times += 1;
    if (times > 1) {
      say(`ended at once; the journals are kept: ${formatCommand('report')} renders them`);
      process.exit(exitInterrupted);
    }
    say('stopping, and writing what was found; press Ctrl-C again to end at once');
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
