import type { Command } from 'commander';
import { UnusableArchive } from '../helpers/bundle/archive.ts';
import type { NonceResult } from '../helpers/bundle/nonce.ts';
import type { RunScope } from '../helpers/bundle/rejudge.ts';
import { readPublicKey, UnusableKey } from '../helpers/bundle/keys.ts';
import { verifyBundle, type Verified } from '../helpers/bundle/verify.ts';
import { readNamedFile } from '../helpers/core/files/files.ts';
import { pluralize, toOneLine } from '../helpers/core/text.ts';
import { openProgress, type Progress } from '../helpers/report/terminal/progress.ts';
import type { Check } from '../helpers/runner/check.ts';
import { clauses } from '../specs/clauses.ts';
import { planFor } from '../suites/plan-for.ts';
import { exitUsageError } from './exit-codes.ts';

interface VerifyOptions {
  /** Path of a PEM file. */
  readonly publicKey?: string;
  readonly nonce?: string;
}

/** The bundle was changed, has another nonce, or this release judges it differently. */
const exitDifferent = 1;

const maxLines = 40;

export const planRunChecks = ({ selection, profile, safety, fuzz }: RunScope): readonly Check[] =>
  planFor({ selection: { checks: selection, profile }, safety, fuzz: { runs: fuzz ? 1 : 0 } }).entries.map(({ check }) => check);

function printSection(keep: Progress['keep'], word: string, lines: readonly string[]): void {
  for (const line of lines.slice(0, maxLines)) keep(`${word.padEnd(9)}${toOneLine(line)}`);
  if (lines.length > maxLines) keep(`${' '.repeat(9)}… and ${lines.length - maxLines} more`);
}

const nonceSummaries: Readonly<Record<Exclude<NonceResult, 'this'>, string>> = {
  another: 'INTACT, BUT NOT MADE WITH THIS NONCE',
  nothing: 'INTACT, BUT WITHOUT A TRANSFER THAT COULD CARRY A NONCE',
};

/** The worst finding comes first: after an edit no other finding is certain. */
function summarizeVerified({ tampered, differs, nonce, verdict }: Verified): string {
  if (tampered.length > 0) return 'ALTERED, NOT AS IT WAS PACKED';
  if (nonce !== null && nonce !== 'this') return nonceSummaries[nonce];
  if (differs.length === 0) return 'INTACT, AND JUDGED THE SAME';
  return verdict === null ? 'INTACT, BUT THIS RELEASE CANNOT JUDGE IT' : 'INTACT, BUT JUDGED DIFFERENTLY BY THIS RELEASE';
}

function printVerified({ keep }: Progress, verified: Verified): void {
  const { tampered, differs, notes, verdict } = verified;
  const found = [
    ...(tampered.length === 0 ? [] : [`${pluralize(tampered.length, 'contradiction')} or change${tampered.length === 1 ? '' : 's'}`]),
    ...(differs.length === 0 ? [] : [`${pluralize(differs.length, 'difference')} in judging`]),
  ];
  keep([summarizeVerified(verified), found.join(' · ')].filter((words) => words !== '').join('   '));
  if (verdict !== null)
    keep(
      `${'verdict'.padEnd(9)}${toOneLine(verdict.title)} (exit ${verdict.exitCode}), run ${toOneLine(verdict.run.id)} of ${toOneLine(verdict.run.startedAt)}`,
    );
  printSection(keep, 'note', notes);
  printSection(keep, 'TAMPERED', tampered);
  printSection(keep, 'DIFFERS', differs);
}

const isFullyVerified = ({ tampered, differs, nonce }: Verified): boolean =>
  tampered.length === 0 && differs.length === 0 && (nonce === null || nonce === 'this');

/** Returns 0 when the bundle is intact, has the given nonce and is judged the same; 1 when not; 2 when the file is not a bundle. */
async function verify(path: string, { publicKey, nonce }: VerifyOptions): Promise<number> {
  const progress = openProgress(process.stdout);
  try {
    const trusted = publicKey === undefined ? null : readPublicKey(publicKey);
    const verified = await verifyBundle({
      bytes: readNamedFile(path, 'a bundle'),
      name: path,
      trusted,
      nonce: nonce ?? null,
      clauses,
      checksOf: planRunChecks,
    });
    printVerified(progress, verified);
    return isFullyVerified(verified) ? 0 : exitDifferent;
  } catch (error) {
    if (!(error instanceof UnusableArchive || error instanceof UnusableKey)) throw error;
    progress.keep(error.message);
    return exitUsageError;
  }
}

export const defineVerifyCommand = (command: Command): Command =>
  command
    .description('check that a bundle is unchanged, and judge its record again')
    .argument('<bundle>', 'the archive that bundle wrote')
    .option('--public-key <file>', 'PEM file of the key that must have signed it')
    .option('--nonce <text>', "the certifier's nonce for the run (DMT_NONCE)")
    .addHelpText(
      'after',
      '\nEnds with 0 when the bundle is intact, has this nonce and is judged the same, 1 when not, 2 when the file is not a bundle.\n\nExamples:\n  npm run conformance -- verify reports/conformance-*.zip\n  openssl pkey -in sign-key.pem -pubout -out sign-key.pub.pem\n  npm run conformance -- verify reports/uat/conformance-*.zip --public-key sign-key.pub.pem --nonce artificial-nonce',
    )
    .action(async (path: string, options: VerifyOptions) => {
      process.exitCode = await verify(path, options);
    });
