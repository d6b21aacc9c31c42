import { step, type Step } from '../../session/session.ts';

/** A step that is done with a whole: whoever asks for it has the whole done, and shares the evidence of this part alone. */
export const createPartStep = <T>(whole: Step<void>, part: Step<T>): Step<T> =>
  step(part.name, async (session) => {
    await session.after(whole);
    return session.use(part);
  });
