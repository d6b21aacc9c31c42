import type { Clause } from '../../specs/clause.ts';
import { buildDecision } from './decision/content.ts';
import { readExternalInputs } from './files/external-inputs.ts';
import { readJournal } from './journal/journal.ts';
import { assembleVerdict } from './verdict/assemble.ts';
import { applyFailOn } from './verdict/fail-on.ts';
import { readAccepted } from './waivers/record.ts';

/** What the reports of a folder say, from its journals. So a run that was killed has a result too. */
export function readJudged(folder: string, clauses: readonly Clause[]) {
  const journal = readJournal(folder);
  const accepted = readAccepted(folder);
  const { changes, calls } = readExternalInputs(folder);
  const file = applyFailOn(assembleVerdict(journal, clauses, accepted), changes);
  // The fingerprint of the evidence is printed on the page to sign, which is a file of the report.
  return { journal, accepted, file, decision: buildDecision(file, { calls, changes, evidence: '' }) };
}
