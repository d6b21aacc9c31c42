import type { Config } from '../config/config.ts';
import type { Printer } from '../report/terminal/printer.ts';
import type { BeginWaiting } from '../session/waiting.ts';
import type { ConductOptions } from './run.ts';

/** Where a run says how it goes, gets its codes, and is told to stop: the terminal, or the certification page. */
export interface UserInterface extends Printer {
  /** A person can be asked for codes. */
  readonly canAsk: boolean;
  /** `expected`: how many codes a person will be asked for; null where no codes are typed. */
  readonly openContext: (onWaiting: BeginWaiting, expected: number | null) => NonNullable<ConductOptions['terminalOptions']>;
  /** `interrupted` resolves when the run should stop. After `ended` there is no run to stop. */
  readonly listenForInterrupt: (say: (text: string) => void) => {
    readonly interrupted: Promise<void>;
    readonly ended: () => void;
    readonly release: () => void;
  };
  /** Hears what the run will try, before its first request. */
  readonly onStart?: (config: Config, tries: readonly string[]) => void;
  readonly onOutcome?: ConductOptions['onOutcome'];
  /** Nothing is sent any more; the reports are next. */
  readonly onEnd?: () => unknown;
}
