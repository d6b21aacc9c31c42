import { readJournal } from '../../helpers/report/journal/journal.ts';
import type { WaiversFile } from '../../helpers/report/model/acceptances.ts';
import { passedBefore } from '../../helpers/report/waivers/history.ts';
import { readWaivers, type WaiversRead } from '../../helpers/report/waivers/read.ts';
import { writeAccepted } from '../../helpers/report/waivers/record.ts';
import { ruleProblems, type Occasion } from '../../helpers/report/waivers/rules.ts';
import { clauses } from '../../specs/clauses.ts';

/** Reads what was accepted of a target, or tells all that no run could put right. */
export function acceptedOf(path: string | null, occasion: Occasion): WaiversRead {
  if (path === null) return { ok: true, file: {} };
  const read = readWaivers(path);
  if (!read.ok) return read;
  const problems = ruleProblems(read.file, clauses, occasion);
  return problems.length === 0 ? read : { ok: false, problems };
}

/** Keeps what was accepted beside the journals of a run. */
export function keepAccepted(folder: string, stateFolder: string, file: WaiversFile): void {
  writeAccepted(folder, { file, passedBefore: passedBefore(stateFolder, file, readJournal(folder).run.id) });
}
