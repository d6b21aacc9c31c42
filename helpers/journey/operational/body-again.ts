import type { OperationalOperation } from '../../../specs/operational.ts';
import { isServed, type OperationalAnswer } from '../../judge/operational.ts';
import { step, type Step } from '../../session/session.ts';
import type { WayName } from './ways.ts';

/** Both calls of a read, sent again: every body refused, a body served, or the call without a body refused too. */
export type BodyAgain = 'refused' | 'served' | 'hidden';

const [bare, body] = ['without-body', 'with-body'] as const satisfies readonly WayName[];

/** Where instances take turns, neither call always meets the same one. */
const order: readonly WayName[] = [body, bare, bare, body, bare, body, body, bare, bare, body, body, bare];

/** For a check that is about to accuse: one of several instances may hide its endpoints, whatever it is sent (reading 23). */
export const createBodyAgainStep = (
  { method, path }: OperationalOperation,
  createCall: (way: WayName) => Step<OperationalAnswer>,
): Step<BodyAgain> =>
  step(`${method} ${path} with and without a body, again`, async (session) => {
    for (const way of order) {
      const served = isServed(await session.use(createCall(way)));
      if (served && way === body) return 'served';
      if (!served && way === bare) return 'hidden';
    }
    return 'refused';
  });
