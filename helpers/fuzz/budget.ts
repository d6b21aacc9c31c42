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

/** A part of the campaign that is planned, and how much of the clock it needs beside the others. */
export interface Part {
  readonly name: string;
  readonly weight: number;
}

/** The size of the campaign (DMT_FUZZ_RUNS, DMT_FUZZ_SECONDS) and its seed, shared by all of its chapters. */
export interface Budget {
  readonly runs: number;
  readonly seed: number;
  /** What is planned; told before the first begins. A name told twice is one part. */
  readonly expect: (parts: readonly Part[]) => void;
  /** Begins a part: of the time that is left it gets as much as its weight is of all that is still to come. */
  readonly begin: (name: string) => Share;
}

/** Chapters follow one another, so the clock runs only while one of them does. */
export function openBudget({ runs, seconds, seed }: Config['fuzz'], now: () => number = () => performance.now()): Budget {
  let left = seconds * 1000;
  const toCome = new Map<string, number>();
  return {
    runs,
    seed,
    expect(parts) {
      for (const { name, weight } of parts) toCome.set(name, weight);
    },
    begin(name) {
      const began = now();
      const own = toCome.get(name) ?? 1;
      toCome.set(name, own);
      const share = (left * own) / [...toCome.values()].reduce((sum, weight) => sum + weight, 0);
      toCome.delete(name);
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
