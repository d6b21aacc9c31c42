import type { Reply } from '../../helpers/judge/reply.ts';
import type { Step } from '../../helpers/run/step.ts';
import type { Refused } from '../../helpers/run/world/refused.ts';
import type { Operation } from '../../specs/operation.ts';

/** The prepared refusal of an operation. */
export function stepOf(refused: Refused, { id }: Operation): Step<Reply> {
  const found = refused.get(id);
  if (found === undefined)
    throw new Error(`expected a refusal of ${id} in the world, received none: add it to helpers/run/world/refused.ts`);
  return found;
}
