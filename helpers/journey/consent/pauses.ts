import { isRefusedOutright } from '../../session/refused-documented-calls.ts';
import { lastReading, poll } from '../../session/poll.ts';
import { isBlockedBy, Stop } from '../../judge/stop.ts';
import type { Dependencies } from '../setup/dependencies.ts';
import { hasReadDetail } from '../setup/memory.ts';
import type { Person } from '../setup/person.ts';

/** A right code is refused. Caps and outages are no refusal. */
export const mayBeLock = (error: unknown): error is Stop =>
  error instanceof Stop && error.why.kind === 'violation' && !isRefusedOutright(error);

/** A service may slow wrong codes down. A longer pause is a lock. */
const longestPauseMs = 3000;

type Means = Pick<Dependencies, 'memory' | 'people' | 'waits'>;

/** Where a right code is refused behind wrong ones, asks again until it is served, for a moment. */
export async function askPastPause<T>(
  { memory, people, waits }: Means,
  ask: () => Promise<T>,
  isRefused: (answer: T) => boolean,
): Promise<T> {
  const from = await ask();
  // Each try costs a code, so no sender waits once a refusal has lasted. Where OP-6 was never served, codes are not the reason.
  if (!isRefused(from) || !hasReadDetail(memory) || memory.locksLast || people.codesAreTyped) return from;
  const readings = await poll(ask, (answer) => !isRefused(answer), waits.upTo('unlock', longestPauseMs), { sparing: true, from });
  const last = lastReading(readings);
  if (isRefused(last)) memory.locksLast = true;
  return last;
}

type Asked<T> = { readonly answer: T } | { readonly error: unknown };

/** The same for a call that throws when it is refused. Behind a wrong code, OP-9 may refuse its sender as one without funds. */
export async function sendPastPause<T>(means: Means, person: Person, send: () => Promise<T>): Promise<T> {
  const ask = (): Promise<Asked<T>> =>
    send().then(
      (answer) => ({ answer }),
      (error: unknown) => ({ error }),
    );
  const isBehindWrong = means.memory.of(person).wrongInRow > 0;
  const last = await askPastPause(
    means,
    ask,
    (asked) => 'error' in asked && (mayBeLock(asked.error) || (isBehindWrong && isBlockedBy(asked.error, 'funds-or-limits'))),
  );
  if ('error' in last) throw last.error;
  return last.answer;
}
