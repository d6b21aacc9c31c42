import { toOneLine, shorten } from '../../core/text.ts';

interface ProgressOutput {
  readonly isTTY?: boolean;
  readonly columns?: number;
  readonly write: (text: string) => unknown;
}

export interface Progress {
  /** Replaces the live line on a terminal. In a pipe, prints a line from time to time. */
  readonly show: (line: string) => void;
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

export function openProgress(output: ProgressOutput, now: () => number = Date.now): Progress {
  const live = output.isTTY === true;
  const width = Math.max(20, (output.columns ?? 120) - 1);
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
    show: (line) => {
      if (holders > 0 || now() - last < (live ? drawInterval : pipeInterval)) return;
      last = now();
      output.write(live ? `${eraseLine}${shorten(toOneLine(line), width)}` : `${toOneLine(line)}\n`);
    },
    keep: (line) => {
      whenFree(() => output.write(`${live ? eraseLine : ''}${toOneLine(line)}\n`));
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

/** `prepare      token, sub-agent, customer                                             4 OTPs` */
export const stageLine = (stage: string, text: string, aside = ''): string =>
  `${stage.padEnd(13)}${aside === '' ? text : `${text.padEnd(84)}${aside}`}`;

export function formatClock(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  return `${String(Math.floor(seconds / 60)).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}`;
}
