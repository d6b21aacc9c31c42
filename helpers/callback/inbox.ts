import { member, parseJson } from '../core/json.ts';
import { aboutWhom, isOurs, wordsOf, type Asked, type Ours, type OwnCallback } from './whose.ts';
import type { Age, Received } from './received.ts';

/** Everything that came, of ours and of others, however much it is. */
export interface Inbox {
  readonly take: (received: Received, age: Age) => void;
  /** Says whose callbacks are ours; what came before is looked at again. */
  readonly learn: (ours: Ours) => void;
  readonly ours: () => readonly OwnCallback[];
  /** How much came that mentions nobody of ours. */
  readonly strangers: () => number;
  /** Settles when it holds, looked at after every arrival, or when the time is up. */
  readonly until: (holds: () => boolean, timeoutMs: number) => Promise<boolean>;
  /** Settles when nothing has come for a while, or when the time is up. */
  readonly quiet: (forMs: number, timeoutMs: number) => Promise<void>;
}

/** Strangers are kept for a while only: a tag that makes one ours may become known later. */
const MOST_STRANGERS = 20;

/** About one person, so that nobody's callbacks keep another's out. */
const MOST_OURS = 1000;
const MOST_BYTES = 12 * 1024 * 1024;

interface Entry {
  readonly received: Received;
  readonly age: Age;
}

/** Keeps a record of what is ours, and of nothing else: `record` returns its id. */
export function openInbox(record: (received: Received) => string): Inbox {
  let kept: OwnCallback[] = [];
  let strange: Entry[] = [];
  let strangers = 0;
  /** What is kept about each. */
  const held = new Map<string, { count: number; bytes: number }>();
  let known: Ours = { asked: [], mobiles: [], tags: [] };
  const waiting = new Set<() => void>();

  const aboutIn = (words: string, { body }: Received): Asked | null =>
    aboutWhom(words, member(parseJson(body.text), 'result'), known.asked);
  const hasRoom = (about: Asked | null, { body }: Received): boolean => {
    const { count, bytes } = held.get(about?.mobile ?? '') ?? { count: 0, bytes: 0 };
    held.set(about?.mobile ?? '', { count: count + 1, bytes: bytes + body.text.length });
    return count < MOST_OURS && bytes + body.text.length <= MOST_BYTES;
  };
  const sort = (entry: Entry): boolean => {
    const words = wordsOf(entry.received);
    if (!isOurs(words, known)) return false;
    const { received } = entry;
    const about = aboutIn(words, received);
    if (!hasRoom(about, received)) return true;
    const exchange = record(received);
    kept.push({ ...entry, exchange, about });
    return true;
  };
  const wake = (): void => {
    for (const each of waiting) each();
  };
  const wait = (timeoutMs: number, onArrival: (settle: () => void) => void): Promise<void> =>
    new Promise((resolve) => {
      const settle = (): void => {
        clearTimeout(timer);
        waiting.delete(look);
        resolve();
      };
      const look = (): void => {
        onArrival(settle);
      };
      const timer = setTimeout(settle, timeoutMs);
      waiting.add(look);
      look();
    });

  return {
    take(received, age) {
      const entry = { received, age };
      if (!sort(entry)) {
        strangers += 1;
        strange = [...strange, entry].slice(-MOST_STRANGERS);
      }
      wake();
    },
    learn(ours) {
      known = ours;
      kept = kept.map((one) => ({ ...one, about: aboutIn(wordsOf(one.received), one.received) }));
      const before = strange;
      strange = strange.filter((entry) => !sort(entry));
      strangers -= before.length - strange.length;
      wake();
    },
    ours: () => kept,
    strangers: () => strangers,
    async until(holds, timeoutMs) {
      await wait(timeoutMs, (settle) => {
        if (holds()) settle();
      });
      return holds();
    },
    async quiet(forMs, timeoutMs) {
      let silence: NodeJS.Timeout | undefined;
      await wait(timeoutMs, (settle) => {
        clearTimeout(silence);
        silence = setTimeout(settle, forMs);
      });
      clearTimeout(silence);
    },
  };
}
