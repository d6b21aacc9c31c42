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
  /** The parts that are planned; told before the first begins. A name told twice is one part. */
  readonly expect: (names: readonly string[]) => void;
  /** A part that ended before it began, whose time is there for the others; nothing to one that did begin. */
  readonly forgo: (name: string) => void;
  /** Begins a part: of the time that is left it gets as much as each that is still to come. */
  readonly begin: (name: string) => Share;
}

/** Chapters follow one another, so the clock runs only while one of them does. */
export function openBudget({ runs, seconds, seed }: Config['fuzz'], now: () => number = () => performance.now()): Budget {
  let left = seconds * 1000;
  const toCome = new Set<string>();
  return {
    runs,
    seed,
    expect(names) {
      for (const name of names) toCome.add(name);
    },
    forgo(name) {
      toCome.delete(name);
    },
    begin(name) {
      const began = now();
      toCome.delete(name);
      const share = left / (toCome.size + 1);
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
