import type { UserInterface } from '../../helpers/run/user-interface.ts';
import { formatCommand } from '../../helpers/config/environment.ts';

const exitInterrupted = 130;

/** The second Ctrl-C ends the process. */
export const listenForInterrupt: UserInterface['listenForInterrupt'] = (say) => {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  let times = 0;
  let doing = 'stopping, and writing what was found';
  const onSignal = (): void => {
    times += 1;
    if (times > 1) {
      say(`ended at once; the journals are kept: ${formatCommand('report')} renders them`);
      process.exit(exitInterrupted);
    }
    say(`${doing}; press Ctrl-C again to end at once`);
    resolve(undefined);
  };
  const signals = ['SIGINT', 'SIGTERM'] as const;
  for (const signal of signals) process.on(signal, onSignal);
  return {
    interrupted: promise,
    ended: () => {
      doing = 'the run has ended already, and its reports are being written';
    },
    release: () => {
      for (const signal of signals) process.off(signal, onSignal);
    },
  };
};
