import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '../../core/files/files.ts';
import { findingsFile } from '../../fuzz/findings/journal.ts';
import { journalFiles } from '../journal/journal.ts';
import { acceptedFile } from '../waivers/record.ts';
import { contractNames, decisionFiles, reportFiles, specificationPage } from '../model/file-names.ts';

export const configurationFile = 'configuration.json';

/** The sealed key of the stand-ins, for a run that is resumed. */
export const keyFile = 'stand-ins.key';

export const approvedFile = 'approved-bill.json';

export const externalInputFiles = { changes: 'changes.json', before: 'history.jsonl', calls: 'calls.jsonl' } as const;

export const mainReports: readonly string[] = Object.values(reportFiles);

const derivedFiles: readonly string[] = [
  ...mainReports,
  ...Object.values(contractNames),
  ...Object.values(externalInputFiles),
  ...Object.values(decisionFiles),
  specificationPage,
  'cards',
  'allure-results',
  'allure-report',
];

/** A new run deletes these. Ledger and state stay. */
const replacedFiles: readonly string[] = [
  ...Object.values(journalFiles),
  configurationFile,
  approvedFile,
  acceptedFile,
  keyFile,
  findingsFile,
  ...derivedFiles,
];

/** Without secrets. The journal has its fingerprint. */
export function writeConfiguration(folder: string, shown: Readonly<Record<string, string>>): void {
  writeFileSync(join(folder, configurationFile), `${JSON.stringify(shown, null, 2)}\n`);
}

export function writeApproved(folder: string, bill: object): void {
  writeFileSync(join(folder, approvedFile), `${JSON.stringify(bill, null, 2)}\n`);
}

/** Deletes the files of the last run, but keeps ledger and state. */
export function prepareFolder(folder: string): void {
  makeFolder(folder);
  for (const name of replacedFiles) rmSync(join(folder, name), { recursive: true, force: true });
}
