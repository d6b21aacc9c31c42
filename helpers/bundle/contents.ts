import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readNamedFile } from '../core/files/files.ts';
import { findingsFile } from '../fuzz/findings/journal.ts';
import { journalFiles } from '../report/journal/journal.ts';
import { approvedFile, configurationFile, externalInputFiles, mainReports } from '../report/files/folder.ts';
import { contractNames, decisionFiles, proofFiles, reportPagePath, specificationPage } from '../report/model/file-names.ts';
import { acceptedFile } from '../report/waivers/record.ts';
import type { Files } from './archive.ts';

const journals: readonly string[] = [...Object.values(journalFiles), acceptedFile, configurationFile];

export const requiredFiles: readonly string[] = [...journals, ...mainReports];

/** All other files are rendered from these. */
export const sourceFiles: readonly string[] = [
  ...journals,
  approvedFile,
  findingsFile,
  ...Object.values(externalInputFiles),
  ...Object.values(proofFiles),
];

/** Every rendering gives the same bytes. */
export const renderedFiles: readonly string[] = [
  ...mainReports,
  ...Object.values(decisionFiles),
  specificationPage,
  ...Object.values(contractNames),
];

/** A page and a text for each broken clause. Every rendering gives the same bytes. */
export function listCards(folder: string): readonly string[] {
  const names = existsSync(join(folder, 'cards')) ? readdirSync(join(folder, 'cards')) : [];
  return names
    .filter((name) => /\.(?:html|md)$/.test(name))
    .map((name) => `cards/${name}`)
    .sort();
}

export const isCard = (name: string): boolean => name.startsWith('cards/');

export function collectContents(folder: string): { readonly files: Files; readonly missing: readonly string[] } {
  const present = [...sourceFiles, ...renderedFiles, ...listCards(folder), reportPagePath].filter((name) => existsSync(join(folder, name)));
  return {
    files: new Map(present.map((name) => [name, readNamedFile(join(folder, name), 'a file of the report')])),
    missing: requiredFiles.filter((name) => !present.includes(name)),
  };
}
