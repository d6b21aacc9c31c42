import { step, type Step } from '../../session/session.ts';

/**
 * A part of a whole: a request for it runs the whole, but takes the evidence of this part alone. A request for one part is a request for
 * all of them.
 */
export const createPartStep = <T>(whole: Step<unknown>, part: Step<T>): Step<T> => ({
  ...step(part.name, async (session) => {
    await session.after(whole);
    return session.use(part);
  }),
  isRequested: whole.isRequested,
});

/** The same, but what keeps the whole from running keeps the part from it. */
export const createDependentPart = <T>(whole: Step<unknown>, part: Step<T>): Step<T> => ({
  ...step(part.name, async (session) => {
    await session.use(whole);
    return session.use(part);
  }),
  isRequested: whole.isRequested,
});
