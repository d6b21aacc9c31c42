import { servedClauseByOperation } from '../judge/served.ts';
import { Stop, type Violation } from '../judge/stop.ts';

/** Documented calls answered with HTTP 400, 404, 405 or 415 anywhere in the run, by the clause that says they are served (reading 1). */
export type RefusedOutright = Map<string, Violation>;

const servedClauses: ReadonlySet<string> = new Set(Object.values(servedClauseByOperation));
/** A service may refuse an odd amount in any way (reading 20). */
const openClause = servedClauseByOperation['OP-9'];
const outrightStatus = /^HTTP (?:400|404|405|415)$/;
/** For OP-14, 400 and 404 may mean that its session has ended; how long a session lives is open (reading 13). */
const wrongMethodStatus = /^HTTP (?:405|415)$/;

const isOutrightRefusal = ({ clause, received }: Violation): boolean =>
  (clause === servedClauseByOperation['OP-14'] ? wrongMethodStatus : outrightStatus).test(received);

const findOutrightRefusal = (error: unknown): Violation | null =>
  error instanceof Stop && error.why.kind === 'violation' && servedClauses.has(error.why.clause) && isOutrightRefusal(error.why)
    ? error.why
    : null;

export const isRefusedOutright = (error: unknown): boolean => findOutrightRefusal(error) !== null;

/** Any check may meet such a call. Only the first of each clause is kept. */
export function noteRefusal(refused: RefusedOutright, error: unknown): void {
  const refusal = findOutrightRefusal(error);
  if (refusal !== null && refusal.clause !== openClause && !refused.has(refusal.clause)) refused.set(refusal.clause, refusal);
}
