import type { Reply } from '../../helpers/judge/reply.ts';
import type { Step } from '../../helpers/session/session.ts';
import type { Refused } from '../../helpers/journey/refusals/refused.ts';
import type { Operation } from '../../specs/operation.ts';

/** The prepared refusal of an operation. */
export function stepOf(refused: Refused, { id }: Operation): Step<Reply> {
  const found = refused.get(id);
  if (found === undefined)
    throw new Error(`expected a refusal of ${id} in the world, received none: add it to helpers/journey/refusals/refused.ts`);
  return found;
}
