import type { Config } from '../../config/config.ts';
import type { Room } from './room.ts';

export interface Share {
  /** Cases the chapter may try at each place, or sequences it may run. */
  readonly runs: number;
  /** Why the chapter must end; null while it may go on. */
  readonly over: () => 'clock' | 'cap' | null;
  readonly more: () => boolean;
  /** Ends the chapter; the others get its unused time. */
  readonly end: () => void;
}

/** The size of the campaign (DMT_FUZZ_RUNS, DMT_FUZZ_SECONDS) and its seed, shared by all chapters. */
export interface ChapterClock {
  readonly runs: number;
  readonly seed: number;
  /** The planned parts, before the first begins. The same name twice is one part. */
  readonly expect: (names: readonly string[]) => void;
  /** A part that will not begin: the others get its time. No effect on a part that has begun. */
  readonly forgo: (name: string) => void;
  /** Begins a part: it gets an equal share of the time that is left. */
  readonly begin: (name: string) => Share;
}

const unlimitedRoom: Room = { begin: () => undefined, left: () => true };

/** Chapters follow one another, so the clock runs only during a chapter. */
export function openChapterClock(
  { runs, seconds, seed }: Config['fuzz'],
  now: () => number = () => performance.now(),
  room: () => Room = () => unlimitedRoom,
): ChapterClock {
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
