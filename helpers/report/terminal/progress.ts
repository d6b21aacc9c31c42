import { toOneLine } from '../../core/text.ts';
import { pickFitting, wrapLine } from './wrap.ts';

interface ProgressOutput {
  readonly isTTY?: boolean;
  readonly columns?: number;
  readonly write: (text: string) => unknown;
}

export interface Progress {
  /** Replaces the live line on a terminal, by the first wording that fits. In a pipe, prints the first one from time to time. */
  readonly show: (...wordings: readonly string[]) => void;
  /** Prints a line that stays. */
  readonly keep: (line: string) => void;
  /** Writes to another output of the same terminal. */
  readonly aside: (write: () => void) => void;
  /** Frees the terminal for a question: kept lines wait, live lines are dropped. Returns the function that ends this. */
  readonly hold: () => () => void;
}

/** Milliseconds. In a pipe, a line this often shows that the run is alive without filling the log. */
const pipeInterval = 10_000;
/** Milliseconds between two drawings. */
const drawInterval = 50;

const eraseLine = '\r\u001b[2K';

const usualColumns = 80;

/** Null in a pipe, whose reader wraps lines. A terminal of unknown size says 0. The last column stays free: a full line would wrap. */
export function terminalWidth({ isTTY, columns = 0 }: Pick<ProgressOutput, 'isTTY' | 'columns'>): number | null {
  if (isTTY !== true) return null;
  return Math.max(20, (columns > 0 ? columns : usualColumns) - 1);
}

export function openProgress(output: ProgressOutput, now: () => number = Date.now): Progress {
  const live = output.isTTY === true;
  const width = (): number => terminalWidth(output) ?? Number.POSITIVE_INFINITY;
  let last = live ? Number.NEGATIVE_INFINITY : now();
  let holders = 0;
  const waiting: (() => void)[] = [];
  const whenFree = (write: () => void): void => {
    if (holders > 0) waiting.push(write);
    else write();
  };
  const erase = (): void => {
    if (live) output.write(eraseLine);
  };
  return {
    show: (...wordings) => {
      if (holders > 0 || now() - last < (live ? drawInterval : pipeInterval)) return;
      last = now();
      const line = pickFitting(wordings.map(toOneLine), width());
      output.write(live ? `${eraseLine}${line}` : `${line}\n`);
    },
    keep: (line) => {
      whenFree(() => output.write(`${live ? eraseLine : ''}${wrapLine(toOneLine(line), width())}\n`));
    },
    aside: (write) => {
      whenFree(() => {
        erase();
        write();
      });
    },
    hold: () => {
      erase();
      holders += 1;
      return () => {
        holders -= 1;
        if (holders === 0) for (const write of waiting.splice(0)) write();
      };
    },
  };
}

/** `self-check   3 planted faults seen` */
export const stageLine = (stage: string, text: string): string => `${stage.padEnd(13)}${text}`;

export function formatClock(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  return `${String(Math.floor(seconds / 60)).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}`;
}
