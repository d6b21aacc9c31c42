import type { Operation } from '../../../specs/operation.ts';
import { senderDetail } from '../../../specs/operations.ts';
import { isRefusedOutright } from '../../session/refused-documented-calls.ts';
import { lastReading, poll } from '../../session/poll.ts';
import { isBlockedBy, Stop } from '../../judge/stop.ts';
import type { Dependencies } from '../setup/dependencies.ts';
import { hasReadDetail } from '../setup/memory.ts';
import type { Person } from '../setup/person.ts';

/** A right code is refused. Caps and outages are no refusal. */
export const mayBeLock = (error: unknown): error is Stop =>
  error instanceof Stop && error.why.kind === 'violation' && !isRefusedOutright(error);

/** 4170 says that a code or MPIN is wrong, and waiting does not change that. */
const saysWrong = (error: unknown): boolean =>
  error instanceof Stop && error.why.kind === 'violation' && error.why.deviation === 'code-4170';

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

/**
 * The same for a call that throws when it is refused. OP-7 and OP-9 may be refused for other reasons, so they are asked again only behind a
 * wrong code; then OP-9 may refuse its sender as one without funds.
 */
export async function sendPastPause<T>(means: Means, person: Person, { id }: Operation, send: () => Promise<T>): Promise<T> {
  const ask = (): Promise<Asked<T>> =>
    send().then(
      (answer) => ({ answer }),
      (error: unknown) => ({ error }),
    );
  const isBehindWrong = means.memory.of(person).wrongInRow > 0;
  const mayPass = (error: unknown): boolean =>
    isBehindWrong ? mayBeLock(error) || isBlockedBy(error, 'funds-or-limits') : id === senderDetail.id && mayBeLock(error);
  const last = await askPastPause(means, ask, (asked) => 'error' in asked && mayPass(asked.error) && !saysWrong(asked.error));
  if ('error' in last) throw last.error;
  return last.answer;
}
