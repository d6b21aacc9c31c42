import { idOf, type Fault } from '../catalog.ts';
import type { Twist } from '../http/exchange.ts';

/** A fault that only a walk comes upon, with the clause it breaks. */
export const walkFault = (clause: string, story: string, twist: Twist): Fault => ({
  id: `walk-${idOf(story)}`,
  story,
  breaks: [clause],
  checks: [`${clause}~sequences`],
  campaign: true,
  twist,
});

/** The twist of a fault that is told elsewhere already: what shows at once there shows here after some calls only. */
export function twistOf(faults: readonly Fault[], id: string): Twist {
  const found = faults.find((fault) => fault.id === id)?.twist;
  if (found === undefined) throw new Error(`expected a fault ${id} with a twist, received none: name another`);
  return found;
}
