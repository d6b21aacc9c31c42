import type { Config } from '../target/config.ts';

/** What ended a chapter of the campaign: its cases, the clock, or nothing left to try. */
export type EndedBy = 'runs' | 'clock' | 'catalogue';

/** The share of one chapter. */
export interface Share {
  /** Cases the chapter may try at each place, or walks it may take. */
  readonly runs: number;
  /** The clock allows one more. */
  readonly more: () => boolean;
  /** Ends the chapter; what it left of its time is there for the others. */
  readonly end: () => void;
}

/** The size of the campaign (DMT_FUZZ_RUNS, DMT_FUZZ_SECONDS) and its seed, shared by all of its chapters. */
export interface Budget {
  readonly runs: number;
  readonly seed: number;
  /** How many chapters are planned; told before the first begins. */
  readonly expect: (chapters: number) => void;
  /** One that was counted shares the chapter of another. */
  readonly pass: () => void;
  /** Begins a chapter: of the time that is left it gets as much as each that is still to come. */
  readonly begin: () => Share;
}

/** Chapters follow one another, so the clock runs only while one of them does. */
export function openBudget({ runs, seconds, seed }: Config['fuzz'], now: () => number = () => performance.now()): Budget {
  let left = seconds * 1000;
  let toCome = 1;
  return {
    runs,
    seed,
    expect(chapters) {
      toCome = chapters;
    },
    pass() {
      toCome -= 1;
    },
    begin() {
      const began = now();
      const share = left / Math.max(1, toCome);
      toCome -= 1;
      return {
        runs,
        more: () => now() - began < share,
        end() {
          left = Math.max(0, left - (now() - began));
        },
      };
    },
  };
}
