import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findingsFile } from '../../fuzz/findings/journal.ts';
import { journalFiles } from '../journal/journal.ts';
import { acceptedFile } from '../waivers/record.ts';

export const configurationFile = 'configuration.json';

/** The sealed key of the stand-ins, for a run that is gone on with. */
export const keyFile = 'stand-ins.key';

/** What was approved for the run, as it was read. */
export const approvedFile = 'approved-bill.json';

/** How the live description compares with the contract. */
export const contractNames = { page: 'contract-diff.html', table: 'contract-diff.md', record: 'contract-diff.json' } as const;

/** What the pages tell that is in no journal of the run. */
export const externalInputFiles = { changes: 'changes.json', before: 'history.jsonl', calls: 'calls.jsonl' } as const;

/** Every run leaves these. */
export const mainReports: readonly string[] = ['verdict.json', 'junit.xml', 'summary.md', 'evidence.har'];

/** What can be rendered again from the journals. */
const derivedFiles: readonly string[] = [
  ...mainReports,
  ...Object.values(contractNames),
  ...Object.values(externalInputFiles),
  'decision.json',
  'decision.html',
  'cards',
  'allure-results',
  'allure-report',
];

/** The rest of the folder, ledger and state, outlives runs. */
const replacedFiles: readonly string[] = [
  ...Object.values(journalFiles),
  configurationFile,
  approvedFile,
  acceptedFile,
  keyFile,
  findingsFile,
  ...derivedFiles,
];

/** The configuration of the run without secrets; its fingerprint is in the journal. */
export function writeConfiguration(folder: string, shown: Readonly<Record<string, string>>): void {
  writeFileSync(join(folder, configurationFile), `${JSON.stringify(shown, null, 2)}\n`);
}

export function writeApproved(folder: string, bill: object): void {
  writeFileSync(join(folder, approvedFile), `${JSON.stringify(bill, null, 2)}\n`);
}

/** Makes the folder ready for a new run: what the last one left goes, but for the ledger and the state. */
export function prepareFolder(folder: string): void {
  mkdirSync(folder, { recursive: true });
  for (const name of replacedFiles) rmSync(join(folder, name), { recursive: true, force: true });
}
