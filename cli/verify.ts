import { existsSync, readFileSync } from 'node:fs';
import { UnusableArchive } from '../helpers/bundle/archive.ts';
import type { Extent } from '../helpers/bundle/judge-again.ts';
import { publicKeyIn, UnusableKey } from '../helpers/bundle/keys.ts';
import { verifyBundle, type Verified } from '../helpers/bundle/verify.ts';
import { plural } from '../helpers/report/decide.ts';
import { headlines, prefixOf } from '../helpers/report/groups.ts';
import { openProgress, type Progress } from '../helpers/report/progress.ts';
import { oneLine } from '../helpers/report/text.ts';
import type { Check } from '../helpers/run/check.ts';
import { clauses } from '../specs/clauses.ts';
import { planFor } from '../suites/plan-for.ts';
import { misused } from './run.ts';

export interface VerifyOptions {
  /** Path of a PEM file. */
  readonly publicKey?: string;
  readonly nonce?: string;
}

/** It is not as it was packed, or this release judges it differently. */
const different = 1;

const most = 40;

/** What this release checks in a run of that extent. */
export const checksOf = ({ selection, profile, safety, fuzz }: Extent): readonly Check[] =>
  planFor({ selection: { checks: selection, profile }, safety, fuzz: { runs: fuzz ? 1 : 0 } }).entries.map(({ check }) => check);

function section(keep: Progress['keep'], word: string, lines: readonly string[]): void {
  for (const line of lines.slice(0, most)) keep(`${word.padEnd(9)}${oneLine(line)}`);
  if (lines.length > most) keep(`${' '.repeat(9)}… and ${lines.length - most} more`);
}

function tell({ keep }: Progress, { tampered, differs, notes, verdict }: Verified): void {
  const intact = tampered.length === 0 && differs.length === 0;
  const found = [
    ...(tampered.length === 0 ? [] : [`${plural(tampered.length, 'contradiction')} or change${tampered.length === 1 ? '' : 's'}`]),
    ...(differs.length === 0 ? [] : [`${plural(differs.length, 'difference')} in judging`]),
  ];
  keep(
    intact
      ? 'INTACT, AND JUDGED THE SAME'
      : tampered.length > 0
        ? `NOT AS IT WAS PACKED   ${found.join(' · ')}`
        : `JUDGED DIFFERENTLY   ${found.join(' · ')}`,
  );
  if (verdict !== null)
    keep(
      `${'verdict'.padEnd(9)}${oneLine(prefixOf(verdict.run) + headlines[verdict.verdict])} (exit ${verdict.exitCode}), run ${oneLine(verdict.run.id)} of ${oneLine(verdict.run.startedAt)}`,
    );
  section(keep, 'note', notes);
  section(keep, 'TAMPERED', tampered);
  section(keep, 'DIFFERS', differs);
}

/** Checks a bundle; 0 when it is intact and judged the same, 1 when not, 2 when it is none. */
export async function verify(path: string, { publicKey, nonce }: VerifyOptions): Promise<number> {
  const progress = openProgress(process.stdout);
  try {
    if (!existsSync(path)) throw new UnusableArchive(`expected a bundle at ${path}, received nothing there`);
    const trusted = publicKey === undefined ? null : publicKeyIn(publicKey);
    const verified = await verifyBundle({ bytes: readFileSync(path), name: path, trusted, nonce: nonce ?? null, clauses, checksOf });
    tell(progress, verified);
    return verified.tampered.length === 0 && verified.differs.length === 0 ? 0 : different;
  } catch (error) {
    if (!(error instanceof UnusableArchive || error instanceof UnusableKey)) throw error;
    progress.keep(error.message);
    return misused;
  }
}
