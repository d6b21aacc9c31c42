import { apiCodes } from '../../specs/codes.ts';
import { findDeviatingStatus } from '../core/records/deviation.ts';
import type { Reply } from '../judge/reply.ts';
import { findOtherSuccessStop, servedClauseByOperation } from '../judge/served.ts';
import { Stop, type Violation } from '../judge/stop.ts';

/** The hardest refusal of a documented call in the whole run, by the clause that says it is served (reading 1). */
export type RefusedDocumentedCalls = Map<string, Violation>;

/** A token request that is served without a token is no better than one that is refused. */
const tokenClause = 'TOKEN-ACCESS-TOKEN';
const servedClauses: ReadonlySet<string> = new Set([tokenClause, ...Object.values(servedClauseByOperation)]);

const wrongMethod: readonly number[] = [405, 415];
const outright: readonly number[] = [400, 404, ...wrongMethod];

/** A service may refuse an odd amount in any way (reading 20). For OP-14, 400 and 404 may mean that its session has ended (reading 13). */
const outrightByClause: Readonly<Record<string, readonly number[]>> = {
  [servedClauseByOperation['OP-9']]: wrongMethod,
  [servedClauseByOperation['OP-14']]: wrongMethod,
};

/** How many codes a mobile may ask for is open, and what else these may refuse has checks of its own (readings 1 and 20). */
const mayRefuse: readonly string[] = (['OP-3', 'OP-8', 'OP-9', 'OP-13'] as const).map((id) => servedClauseByOperation[id]);

const lookups: readonly string[] = (['OP-10', 'OP-11'] as const).map((id) => servedClauseByOperation[id]);

/** OP-9 accepted the transfer, and it was asked for until the deadline: no limit and no lock explains that nothing is found (reading 1). */
const isLost = ({ clause, deviation }: Violation): boolean => lookups.includes(clause) && deviation === `code-${apiCodes.nothingFound}`;

function isOutright({ clause, deviation }: Violation): boolean {
  if (clause === tokenClause) return true;
  const status = findDeviatingStatus(deviation) ?? 0;
  // No limit and no lock is a server error (reading 6).
  return status >= 500 || (status > 200 && status < 300) || (outrightByClause[clause] ?? outright).includes(status);
}

/** A limit, a lock or another state that the document does not show may explain it, so it raises a question. */
const isExplicable = ({ deviation }: Violation): boolean =>
  deviation === 'http-401' || deviation === 'http-403' || deviation.startsWith('code-');

const findServedViolation = (error: unknown): Violation | null =>
  error instanceof Stop && error.why.kind === 'violation' && servedClauses.has(error.why.clause) ? error.why : null;

/** Code 2000 with HTTP 201 fails no step, so it is noted here. */
export function noteOtherSuccess(refused: RefusedDocumentedCalls, reply: Reply): void {
  const stop = reply.documented ? findOtherSuccessStop(reply) : null;
  if (stop !== null) noteRefusal(refused, stop, false);
}

export function isRefusedOutright(error: unknown): boolean {
  const found = findServedViolation(error);
  return found !== null && isOutright(found);
}

function findRefusal(error: unknown): Violation | null {
  const found = findServedViolation(error);
  if (found === null || isOutright(found) || isLost(found)) return found;
  return isExplicable(found) && !mayRefuse.includes(found.clause) ? { ...found, atMost: 'warn' } : null;
}

/**
 * Any check may meet such a call. The first of each clause is kept, unless a later one is harder.
 * A campaign changes locks, limits, sessions and challenges all the time, so there only an outright refusal counts.
 */
export function noteRefusal(refused: RefusedDocumentedCalls, error: unknown, ofCampaign: boolean): void {
  const refusal = findRefusal(error);
  if (refusal === null || (ofCampaign && (refusal.atMost === 'warn' || isLost(refusal)))) return;
  const before = refused.get(refusal.clause);
  if (before === undefined || (before.atMost === 'warn' && refusal.atMost === undefined)) refused.set(refusal.clause, refusal);
}
