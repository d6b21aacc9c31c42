import { createUnavailable, type OtpQuestion, type OtpSource, type OtpUnavailable } from '../../helpers/consent/otp-question.ts';
import type { Acted, Body, CodeQuestion } from '../api.ts';

/** Asks people on the page. A code that was entered waits a moment, so that it can be corrected. */
export interface CodeDesk {
  readonly source: OtpSource;
  readonly view: () => readonly CodeQuestion[];
  readonly enter: (body: Body) => Acted;
  readonly correct: (body: Body) => Acted;
  readonly missing: (body: Body) => Acted;
  /** Forgets the count, for a new run. */
  readonly begin: () => void;
}

interface Open {
  readonly asked: Omit<CodeQuestion, 'state'>;
  held: ReturnType<typeof setTimeout> | null;
  readonly resolve: (answer: string | OtpUnavailable) => void;
}

const runStopped = createUnavailable('the run was stopped before a code was entered', 'environment');
const notArrived = createUnavailable('the person reports that the message did not arrive', 'environment');

const settled = { problem: null };
const noQuestion = { problem: 'expected a question that is open, received one that is answered' };

/** `spare 1 (new customer): OP-9 transfer` is what the step or check is called. */
const describe = ({ role, mobile, purpose, since, again }: OtpQuestion, id: number): Omit<CodeQuestion, 'state'> => ({
  ...{ id, nth: id, role },
  purpose,
  again: again === true,
  mobile: mobile.slice(-4),
  askedAt: new Date(since).toISOString(),
});

export function openCodeDesk(holdMs: number): CodeDesk {
  const open = new Map<number, Open>();
  let [count, stopped] = [0, false];
  const take = ({ id }: Body): Open | null => (typeof id === 'number' ? (open.get(id) ?? null) : null);
  const settle = (one: Open, answer: string | OtpUnavailable): void => {
    if (one.held !== null) clearTimeout(one.held);
    open.delete(one.asked.id);
    one.resolve(answer);
  };
  return {
    source: {
      name: 'prompt',
      tiedToState: false,
      read: (question) => {
        if (stopped) return Promise.resolve(runStopped);
        count += 1;
        const { promise, resolve } = Promise.withResolvers<string | OtpUnavailable>();
        open.set(count, { asked: describe(question, count), held: null, resolve });
        return promise;
      },
      close: () => {
        stopped = true;
        for (const one of [...open.values()]) settle(one, runStopped);
        return Promise.resolve();
      },
    },
    view: () => [...open.values()].map(({ asked, held }) => ({ ...asked, state: held === null ? 'open' : 'held' })),
    enter: (body) => {
      const asked = take(body);
      if (asked?.held !== null) return noQuestion;
      const code = typeof body['code'] === 'string' ? body['code'].replaceAll(/\s/g, '') : '';
      if (!/^\d{4,8}$/.test(code)) return { problem: 'expected 4 to 8 digits' };
      asked.held = setTimeout(settle, holdMs, asked, code);
      return settled;
    },
    correct: (body) => {
      const asked = take(body);
      if (asked?.held == null) return noQuestion;
      clearTimeout(asked.held);
      asked.held = null;
      return settled;
    },
    missing: (body) => {
      const asked = take(body);
      if (asked === null) return noQuestion;
      settle(asked, notArrived);
      return settled;
    },
    begin: () => {
      [count, stopped] = [0, false];
    },
  };
}
