import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Redactor } from '../../redaction/redactor.ts';
import type { Finding, FoundOn } from './finding.ts';
import type { Findings } from './findings.ts';

/** In the report folder: one finding per line. */
export const findingsFile = 'findings.jsonl';

/**
 * Writes the findings so far, with those of earlier sittings, when there is a new one or at the end: a process may be killed. Values that the
 * suite made up stay readable; configured and obtained values become stand-ins.
 */
export function createFindingsWriter(
  folder: string,
  redactor: Pick<Redactor, 'json'>,
  { all }: Pick<Findings, 'all'>,
  { target, hosts }: FoundOn,
): (atEnd?: boolean) => void {
  const earlier = readFindings(folder);
  let count = 0;
  return (atEnd = false) => {
    const found = all();
    if (found.length === count && !atEnd) return;
    count = found.length;
    const again = new Set(found.map(({ id }) => id));
    const kept = earlier.filter(({ id }) => !again.has(id)).map((finding) => JSON.stringify(finding));
    const lines = [...kept, ...found.map((finding) => redactor.json(JSON.stringify({ ...finding, on: { target, hosts } })))];
    writeFileSync(join(folder, findingsFile), lines.map((line) => `${line}\n`).join(''));
  };
}

const isFinding = (value: unknown): value is Finding =>
  typeof value === 'object' && value !== null && 'id' in value && 'recipe' in value && 'clause' in value && 'exchanges' in value;

function parseFinding(line: string): readonly Finding[] {
  try {
    const value: unknown = JSON.parse(line);
    return isFinding(value) ? [value] : [];
  } catch {
    return [];
  }
}

/** The findings of a file; none where the file does not exist. Lines without a finding are left out. */
export const readFindingsFile = (file: string): readonly Finding[] =>
  existsSync(file) ? readFileSync(file, 'utf8').split('\n').flatMap(parseFinding) : [];

export const readFindings = (folder: string): readonly Finding[] => readFindingsFile(join(folder, findingsFile));
