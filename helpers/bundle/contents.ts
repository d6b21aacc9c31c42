import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findingsFile } from '../fuzz/findings/journal.ts';
import { journalFiles } from '../report/journal/journal.ts';
import { approvedFile, externalInputFiles, configurationFile, contractNames, mainReports } from '../report/files/folder.ts';
import { acceptedFile } from '../report/waivers/record.ts';
import type { Files } from './archive.ts';

const journals: readonly string[] = [...Object.values(journalFiles), acceptedFile, configurationFile];

/** What every bundle has. */
export const requiredFiles: readonly string[] = [...journals, ...mainReports];

/** What everything else is rendered from. */
export const sourceFiles: readonly string[] = [
  ...journals,
  approvedFile,
  findingsFile,
  ...Object.values(externalInputFiles),
  'proof.html',
  'proof.json',
];

/** What comes out the same, byte by byte, whenever it is rendered. */
export const renderedFiles: readonly string[] = [...mainReports, 'decision.html', 'decision.json', ...Object.values(contractNames)];

/** The cards of a folder: a page and a text for each broken clause. They too come out the same. */
export const listCards = (folder: string): readonly string[] => globSync('cards/*.{html,md}', { cwd: folder }).sort();

export const isCard = (name: string): boolean => name.startsWith('cards/');

/** The page that a person reads. */
export const reportPagePath = 'allure-report/index.html';

/** The files of a report folder that make its bundle, and what is missing of them. */
export function collectContents(folder: string): { readonly files: Files; readonly missing: readonly string[] } {
  const present = [...sourceFiles, ...renderedFiles, ...listCards(folder), reportPagePath].filter((name) => existsSync(join(folder, name)));
  return {
    files: new Map(present.map((name) => [name, readFileSync(join(folder, name))])),
    missing: requiredFiles.filter((name) => !present.includes(name)),
  };
}
