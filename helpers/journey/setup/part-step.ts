import { step, type Step } from '../../session/session.ts';

type CreatePart = <T>(part: Step<T>) => Step<T>;

/**
 * Makes parts of a whole: a request for one runs the whole, but takes the evidence of this part alone. A request for one part is a request
 * for all of them. The part runs even where the whole has failed.
 */
export const partAfter =
  (whole: Step<unknown>): CreatePart =>
  (part) => ({
    ...step(part.name, async (session) => {
      await session.after(whole);
      return session.use(part);
    }),
    isRequested: whole.isRequested,
  });

/** The same, but a part fails where the whole has failed. */
export const partIfDone =
  (whole: Step<unknown>): CreatePart =>
  (part) => ({
    ...step(part.name, async (session) => {
      await session.use(whole);
      return session.use(part);
    }),
    isRequested: whole.isRequested,
  });
