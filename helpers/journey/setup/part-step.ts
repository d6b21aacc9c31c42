import { step, type Step } from '../../session/session.ts';

/**
 * A part of a whole: asking for it runs the whole, but takes the evidence of this part alone. Whoever asked for another part has asked for
 * this one too.
 */
export const createPartStep = <T>(whole: Step<void>, part: Step<T>): Step<T> => ({
  ...step(part.name, async (session) => {
    await session.after(whole);
    return session.use(part);
  }),
  isRequested: whole.isRequested,
});
