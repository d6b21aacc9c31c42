import { createUnavailable, findCode, typedCode } from '../../helpers/consent/otp-question.ts';
import type { OtpQuestion, OtpSource, OtpUnavailable } from '../../helpers/consent/otp-question.ts';
import type { Json } from '../../helpers/core/json.ts';
import { acted } from './acted.ts';

const runStopped = createUnavailable('the run was stopped before a code was entered', 'environment');
const notArrived = createUnavailable('the person reports that the message did not arrive', 'environment');

interface Open extends Pick<OtpQuestion, 'role' | 'purpose'> {
  readonly id: number;
  /** The last four digits. */
  readonly mobile: string;
  readonly askedAt: string;
  /** The code before it was refused, so a new one was sent. */
  readonly again: boolean;
  held: ReturnType<typeof setTimeout> | null;
  readonly resolve: (answer: string | OtpUnavailable) => void;
}

/** Asks people on the page, once for each run. A code that was entered waits a moment, so that it can be corrected. */
export function openTypedCodes(holdMs: number) {
  const open = new Map<number, Open>();
  let [count, stopped] = [0, false];
  const settle = (one: Open, answer: string | OtpUnavailable): void => {
    if (one.held !== null) clearTimeout(one.held);
    open.delete(one.id);
    one.resolve(answer);
  };
  const source: OtpSource = {
    name: 'prompt',
    tiedToState: false,
    read: ({ role, purpose, mobile, since, again = false }) => {
      if (stopped) return Promise.resolve(runStopped);
      const { promise, resolve } = Promise.withResolvers<string | OtpUnavailable>();
      const id = (count += 1);
      open.set(id, {
        ...{ id, role, purpose, again, resolve },
        mobile: mobile.slice(-4),
        askedAt: new Date(since).toISOString(),
        held: null,
      });
      return promise;
    },
    close: () => {
      stopped = true;
      for (const one of [...open.values()]) settle(one, runStopped);
      return Promise.resolve();
    },
  };

  /** What a person does with one question, if it is still open. `isHeld`: its code was entered; null for both. */
  const onQuestion = (isHeld: boolean | null, act: (one: Open, body: Json) => string | null) => (body: Json) => {
    const one = typeof body['id'] === 'number' ? open.get(body['id']) : undefined;
    const fits = one !== undefined && (isHeld === null || isHeld === (one.held !== null));
    return acted(fits ? act(one, body) : 'expected a question that is open, received one that is answered');
  };
  return {
    source,
    view: () =>
      [...open.values()].map(({ id, role, purpose, mobile, askedAt, again, held }) => {
        return { id, role, purpose, mobile, askedAt, again, isHeld: held !== null };
      }),
    enter: onQuestion(false, (one, { code }) => {
      const digits = findCode(typeof code === 'string' ? code.replaceAll(/\s/g, '') : '');
      if (digits !== null) one.held = setTimeout(settle, holdMs, one, digits);
      return digits === null ? `expected ${typedCode}` : null;
    }),
    correct: onQuestion(true, (one) => {
      if (one.held !== null) clearTimeout(one.held);
      one.held = null;
      return null;
    }),
    missing: onQuestion(null, (one, { sendAgain }) => {
      settle(one, sendAgain === true ? { ...notArrived, sendAgain } : notArrived);
      return null;
    }),
  };
}
