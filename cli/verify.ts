import { existsSync, readFileSync } from 'node:fs';
import { UnusableArchive } from '../helpers/bundle/archive.ts';
import type { NonceResult } from '../helpers/bundle/nonce.ts';
import type { RunScope } from '../helpers/bundle/rejudge.ts';
import { publicKeyIn, UnusableKey } from '../helpers/bundle/keys.ts';
import { verifyBundle, type Verified } from '../helpers/bundle/verify.ts';
import { plural, oneLine } from '../helpers/core/text.ts';
import { headlines, prefixOf } from '../helpers/report/model/groups.ts';
import { openProgress, type Progress } from '../helpers/report/terminal/progress.ts';
import type { Check } from '../helpers/runner/check.ts';
import { clauses } from '../specs/clauses.ts';
import { planFor } from '../suites/plan-for.ts';
import { misused } from './run.ts';

export interface VerifyOptions {
  /** Path of a PEM file. */
  readonly publicKey?: string;
  readonly nonce?: string;
}

/** It is not as it was packed, not made with the nonce that was named, or this release judges it differently. */
const different = 1;

const most = 40;

/** What this release checks in a run of that extent. */
export const checksOf = ({ selection, profile, safety, fuzz }: RunScope): readonly Check[] =>
  planFor({ selection: { checks: selection, profile }, safety, fuzz: { runs: fuzz ? 1 : 0 } }).entries.map(({ check }) => check);

function section(keep: Progress['keep'], word: string, lines: readonly string[]): void {
  for (const line of lines.slice(0, most)) keep(`${word.padEnd(9)}${oneLine(line)}`);
  if (lines.length > most) keep(`${' '.repeat(9)}… and ${lines.length - most} more`);
}

const nonceWords: Readonly<Record<Exclude<NonceResult, 'this'>, string>> = {
  another: 'INTACT, BUT NOT MADE WITH THIS NONCE',
  nothing: 'INTACT, BUT WITHOUT A TRANSFER, WHICH ALONE CARRIES A NONCE',
};

/** The first that holds: an edit makes every other finding doubtful. */
function headOf({ tampered, differs, nonce }: Verified): string {
  if (tampered.length > 0) return 'NOT AS IT WAS PACKED';
  if (nonce !== null && nonce !== 'this') return nonceWords[nonce];
  return differs.length > 0 ? 'JUDGED DIFFERENTLY' : 'INTACT, AND JUDGED THE SAME';
}

function tell({ keep }: Progress, verified: Verified): void {
  const { tampered, differs, notes, verdict } = verified;
  const found = [
    ...(tampered.length === 0 ? [] : [`${plural(tampered.length, 'contradiction')} or change${tampered.length === 1 ? '' : 's'}`]),
    ...(differs.length === 0 ? [] : [`${plural(differs.length, 'difference')} in judging`]),
  ];
  keep([headOf(verified), found.join(' · ')].filter((words) => words !== '').join('   '));
  if (verdict !== null)
    keep(
      `${'verdict'.padEnd(9)}${oneLine(prefixOf(verdict.run) + headlines[verdict.verdict])} (exit ${verdict.exitCode}), run ${oneLine(verdict.run.id)} of ${oneLine(verdict.run.startedAt)}`,
    );
  section(keep, 'note', notes);
  section(keep, 'TAMPERED', tampered);
  section(keep, 'DIFFERS', differs);
}

const isAsAsked = ({ tampered, differs, nonce }: Verified): boolean =>
  tampered.length === 0 && differs.length === 0 && (nonce === null || nonce === 'this');

/** Checks a bundle; 0 when it is intact, made with the nonce that was named, and judged the same, 1 when not, 2 when it is none. */
export async function verify(path: string, { publicKey, nonce }: VerifyOptions): Promise<number> {
  const progress = openProgress(process.stdout);
  try {
    if (!existsSync(path)) throw new UnusableArchive(`expected a bundle at ${path}, received nothing there`);
    const trusted = publicKey === undefined ? null : publicKeyIn(publicKey);
    const verified = await verifyBundle({ bytes: readFileSync(path), name: path, trusted, nonce: nonce ?? null, clauses, checksOf });
    tell(progress, verified);
    return isAsAsked(verified) ? 0 : different;
  } catch (error) {
    if (!(error instanceof UnusableArchive || error instanceof UnusableKey)) throw error;
    progress.keep(error.message);
    return misused;
  }
}
