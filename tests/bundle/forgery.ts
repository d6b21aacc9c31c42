import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { KeyObject } from 'node:crypto';
import { planRunChecks } from '../../cli/verify.ts';
import { packFiles, unpackFiles, type Files } from '../../helpers/bundle/archive.ts';
import { listCards, collectContents, isCard, renderedFiles } from '../../helpers/bundle/contents.ts';
import { manifestName, buildManifest, readManifest } from '../../helpers/bundle/manifest.ts';
import { verifyBundle, type Verified } from '../../helpers/bundle/verify.ts';
import { readExternalInputs } from '../../helpers/report/files/external-inputs.ts';
import { writeReports } from '../../helpers/report/write.ts';
import { suiteFingerprint } from '../../helpers/report/fingerprint/fingerprints.ts';
import type { Outcome, PlannedCheck } from '../../helpers/core/records/outcome.ts';
import { fillLine } from '../../helpers/report/journal/lean-lines.ts';
import { fillExchanges } from '../../helpers/core/records/exchange-line.ts';
import { type JournalLine, type RunHeader, journalVersion } from '../../helpers/core/records/journal-lines.ts';
import type { Exchange } from '../../helpers/core/exchange.ts';
import { clauses } from '../../specs/clauses.ts';

export type Editable = Map<string, Buffer>;

/** The journals of a bundle, which a forger with this tool can rewrite. */
export interface Journals {
  run: RunHeader;
  plan: PlannedCheck[];
  outcomes: Outcome[];
  judged: { readonly exchange: string; readonly documented: boolean }[];
  end: Extract<JournalLine, { kind: 'end' }> | null;
  exchanges: Exchange[];
}

export const packBundle = (folder: string, key: KeyObject | null): Buffer => {
  const { files } = collectContents(folder);
  const { run } = readJournals(new Map(files));
  return packFiles(new Map([...files, [manifestName, buildManifest(files, run, { key })]]));
};

const readLines = <Line>(files: Editable, name: string): Line[] =>
  (files.get(name)?.toString('utf8') ?? '').split('\n').flatMap((line) => {
    try {
      return [JSON.parse(line) as Line];
    } catch {
      return [];
    }
  });

export function readJournals(files: Editable): Journals {
  const all = readLines<JournalLine>(files, 'outcomes.jsonl').map(fillLine);
  const header = all.find((line) => line.kind === 'run');
  if (header === undefined) throw new Error('expected the record of a run, received none');
  return {
    run: header.run,
    plan: [...header.plan],
    outcomes: all.flatMap((line) => (line.kind === 'outcome' ? [line.outcome] : [])),
    judged: all.flatMap((line) => (line.kind === 'judged' ? line.answers : [])),
    end: all.find((line) => line.kind === 'end') ?? null,
    exchanges: [...fillExchanges(readLines<Exchange>(files, 'exchanges.jsonl'))],
  };
}

const writeLines = (all: readonly unknown[]): Buffer => Buffer.from(all.map((one) => `${JSON.stringify(one)}\n`).join(''));

function writeJournals(files: Editable, { run, plan, outcomes, judged, end, exchanges }: Journals): void {
  const told = outcomes.map((outcome) => ({ kind: 'outcome', outcome }));
  files.set(
    'outcomes.jsonl',
    writeLines([
      { kind: 'run', schemaVersion: journalVersion, run, plan },
      ...told,
      { kind: 'judged', answers: judged },
      ...(end === null ? [] : [end]),
    ]),
  );
  files.set('exchanges.jsonl', writeLines(exchanges));
}

export async function renderAgain(files: Editable): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'dmt-forged-'));
  try {
    for (const [name, content] of files) if (!name.includes('/')) writeFileSync(join(folder, name), content);
    await writeReports(folder, clauses, { draw: () => Promise.resolve(''), external: readExternalInputs(folder) });
    for (const name of [...files.keys()].filter(isCard)) files.delete(name);
    for (const name of [...renderedFiles, ...listCards(folder)])
      if (existsSync(join(folder, name))) files.set(name, readFileSync(join(folder, name)));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Packs edited files with their new hashes. */
export function sealBundle(files: Editable, key: KeyObject | null): Buffer {
  files.delete(manifestName);
  const { run } = readJournals(files);
  return packFiles(new Map([...files, [manifestName, buildManifest(files, run, { key })]]));
}

/** Most tests begin with the same few bundles. */
const unpacked = new WeakMap<Buffer, Files>();

export function unpackBundle(bytes: Buffer): Editable {
  const files = unpacked.get(bytes) ?? unpackFiles(bytes);
  unpacked.set(bytes, files);
  return new Map(files);
}

/** An unsigned bundle with edited journals; all other files are made to fit. */
export async function forge(bytes: Buffer, edit: (journals: Journals) => unknown): Promise<Buffer> {
  const files = unpackBundle(bytes);
  const journals = readJournals(files);
  edit(journals);
  writeJournals(files, journals);
  await renderAgain(files);
  return sealBundle(files, null);
}

export function claimThisRelease(journals: Journals): void {
  journals.run = { ...journals.run, suiteFingerprint: suiteFingerprint() };
}

export const verified = (
  bytes: Buffer,
  trusted: KeyObject | null = null,
  nonce: string | null = null,
  name = 'bundle.zip',
): Promise<Verified> => verifyBundle({ bytes, name, trusted, nonce, clauses, checksOf: planRunChecks });

export const manifestIn = (bytes: Buffer): ReturnType<typeof readManifest> =>
  readManifest(unpackBundle(bytes).get(manifestName) ?? Buffer.alloc(0));
