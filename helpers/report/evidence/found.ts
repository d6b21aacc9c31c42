import { findMoreFindings, withoutMoreFindings } from '../../core/records/remarks.ts';
import type { Finding } from '../../fuzz/findings/finding.ts';
import { countBreakingIds } from './attached.ts';
import type { CheckRow } from '../model/check-row.ts';

/** What a campaign found, for the reader of one card. */
export interface Found {
  readonly finding: Finding;
  /** `1 more finding`; null when it is the only one. */
  readonly others: string | null;
}

/** The finding that the check accuses by. Its check received the same, and how many more there are. */
export function findAccusing({ clause, place, expected, received }: CheckRow, findings: readonly Finding[]): Found | null {
  const [own, others] = received === null ? [null, null] : [withoutMoreFindings(received), findMoreFindings(received)];
  const finding = findings.find((one) => one.clause === clause && one.place === place && one.expected === expected && one.received === own);
  return finding === undefined ? null : { finding, others };
}

/** Only these established what is expected: the exchanges of a finding, and what stands beside the breaches of a rule. */
export function listNamedIds(row: CheckRow, found: Found | null): readonly string[] {
  if (found !== null) return found.finding.exchanges;
  return row.seen === null ? [] : [...new Set(row.evidence)].slice(countBreakingIds(row));
}
