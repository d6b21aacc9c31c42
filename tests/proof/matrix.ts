import manifest from '../../package.json' with { type: 'json' };
import { suiteFingerprint } from '../../helpers/report/fingerprint/fingerprints.ts';
import { buildPlan } from '../../helpers/runner/plan.ts';
import { faults } from '../../sandbox/faults.ts';
import { variants } from '../../sandbox/variants.ts';
import { clauseById, clauses, isClauseId } from '../../specs/clauses.ts';
import { suites } from '../../suites/index.ts';
import { findProblems } from './judge-row.ts';
import type { Row } from './prove.ts';

export interface Counts {
  readonly clauses: number;
  readonly checks: number;
  readonly faults: number;
  readonly faultsKilled: number;
  readonly variants: number;
  readonly variantsClean: number;
  readonly checksNeverSeenToFail: number;
}

/** `reports/proof.json`: which check saw which fault. */
export interface Matrix {
  readonly schemaVersion: 1;
  readonly suiteVersion: string;
  /** Fingerprint of the sources that decide verdicts. The proof holds for these sources only. */
  readonly suiteSources: string;
  readonly counts: Counts;
  readonly faults: readonly {
    readonly id: string;
    readonly story: string;
    readonly breaks: readonly string[];
    readonly warns: readonly string[];
    readonly killed: boolean;
    readonly seenBy: readonly string[];
  }[];
  readonly variants: readonly {
    readonly id: string;
    readonly story: string;
    readonly ends: 'blocked' | 'judged';
    readonly clean: boolean;
  }[];
  readonly checks: readonly { readonly id: string; readonly clause: string; readonly seenToFailBy: readonly string[] }[];
}

/** These checks record which form is accepted. Where none is, `OP3-SERVED` and `OP6-SERVED` fail (reading 14). */
const recordsOnly = [
  'OP3-OBJECT-FORM~number-or-text',
  'CONSENT-NONE-FORM~scheme-none',
  'CONSENT-MPIN-FORM~right-mpin',
  'AUTH-SECOND-FACTOR~otp-and-mpin',
];

const canAccuse = ({ id, clause, hardest }: { id: string; clause: string; hardest: string | undefined }): boolean =>
  hardest !== 'observed' && isClauseId(clause) && clauseById(clause).certainty !== 'silent' && !recordsOnly.includes(id);

function faultsByCheck(rows: readonly Row[]): ReadonlyMap<string, readonly string[]> {
  const pairs = rows.flatMap(({ kind, id, failed, warned }) =>
    kind === 'fault' ? [...failed, ...warned].map(({ check }) => ({ check, id })) : [],
  );
  return new Map([...Map.groupBy(pairs, ({ check }) => check)].map(([check, seen]) => [check, seen.map(({ id }) => id).sort()]));
}

const checksSeen = (row: Row | undefined): string[] => [...(row?.failed ?? []), ...(row?.warned ?? [])].map(({ check }) => check).sort();

/** The counts of all rows, in the order of the catalogues, so that two proofs compare line by line. */
export function buildMatrix(rows: readonly Row[]): Matrix {
  const rowById = new Map(rows.map((row) => [`${row.kind} ${row.id}`, row]));
  const seen = faultsByCheck(rows);
  const proved = (kind: Row['kind'], id: string): boolean => {
    const row = rowById.get(`${kind} ${id}`);
    return row !== undefined && findProblems(row).length === 0;
  };
  const checks = buildPlan(suites, null).entries.map(({ check: { id, clause, hardest } }) => ({
    id,
    clause,
    seenToFailBy: seen.get(id) ?? [],
    accuses: canAccuse({ id, clause, hardest }),
  }));
  const faultRows = [...faults.values()].map(({ id, does, breaks, warns = [] }) => ({
    id,
    story: does,
    breaks,
    warns,
    killed: proved('fault', id),
    seenBy: checksSeen(rowById.get(`fault ${id}`)),
  }));
  const variantRows = [...variants.values()].map(({ id, does, ends }) => ({
    id,
    story: does,
    ends: ends ?? ('judged' as const),
    clean: proved('variant', id),
  }));
  return {
    schemaVersion: 1,
    suiteVersion: manifest.version,
    suiteSources: suiteFingerprint(),
    counts: {
      clauses: clauses.length,
      checks: checks.length,
      faults: faultRows.length,
      faultsKilled: faultRows.filter(({ killed }) => killed).length,
      variants: variantRows.length,
      variantsClean: variantRows.filter(({ clean }) => clean).length,
      checksNeverSeenToFail: checks.filter(({ accuses, seenToFailBy }) => accuses && seenToFailBy.length === 0).length,
    },
    faults: faultRows,
    variants: variantRows,
    checks: checks.map(({ id, clause, seenToFailBy }) => ({ id, clause, seenToFailBy })),
  };
}

/** Checks that can accuse. */
export const accusingChecks: readonly string[] = buildPlan(suites, null)
  .entries.map(({ check: { id, clause, hardest } }) => ({ id, clause, hardest }))
  .filter(canAccuse)
  .map(({ id }) => id);

/** Those of them that no fault made fail. */
export const findNeverSeen = (rows: readonly Row[]): string[] => {
  const seen = faultsByCheck(rows);
  return accusingChecks.filter((id) => !seen.has(id));
};

/** `400 clauses · 387 checks · 351 of 351 faults killed · 82 of 82 variants clean · checks never seen to fail: 0` */
export const formatCounts = ({ clauses, checks, faults, faultsKilled, variants, variantsClean, checksNeverSeenToFail }: Counts): string =>
  [
    `${clauses} clauses`,
    `${checks} checks`,
    `${faultsKilled} of ${faults} faults killed`,
    `${variantsClean} of ${variants} variants clean`,
    `checks never seen to fail: ${checksNeverSeenToFail}`,
  ].join(' · ');
