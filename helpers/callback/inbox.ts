import { member, parseJson } from '../core/json.ts';
import { onboardingOf, isOurs, wordsOf, type RequestedOnboarding, type OwnPeople, type OwnCallback } from './own-callbacks.ts';
import type { Age, Received } from './received.ts';

/** Everything that came, of ours and of others, however much it is. */
export interface Inbox {
  readonly take: (received: Received, age: Age) => void;
  /** Says whose callbacks are ours; what came before is looked at again. */
  readonly learn: (ours: OwnPeople) => void;
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

interface State {
  kept: OwnCallback[];
  strange: Entry[];
  strangers: number;
  /** What is kept about each person, by mobile. */
  readonly held: Map<string, { count: number; bytes: number }>;
  known: OwnPeople;
  /** Called after every arrival. */
  readonly waiting: Set<() => void>;
}

/** Keeps a record of a callback of ours, and returns its id. */
type RecordCallback = (received: Received) => string;

const aboutIn = ({ known }: State, words: string, { body }: Received): RequestedOnboarding | null =>
  onboardingOf(words, member(parseJson(body.text), 'result'), known.asked);

function hasRoom({ held }: State, about: RequestedOnboarding | null, { body }: Received): boolean {
  const { count, bytes } = held.get(about?.mobile ?? '') ?? { count: 0, bytes: 0 };
  held.set(about?.mobile ?? '', { count: count + 1, bytes: bytes + body.text.length });
  return count < MOST_OURS && bytes + body.text.length <= MOST_BYTES;
}

/** Whether it is ours; then it is recorded and kept, as far as there is room. */
function takeOurs(state: State, record: RecordCallback, entry: Entry): boolean {
  const { received } = entry;
  const words = wordsOf(received);
  if (!isOurs(words, state.known)) return false;
  const about = aboutIn(state, words, received);
  if (hasRoom(state, about, received)) state.kept.push({ ...entry, exchange: record(received), about });
  return true;
}

function wake({ waiting }: State): void {
  for (const each of waiting) each();
}

/** Waits until `finish` is called, or the time is up; `onArrival` hears of every arrival, and is called once at first. */
function wait({ waiting }: State, timeoutMs: number, onArrival: (finish: () => void) => void): Promise<void> {
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

function learn(state: State, record: RecordCallback, ours: OwnPeople): void {
  state.known = ours;
  state.kept = state.kept.map((one) => ({ ...one, about: aboutIn(state, wordsOf(one.received), one.received) }));
  const before = state.strange;
  state.strange = before.filter((entry) => !takeOurs(state, record, entry));
  state.strangers -= before.length - state.strange.length;
  wake(state);
}

async function quiet(state: State, forMs: number, timeoutMs: number): Promise<void> {
  let silence: NodeJS.Timeout | undefined;
  await wait(state, timeoutMs, (finish) => {
    clearTimeout(silence);
    silence = setTimeout(finish, forMs);
  });
  clearTimeout(silence);
}

/** Keeps a record of what is ours, and of nothing else. */
export function openInbox(record: RecordCallback): Inbox {
  const nobody: OwnPeople = { asked: [], mobiles: [], tags: [] };
  const state: State = { kept: [], strange: [], strangers: 0, held: new Map(), known: nobody, waiting: new Set() };
  return {
    take(received, age) {
      const entry = { received, age };
      if (!takeOurs(state, record, entry)) {
        state.strangers += 1;
        state.strange = [...state.strange, entry].slice(-MOST_STRANGERS);
      }
      wake(state);
    },
    learn: (ours) => {
      learn(state, record, ours);
    },
    ours: () => state.kept,
    strangers: () => state.strangers,
    async until(holds, timeoutMs) {
      await wait(state, timeoutMs, (finish) => {
        if (holds()) finish();
      });
      return holds();
    },
    quiet: (forMs, timeoutMs) => quiet(state, forMs, timeoutMs),
  };
}
