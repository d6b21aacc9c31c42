import { compareDescriptions } from '../compare/diff.ts';
import type { ContractRecord, ContractFinding } from '../../core/records/contract-finding.ts';
import type { Description } from '../read/model.ts';
import { specifiedDescription } from '../expected/specified.ts';
import { bySpecification } from '../compare/comparison-rules.ts';

export interface LiveComparison extends ContractRecord {
  readonly live: Description;
}

/** The first findings are enough to show the description of another service. */
const mostFindings = 5000;

export const compareWithSpecification = (live: Description): readonly ContractFinding[] =>
  compareDescriptions(specifiedDescription, live, bySpecification).slice(0, mostFindings);

export function buildContractRecord(
  { sources, facts, unread, skipped, findings }: LiveComparison,
  clean: (text: string) => string,
): ContractRecord {
  const cleaned = (texts: readonly string[]): string[] => texts.map((text) => clean(text));
  return {
    sources: cleaned(sources),
    facts: cleaned(facts),
    unread: cleaned(unread),
    skipped: cleaned(skipped),
    findings: findings.map((finding) => ({
      ...finding,
      operation: finding.operation === null ? null : clean(finding.operation),
      place: clean(finding.place),
      expected: clean(finding.expected),
      live: clean(finding.live),
    })),
  };
}
