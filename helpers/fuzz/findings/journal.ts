import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Redactor } from '../../redaction/redactor.ts';
import type { Finding } from './finding.ts';

/** In the report folder: one finding per line. */
export const findingsFile = 'findings.jsonl';

/** Writes the findings. Values that the suite made up stay readable; configured and obtained values become stand-ins. */
export function writeFindings(folder: string, findings: readonly Finding[], redactor: Pick<Redactor, 'json'>): void {
  const lines = findings.map((finding) => `${redactor.json(JSON.stringify(finding))}\n`);
  writeFileSync(join(folder, findingsFile), lines.join(''));
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
