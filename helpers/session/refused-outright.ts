import { servedClause } from '../judge/served.ts';
import { Stop, type Violation } from '../judge/stop.ts';

/** Documented calls that were answered with HTTP 400, 404, 405 or 415 anywhere in the run, by the clause that says they are served (reading 1). */
export type RefusedOutright = Map<string, Violation>;

const served: ReadonlySet<string> = new Set(Object.values(servedClause));
/** An odd amount may be refused in any way (reading 20). */
const open = servedClause['OP-9'];
const outright = /^HTTP (?:400|404|405|415)$/;
/** Of OP-14 the other two may mean that its session has ended, and nobody tells how long one lives (reading 13). */
const ofMethodAlone = /^HTTP (?:405|415)$/;

const isOutright = ({ clause, received }: Violation): boolean =>
  (clause === servedClause['OP-14'] ? ofMethodAlone : outright).test(received);

/** Not for what was sent, nor for who sent it: no documented call may be answered so. */
const refusalIn = (error: unknown): Violation | null =>
  error instanceof Stop && error.why.kind === 'violation' && served.has(error.why.clause) && isOutright(error.why) ? error.why : null;

export const isRefusedOutright = (error: unknown): boolean => refusalIn(error) !== null;

/** Whatever kept a check from judging may be such a call, and only the first of its kind is told to anybody by its own check. */
export function noteRefusal(refused: RefusedOutright, error: unknown): void {
  const refusal = refusalIn(error);
  if (refusal !== null && refusal.clause !== open && !refused.has(refusal.clause)) refused.set(refusal.clause, refusal);
}
