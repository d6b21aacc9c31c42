import type { Config } from '../../helpers/config/config.ts';
import { readJournal } from '../../helpers/report/journal/journal.ts';
import type { WaiversFile } from '../../helpers/report/model/acceptances.ts';
import { countPassesBefore } from '../../helpers/report/waivers/history.ts';
import { readWaivers, type WaiversRead } from '../../helpers/report/waivers/read.ts';
import { writeAccepted } from '../../helpers/report/waivers/record.ts';
import { findRuleProblems } from '../../helpers/report/waivers/rules.ts';
import { clauses } from '../../specs/clauses.ts';

/** Returns the file of waivers, or every problem that no run of this target could solve. */
export function readFittingWaivers({ target, report }: Config): WaiversRead {
  if (report.waivers === null) return { ok: true, file: {} };
  const read = readWaivers(report.waivers);
  if (!read.ok) return read;
  const occasion = { target: target.kind, hosts: target.hosts, startedAt: new Date().toISOString() };
  const problems = findRuleProblems(read.file, clauses, occasion);
  return problems.length === 0 ? read : { ok: false, problems };
}

export function saveAcceptances(folder: string, stateFolder: string, file: WaiversFile): void {
  writeAccepted(folder, { file, passedBefore: countPassesBefore(stateFolder, file, readJournal(folder).run.id) });
}
