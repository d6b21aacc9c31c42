import { copyFileSync, existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { member, parseJson } from '../../core/json.ts';
import { suiteFingerprint } from '../fingerprint/fingerprints.ts';
import type { VerdictFile } from '../model/verdict-file.ts';
import { proofFiles } from '../model/file-names.ts';

const checkout = join(import.meta.dirname, '../../../reports');

const countNames = ['faults', 'faultsKilled', 'variants', 'variantsClean', 'checksNeverSeenToFail'] as const;

interface Proof {
  readonly suiteSources: string;
  readonly counts: Readonly<Record<(typeof countNames)[number], number>>;
}

const isProof = (value: unknown): value is Proof =>
  typeof member(value, 'suiteSources') === 'string' &&
  countNames.every((name) => typeof member(member(value, 'counts'), name) === 'number');

function readProof(folder: string): Proof | null {
  const path = join(folder, proofFiles.record);
  const value = existsSync(path) ? parseJson(readFileSync(path, 'utf8')) : null;
  return isProof(value) ? value : null;
}

/** True when run, proof and this program have the same sources. */
const isProofOfSuite = ({ run }: VerdictFile, { suiteSources }: Proof): boolean =>
  suiteSources === suiteFingerprint() && run.suiteFingerprint === suiteSources;

const noProof = 'none for this suite (make one with npm run proof)';

/** `351 of 351 planted faults found, 82 of 82 legal variants clean`, with `proof.html` next to the report, if there is a proof. */
export function findProof(folder: string, file: VerdictFile): { readonly words: string; readonly page: string | null } {
  const home = [resolve(folder), checkout].find((place) => {
    const proof = readProof(place);
    return proof !== null && isProofOfSuite(file, proof);
  });
  const counts = home === undefined ? undefined : readProof(home)?.counts;
  if (home === undefined || counts === undefined) return { words: noProof, page: null };
  const page = join(home, proofFiles.page);
  if (home !== resolve(folder) && existsSync(page)) copyFileSync(page, join(folder, proofFiles.page));
  const { faults, faultsKilled, variants, variantsClean, checksNeverSeenToFail } = counts;
  const words = [
    `${faultsKilled} of ${faults} planted faults found`,
    `${variantsClean} of ${variants} legal variants clean`,
    `${checksNeverSeenToFail} checks never seen to fail`,
  ];
  return { words: words.join(', '), page: existsSync(page) ? proofFiles.page : null };
}
