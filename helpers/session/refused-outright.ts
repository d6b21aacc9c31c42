import { servedClauseByOperation } from '../judge/served.ts';
import { Stop, type Violation } from '../judge/stop.ts';

/** Documented calls that were answered with HTTP 400, 404, 405 or 415 anywhere in the run, by the clause that says they are served (reading 1). */
export type RefusedOutright = Map<string, Violation>;

const servedClauses: ReadonlySet<string> = new Set(Object.values(servedClauseByOperation));
/** An odd amount may be refused in any way (reading 20). */
const openClause = servedClauseByOperation['OP-9'];
const outrightStatus = /^HTTP (?:400|404|405|415)$/;
/** Of OP-14 the other two may mean that its session has ended, and nobody tells how long one lives (reading 13). */
const wrongMethodStatus = /^HTTP (?:405|415)$/;

const isOutrightRefusal = ({ clause, received }: Violation): boolean =>
  (clause === servedClauseByOperation['OP-14'] ? wrongMethodStatus : outrightStatus).test(received);

/** Not for what was sent, nor for who sent it: no documented call may be answered so. */
const findOutrightRefusal = (error: unknown): Violation | null =>
  error instanceof Stop && error.why.kind === 'violation' && servedClauses.has(error.why.clause) && isOutrightRefusal(error.why)
    ? error.why
    : null;

export const isRefusedOutright = (error: unknown): boolean => findOutrightRefusal(error) !== null;

/** Whatever kept a check from judging may be such a call, and only the first of its kind is told to anybody by its own check. */
export function noteRefusal(refused: RefusedOutright, error: unknown): void {
  const refusal = findOutrightRefusal(error);
  if (refusal !== null && refusal.clause !== openClause && !refused.has(refusal.clause)) refused.set(refusal.clause, refusal);
}
