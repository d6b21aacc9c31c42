import type { Config } from '../../helpers/config/config.ts';
import type { ConductOptions } from '../../helpers/run/run.ts';
import { openProgress, terminalWidth, type Progress } from '../../helpers/report/terminal/progress.ts';
import type { BeginWaiting } from '../../helpers/session/waiting.ts';
import { listenForInterrupt } from './interrupt.ts';
import { createTerminalOptions } from './terminal.ts';

/** Where a run says how it goes, gets its codes, and is told to stop: the terminal, or the certification page. */
export interface Desk {
  readonly progress: Progress;
  /** Prints a line of the summary. */
  readonly print: (line: string) => void;
  readonly color: boolean;
  readonly width: number | null;
  /** `expected`: how many codes a person will be asked for; null where nobody types them. */
  readonly openContext: (onWaiting: BeginWaiting, expected: number | null) => NonNullable<ConductOptions['terminalOptions']>;
  readonly listenForInterrupt: typeof listenForInterrupt;
  /** Hears what the run will try, before its first request. */
  readonly onStart?: (config: Config, tries: readonly string[]) => void;
  readonly onOutcome?: ConductOptions['onOutcome'];
  /** Nothing is sent any more; the reports are next. */
  readonly onEnd?: () => void;
}

export function openTerminalDesk(): Desk {
  const progress = openProgress(process.stdout);
  return {
    progress,
    print: (line) => void process.stdout.write(`${line}\n`),
    color: process.stdout.isTTY && process.env['NO_COLOR'] === undefined,
    width: terminalWidth(process.stdout),
    openContext: (onWaiting, expected) => createTerminalOptions(progress, onWaiting, expected),
    listenForInterrupt,
  };
}
