import { member, parseJson } from '../judge/reply.ts';
import { aboutWhom, isOurs, wordsOf, type Ours } from './about.ts';
import { readCallback, type Age, type Callback } from './read.ts';
import type { Received } from './received.ts';

/** Everything that came, of ours and of others, however much it is. */
export interface Inbox {
  readonly take: (received: Received, age: Age) => void;
  /** Says whose callbacks are ours; what came before is looked at again. */
  readonly learn: (ours: Ours) => void;
  readonly ours: () => readonly Callback[];
  /** How much came that mentions nobody of ours. */
  readonly strangers: () => number;
  /** Settles when it holds, looked at after every arrival, or when the time is up. */
  readonly until: (holds: () => boolean, timeoutMs: number) => Promise<boolean>;
  /** Settles when nothing has come for a while, or when the time is up. */
  readonly quiet: (forMs: number, timeoutMs: number) => Promise<void>;
}

/** Strangers are kept for a while only: a tag that makes one ours may become known later. */
const MOST_STRANGERS = 20;
const MOST_OURS = 1000;
const MOST_BYTES = 32 * 1024 * 1024;

interface Entry {
  readonly received: Received;
  readonly age: Age;
}

interface Kept extends Entry {
  readonly exchange: string;
  callback: Callback;
}

/** Keeps a record of what is ours, and of nothing else: `record` returns its id. */
export function openInbox(record: (received: Received) => string): Inbox {
  const kept: Kept[] = [];
  let strange: Entry[] = [];
  let strangers = 0;
  let bytes = 0;
  let known: Ours = { asked: [], mobiles: [], tags: [] };
  const waiting = new Set<() => void>();

  const read = (words: string, { received, age }: Entry, exchange: string): Callback => {
    const result = member(parseJson(received.body.text), 'result');
    return readCallback(received, exchange, aboutWhom(words, result, known.asked), age);
  };
  const sort = (entry: Entry): boolean => {
    const words = wordsOf(entry.received);
    if (!isOurs(words, known)) return false;
    bytes += entry.received.body.text.length;
    if (kept.length >= MOST_OURS || bytes > MOST_BYTES) return true;
    const exchange = record(entry.received);
    kept.push({ ...entry, exchange, callback: read(words, entry, exchange) });
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
      for (const one of kept) one.callback = read(wordsOf(one.received), one, one.exchange);
      const before = strange;
      strange = strange.filter((entry) => !sort(entry));
      strangers -= before.length - strange.length;
      wake();
    },
    ours: () => kept.map(({ callback }) => callback),
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
