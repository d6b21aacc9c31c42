import { member, parseJson } from '../core/json.ts';
import { findOnboarding, isOurs, collectWords, type RequestedOnboarding, type OwnPeople, type OwnCallback } from './own-callbacks.ts';
import type { CallbackAge, Received } from './received.ts';

export interface Inbox {
  readonly take: (received: Received, age: CallbackAge) => void;
  /** Says which callbacks are ours; earlier ones are checked again. */
  readonly learn: (ours: OwnPeople) => void;
  readonly ours: () => readonly OwnCallback[];
  readonly strangers: () => number;
  /** Settles when the condition holds, checked after every arrival, or at the timeout. */
  readonly until: (holds: () => boolean, timeoutMs: number) => Promise<boolean>;
  /** Settles after a silence of `forMs`, or at the timeout. */
  readonly untilSilent: (forMs: number, timeoutMs: number) => Promise<void>;
}

/** Strangers are kept for a while: a tag that makes one ours may become known later. */
const MOST_STRANGERS = 20;

/** Per person, so that one person's callbacks do not displace another's. */
const MOST_OURS = 1000;
const MOST_BYTES = 12 * 1024 * 1024;

interface Entry {
  readonly received: Received;
  readonly age: CallbackAge;
}

interface State {
  kept: OwnCallback[];
  recentStrangers: Entry[];
  strangers: number;
  readonly held: Map<string, { count: number; bytes: number }>;
  people: OwnPeople;
  readonly waiting: Set<() => void>;
}

/** Returns the id of the record. */
type RecordCallback = (received: Received) => string;

const findAbout = ({ people }: State, words: string, { body }: Received): RequestedOnboarding | null =>
  findOnboarding(words, member(parseJson(body.text), 'result'), people.asked);

/** Counts the callback, whether there is room for it or not. */
function takeRoom({ held }: State, about: RequestedOnboarding | null, { body }: Received): boolean {
  const { count, bytes } = held.get(about?.mobile ?? '') ?? { count: 0, bytes: 0 };
  held.set(about?.mobile ?? '', { count: count + 1, bytes: bytes + body.text.length });
  return count < MOST_OURS && bytes + body.text.length <= MOST_BYTES;
}

/** True when the callback is ours; it is then recorded and kept while there is room. */
function takeOurs(state: State, record: RecordCallback, entry: Entry): boolean {
  const { received } = entry;
  const words = collectWords(received);
  if (!isOurs(words, state.people)) return false;
  const about = findAbout(state, words, received);
  if (takeRoom(state, about, received)) state.kept.push({ ...entry, exchange: record(received), about });
  return true;
}

function wakeWaiting({ waiting }: State): void {
  for (const each of waiting) each();
}

/** Waits until `finish` is called or the timeout. Calls `onArrival` once at the start and after every arrival. */
function waitForArrivals({ waiting }: State, timeoutMs: number, onArrival: (finish: () => void) => void): Promise<void> {
  return new Promise((resolve) => {
    const finish = (): void => {
      clearTimeout(timer);
      waiting.delete(look);
      resolve();
    };
    const look = (): void => {
      onArrival(finish);
    };
    const timer = setTimeout(finish, timeoutMs);
    waiting.add(look);
    look();
  });
}

function learnPeople(state: State, record: RecordCallback, ours: OwnPeople): void {
  state.people = ours;
  state.kept = state.kept.map((one) => ({ ...one, about: findAbout(state, collectWords(one.received), one.received) }));
  const before = state.recentStrangers;
  state.recentStrangers = before.filter((entry) => !takeOurs(state, record, entry));
  state.strangers -= before.length - state.recentStrangers.length;
  wakeWaiting(state);
}

async function waitForSilence(state: State, forMs: number, timeoutMs: number): Promise<void> {
  let silence: NodeJS.Timeout | undefined;
  await waitForArrivals(state, timeoutMs, (finish) => {
    clearTimeout(silence);
    silence = setTimeout(finish, forMs);
  });
  clearTimeout(silence);
}

export function openInbox(record: RecordCallback): Inbox {
  const nobody: OwnPeople = { asked: [], mobiles: [], tags: [] };
  const state: State = { kept: [], recentStrangers: [], strangers: 0, held: new Map(), people: nobody, waiting: new Set() };
  return {
    take(received, age) {
      const entry = { received, age };
      if (!takeOurs(state, record, entry)) {
        state.strangers += 1;
        state.recentStrangers = [...state.recentStrangers, entry].slice(-MOST_STRANGERS);
      }
      wakeWaiting(state);
    },
    learn: (ours) => {
      learnPeople(state, record, ours);
    },
    ours: () => state.kept,
    strangers: () => state.strangers,
    async until(holds, timeoutMs) {
      await waitForArrivals(state, timeoutMs, (finish) => {
        if (holds()) finish();
      });
      return holds();
    },
    untilSilent: (forMs, timeoutMs) => waitForSilence(state, forMs, timeoutMs),
  };
}
