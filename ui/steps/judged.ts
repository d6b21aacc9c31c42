import { readJournal } from '../../helpers/report/journal/journal.ts';
import { buildDecision, type Decision } from '../../helpers/report/decision/content.ts';
import { readExternalInputs } from '../../helpers/report/files/external-inputs.ts';
import type { VerdictFile } from '../../helpers/report/model/verdict-file.ts';
import { assembleVerdict } from '../../helpers/report/verdict/assemble.ts';
import { applyFailOn } from '../../helpers/report/verdict/fail-on.ts';
import { readAccepted } from '../../helpers/report/waivers/record.ts';
import { clauses } from '../../specs/clauses.ts';

export interface Judged {
  readonly file: VerdictFile;
  readonly decision: Decision;
}

/** From the journals, as every report is. So a run that was killed has a result too. */
export function readJudged(folder: string): Judged {
  const { changes, calls } = readExternalInputs(folder);
  const file = applyFailOn(assembleVerdict(readJournal(folder), clauses, readAccepted(folder)), changes);
  // The fingerprint of the evidence is printed on the page to sign, which is a file of the report.
  return { file, decision: buildDecision(file, { calls, changes, evidence: '' }) };
}
