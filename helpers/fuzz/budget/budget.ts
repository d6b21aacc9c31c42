import type { Config } from '../../config/config.ts';
import type { Room } from './room.ts';

/** The share of one chapter. */
export interface Share {
  /** Cases the chapter may try at each place, or walks it may take. */
  readonly runs: number;
  /** What keeps the chapter from going on; null while nothing does. */
  readonly over: () => 'clock' | 'cap' | null;
  /** Clock and caps allow one more. */
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

const unlimitedRoom: Room = { begin: () => undefined, left: () => true };

/** Chapters follow one another, so the clock runs only while one of them does. */
export function openBudget(
  { runs, seconds, seed }: Config['fuzz'],
  now: () => number = () => performance.now(),
  room: () => Room = () => unlimitedRoom,
): Budget {
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
      room().begin(name);
      const over = (): 'clock' | 'cap' | null => (now() - began >= share ? 'clock' : room().left(name) ? null : 'cap');
      return {
        runs,
        over,
        more: () => over() === null,
        end() {
          left = Math.max(0, left - (now() - began));
        },
      };
    },
  };
}
