import { isClauseId } from '../../specs/clauses.ts';
import { senderDetail } from '../../specs/operations.ts';
import { byId } from '../core/by-id.ts';
import type { Exchange } from '../core/exchange.ts';
import type { Outcome } from '../core/records/outcome.ts';
import { soundVerdicts } from '../core/records/verdicts.ts';
import { isActive, readBeneficiaries, type Beneficiary } from '../judge/facts/beneficiaries.ts';
import { isServed, readReply } from '../judge/reply.ts';
import { servedClauseByOperation } from '../judge/served.ts';
import type { Journal } from '../report/journal/journal.ts';
import { problemUnless } from './sitting-consistency.ts';

/** A call may be served for one sender and refused for another that no check covers. */
const servedClauses: ReadonlySet<string> = new Set(Object.values(servedClauseByOperation));

type Entries = readonly Beneficiary[];

/**
 * A check goes by the list at hand. A bank may have ended a beneficiary meanwhile, and a list may show late (readings 1 and 21): then the rule
 * that judges all lists finds nothing broken. The list must still be on record, as far as it shows what was doubted.
 */
const listTestByClause: Readonly<Record<string, (entries: Entries) => boolean>> = {
  'OP13-ACTIVATES': (entries) => entries.some((entry) => !isActive(entry)),
  'OP7-LISTED-AS-SENT': () => true,
  'OP7-LISTED-UNDER-ID': () => true,
};

function readList(exchange: Exchange): Entries | null {
  if (exchange.operation !== senderDetail.id) return null;
  const reply = readReply(senderDetail, exchange, true);
  return isServed(reply) ? readBeneficiaries(reply.result) : null;
}

type CauseRecord = Pick<Journal, 'run' | 'outcomes' | 'plan' | 'end' | 'exchanges'>;

/** Whether each blocked check rests on a list that may have caused the doubt. */
function isShownByLists(clause: string, blocked: readonly Outcome[], exchanges: readonly Exchange[]): boolean {
  const isDoubtful = listTestByClause[clause];
  if (isDoubtful === undefined) return false;
  const recorded = byId(exchanges);
  return blocked.every(({ evidence }) =>
    evidence.some((id) => {
      const exchange = recorded.get(id);
      const entries = exchange === undefined ? null : readList(exchange);
      return entries !== null && isDoubtful(entries);
    }),
  );
}

/** In a whole run, a clause that blocks checks must itself have failed, or a list must show why it was doubted. */
export function findCauseProblems({ run, outcomes, plan, end, exchanges }: CauseRecord): readonly string[] {
  if (run.selection !== null || run.profile === 'essential' || end === null) return [];
  const clauses = new Map(plan.map(({ id, clause }) => [id, clause]));
  const byClause = Map.groupBy(outcomes, ({ check }) => clauses.get(check) ?? '');
  const blocked = outcomes.filter(({ verdict, cause }) => verdict === 'blocked' && cause !== null && isClauseId(cause));
  return [...Map.groupBy(blocked, ({ cause }) => cause ?? '')].flatMap(([cause, own]) => {
    const judged = byClause.get(cause) ?? [];
    const isBroken = judged.length === 0 || !judged.every(({ verdict }) => soundVerdicts.has(verdict));
    return problemUnless(
      servedClauses.has(cause) || isBroken || isShownByLists(cause, own, exchanges),
      `checks are blocked by ${cause}, which no check found broken`,
    );
  });
}
