import type { Progress } from './progress.ts';

/** Where the summary of a report is printed. */
export interface Printer {
  readonly progress: Progress;
  /** Prints a line of the summary. */
  readonly print: (line: string) => void;
  readonly color: boolean;
  readonly width: number | null;
}

/** For who shows lines elsewhere: nothing is drawn on a terminal. */
export function linesTo(line: (text: string) => void, live: (text: string) => unknown = () => undefined): Printer {
  const show = (text = ''): void => {
    live(text);
  };
  const nothing = (): void => undefined;
  return { progress: { show, keep: line, aside: nothing, hold: () => nothing }, print: line, color: false, width: null };
}
