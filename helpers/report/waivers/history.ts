import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '../../core/files/files.ts';
import { statusByVerdict } from '../../core/records/verdicts.ts';
import { parseSignedName } from '../model/signature.ts';
import type { VerdictFile } from '../model/verdict-file.ts';
import type { Acceptance, WaiversFile } from '../model/acceptances.ts';

const historyFile = 'waiver-history.json';

/** By signature: ids of the passing runs in a row. */
type History = Readonly<Record<string, readonly string[]>>;

const isHistory = (value: unknown): value is History =>
  typeof value === 'object' && value !== null && Object.values(value).every((ids) => Array.isArray(ids));

function readHistory(stateFolder: string): History {
  const path = join(stateFolder, historyFile);
  if (!existsSync(path)) return {};
  try {
    const value: unknown = JSON.parse(readFileSync(path, 'utf8'));
    return isHistory(value) ? value : {};
  } catch {
    return {};
  }
}

const listIntermittent = ({ waivers = [], gaps = [] }: WaiversFile): readonly Acceptance[] =>
  [...waivers, ...gaps].filter(({ intermittent }) => intermittent === true);

export function countPassesBefore(stateFolder: string, file: WaiversFile, runId: string): Readonly<Record<string, number>> {
  const history = readHistory(stateFolder);
  const signatures = listIntermittent(file).flatMap((one) => one.signatures);
  return Object.fromEntries(signatures.map((signature) => [signature, (history[signature] ?? []).filter((id) => id !== runId).length]));
}

/** True when the run passed, false when the deviation occurred, null when the run did not judge it. */
function hasPassed(signature: string, { checks, clauses }: VerdictFile): boolean | null {
  const name = parseSignedName(signature);
  const ended = checks.find(({ id }) => id === name) ?? clauses.find(({ id, checks: own }) => id === name && own.length > 0);
  if (ended === undefined) return null;
  return statusByVerdict[ended.verdict] === 'passed' ? true : ended.signature === null ? null : false;
}

/** Counts a run once, even if it is recorded twice. */
export function recordPasses(stateFolder: string, accepted: WaiversFile, file: VerdictFile): void {
  const signatures = listIntermittent(accepted).flatMap((one) => one.signatures);
  if (signatures.length === 0) return;
  const history = readHistory(stateFolder);
  const entries = signatures.map((signature): [string, readonly string[]] => {
    const before = history[signature] ?? [];
    const ended = hasPassed(signature, file);
    if (ended === null) return [signature, before];
    return [signature, ended ? [...new Set([...before, file.run.id])] : []];
  });
  makeFolder(stateFolder);
  writeFileSync(join(stateFolder, historyFile), `${JSON.stringify({ ...history, ...Object.fromEntries(entries) }, null, 2)}\n`);
}
