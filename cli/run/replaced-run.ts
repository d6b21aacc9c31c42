import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../../helpers/config/config.ts';
import { parseJson } from '../../helpers/core/json.ts';
import { reportFiles } from '../../helpers/report/model/file-names.ts';
import { readVerdictFile } from '../../helpers/report/files/verdict-record.ts';

/**
 * A command that repeats a check, entered where the settings of its run are missing, would judge our own sandbox and replace the report of
 * that run.
 */
export function findReplacedRunProblems({ target, selection, report: { folder } }: Config): readonly string[] {
  const path = join(folder, reportFiles.verdict);
  if (!target.own || selection.checks === null || !existsSync(path)) return [];
  const file = readVerdictFile(parseJson(readFileSync(path, 'utf8')));
  if (file === null || file.run.target === 'sandbox') return [];
  return [
    `${folder} holds a run on ${file.run.target} at ${file.run.hosts.join(', ')}, and these checks would judge our own sandbox, since DMT_BASE_URL is not set: ` +
      'give the settings of that run (.env, or --env NAME), or name another folder with --report-dir',
  ];
}
