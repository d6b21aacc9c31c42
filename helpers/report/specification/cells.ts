import { circumstances } from '../../../specs/circumstances.ts';
import { describeForm } from '../../../specs/forms.ts';
import { judgedVerdicts, type Verdict } from '../../core/records/verdicts.ts';
import type { VerdictCheck, VerdictClause, VerdictSituation } from '../model/verdict-file.ts';
import { findWorst } from '../verdict/clauses.ts';
import { isSituated, toSituationKey } from '../verdict/situations.ts';
import { shortenReason } from './notes.ts';

/** How a clause ended in one form or circumstance. */
export interface Cell {
  readonly where: string;
  readonly verdict: Verdict;
  readonly judged: boolean;
  readonly reason: string | null;
}

const textByCircumstance: ReadonlyMap<string, string> = new Map(Object.entries(circumstances));

/** `OP-9 in its query form, with a decimal amount`; an operation is named where the clause is about another subject. */
function describeSituation({ operation, form, circumstance }: VerdictSituation, clause: VerdictClause): string {
  const called = form === null ? (operation === clause.operation ? null : operation) : describeForm(operation, form);
  const met = circumstance === null ? null : (textByCircumstance.get(circumstance) ?? circumstance);
  return [called, met].filter((part) => part !== null).join(', ');
}

/** Where a check judged, the others of the same situation do not hold it back. */
function findDeciding(checks: readonly VerdictCheck[]): VerdictCheck | undefined {
  const judging = checks.filter(({ verdict }) => judgedVerdicts.has(verdict));
  return findWorst(judging.length > 0 ? judging : checks);
}

function toCell(where: string, checks: readonly VerdictCheck[], { text }: VerdictClause): readonly Cell[] {
  const deciding = findDeciding(checks);
  if (deciding === undefined) return [];
  const { verdict, reason } = deciding;
  const isSilent = verdict === 'pass' || reason === null || reason === text;
  return [{ where, verdict, judged: judgedVerdicts.has(verdict), reason: isSilent ? null : shortenReason(reason) }];
}

/** Empty for a clause without forms and circumstances: its verdict says all. */
export function buildCells(clause: VerdictClause, own: readonly VerdictCheck[]): readonly Cell[] {
  const { situations = [] } = clause;
  if (situations.length === 0) return [];
  const bySituation = Map.groupBy(own.filter(isSituated), toSituationKey);
  return [
    ...toCell(
      'in general',
      own.filter((check) => !isSituated(check)),
      clause,
    ),
    ...situations.flatMap((situation) =>
      toCell(describeSituation(situation, clause), bySituation.get(toSituationKey(situation)) ?? [], clause),
    ),
  ];
}
