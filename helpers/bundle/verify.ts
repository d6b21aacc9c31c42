import { createPublicKey, type KeyObject } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { Clause } from '../../specs/clause.ts';
import { readJournal } from '../report/journal/journal.ts';
import { openDrawer } from '../report/allure/drawer.ts';
import { readExternalInputs } from '../report/files/external-inputs.ts';
import { renderingFingerprint } from '../report/fingerprint/fingerprints.ts';
import { writeReports } from '../report/write.ts';
import type { VerdictFile } from '../report/model/verdict-file.ts';
import type { Check } from '../runner/check.ts';
import { packInBackground, unpackFiles, UnusableArchive, type Files } from './archive.ts';
import type { NonceResult } from './nonce.ts';
import { listCards, requiredFiles, sourceFiles } from './contents.ts';
import { formatKeyFingerprint, verifySigner } from './keys.ts';
import { describeVerifyWith, manifestName, readManifest, formatSignedText, type Manifest } from './manifest.ts';
import { rejudge, type RunScope, type Rejudged } from './rejudge.ts';
import { errorMessage } from '../core/text.ts';
import { sha256 } from '../core/sha256.ts';
import { reportPagePath } from '../report/model/file-names.ts';

interface VerifyRequest {
  readonly bytes: Buffer;
  /** Path of the archive; a run id in its name must be right. */
  readonly name: string;
  /** The only key that may have signed; null when any key may. */
  readonly trusted: KeyObject | null;
  readonly nonce: string | null;
  readonly clauses: readonly Clause[];
  readonly checksOf: (scope: RunScope) => readonly Check[];
}

export interface Verified {
  readonly tampered: readonly string[];
  readonly differs: readonly string[];
  /** Whether the run has the given nonce; null when no nonce was given or the bundle cannot be read. */
  readonly nonce: NonceResult | null;
  readonly notes: readonly string[];
  /** The packed verdict; null when it cannot be read. */
  readonly verdict: (Pick<VerdictFile, 'verdict' | 'exitCode' | 'run'> & { readonly title: string }) | null;
}

function findFileProblems(files: Files, manifest: Manifest): readonly string[] {
  const packedNames = [...files.keys()].filter((name) => name !== manifestName);
  return [
    ...[...new Set([...requiredFiles, ...Object.keys(manifest.files)])]
      .filter((name) => !files.has(name))
      .map((name) => `${name} is missing`),
    ...packedNames.filter((name) => !Object.hasOwn(manifest.files, name)).map((name) => `${name} was added`),
    ...packedNames.flatMap((name) => {
      const hash = manifest.files[name];
      return hash === undefined || hash === sha256(files.get(name) ?? Buffer.alloc(0)) ? [] : [`${name} was changed`];
    }),
  ];
}

interface Trust {
  readonly tampered: readonly string[];
  readonly notes: readonly string[];
}

function verifySignature(manifest: Manifest, trusted: KeyObject | null): Trust {
  const { signature } = manifest;
  if (signature === null)
    return trusted === null
      ? { tampered: [], notes: ['unsigned: anyone who had the bundle could have rewritten it'] }
      : { tampered: ['unsigned, but --public-key names a key that must have signed it'], notes: [] };
  const signer = verifySigner(formatSignedText(manifest), signature);
  if (signer === null) return { tampered: ['the signature does not fit this manifest'], notes: [] };
  const signedBy = `signed by ${formatKeyFingerprint(signer)}`;
  if (trusted === null) return { tampered: [], notes: [`${signedBy}; --public-key checks whether it is the key you trust`] };
  const same = createPublicKey(trusted.export({ type: 'spki', format: 'pem' })).equals(signer);
  return same ? { tampered: [], notes: [signedBy] } : { tampered: [`${signedBy}, and not by ${formatKeyFingerprint(trusted)}`], notes: [] };
}

async function withUnpackedFolder<Result>(files: Files, work: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'dmt-verify-'));
  try {
    for (const [name, content] of files) if (sourceFiles.includes(name)) writeFileSync(join(folder, name), content);
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const skipPage = (): Promise<string> => Promise.resolve('');

/**
 * Renders and judges everything again from the journals; values of other runs are taken from the bundle. A page that a trusted key signed
 * is not drawn again.
 */
function rejudgeFiles(
  files: Files,
  { rendering }: Manifest,
  { clauses, checksOf, nonce }: VerifyRequest,
  trustworthy: boolean,
): Promise<Rejudged> {
  return withUnpackedFolder(files, async (folder) => {
    const external = readExternalInputs(folder);
    const page = !trustworthy && files.has(reportPagePath) ? reportPagePath : null;
    await writeReports(folder, clauses, { draw: page === null ? skipPage : openDrawer(folder, 'page-alone'), external });
    const again = (name: string): Buffer | null => (existsSync(join(folder, name)) ? readFileSync(join(folder, name)) : null);
    return rejudge({
      files,
      again,
      rendering,
      cards: listCards(folder),
      journal: readJournal(folder),
      calls: external.calls,
      changes: external.changes,
      checksOf,
      nonce,
      page,
    });
  });
}

function findNameProblem(name: string, { run }: Manifest): readonly string[] {
  const named = /^conformance-([\da-f-]{36})\.zip$/.exec(basename(name))?.[1];
  return named === undefined || named === run ? [] : [`the archive is named after run ${named}, but holds run ${run}`];
}

/** A release must not accuse a record that another release can read. */
function describeUnreadable({ rendering, suiteVersion }: Manifest, error: unknown): Pick<Verified, 'tampered' | 'differs'> {
  const about = `the record cannot be judged: ${error instanceof TypeError ? 'its files lack what a run writes' : errorMessage(error)}`;
  return rendering === renderingFingerprint()
    ? { tampered: [about], differs: [] }
    : { tampered: [], differs: [`packed by release ${suiteVersion}; for this release ${about}; verify it with that release`] };
}

async function verifyContents(files: Files, manifest: Manifest, request: VerifyRequest, trustworthy: boolean): Promise<Verified> {
  try {
    const { tampered, title, verdict, ...rest } = await rejudgeFiles(files, manifest, request, trustworthy);
    const sameRun = verdict.run.id === manifest.run && verdict.run.suiteVersion === manifest.suiteVersion;
    return { ...rest, verdict: { ...verdict, title }, tampered: [...(sameRun ? [] : ['the manifest is of another run']), ...tampered] };
  } catch (error) {
    return { ...describeUnreadable(manifest, error), nonce: null, notes: [], verdict: null };
  }
}

/** Throws `UnusableArchive` for a file that is not a bundle. */
export async function verifyBundle(request: VerifyRequest): Promise<Verified> {
  const { bytes, name, trusted } = request;
  const files = unpackFiles(bytes);
  const content = files.get(manifestName);
  if (content === undefined) throw new UnusableArchive(`expected a bundle, received an archive without ${manifestName}`);
  const manifest = readManifest(content);
  if (manifest === null)
    return { tampered: [`${manifestName} is not in its written form`], differs: [], nonce: null, notes: [], verdict: null };
  const trust = verifySignature(manifest, trusted);
  const packing = packInBackground(files);
  const known = [...findNameProblem(name, manifest), ...findFileProblems(files, manifest), ...trust.tampered];
  const inside = await verifyContents(files, manifest, request, trusted !== null && known.length === 0);
  const container = bytes.equals(await packing) ? [] : ['the archive was not written by the command bundle: its container was changed'];
  const elsewhere = inside.differs.length === 0 ? [] : describeVerifyWith(manifest);
  return { ...inside, tampered: [...container, ...known, ...inside.tampered], notes: [...trust.notes, ...inside.notes, ...elsewhere] };
}
