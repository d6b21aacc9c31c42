import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findingsFile } from '../fuzz/findings/journal.ts';
import { journalFiles } from '../report/journal/journal.ts';
import { approvedFile, externalInputFiles, configurationFile, contractNames } from '../report/files/folder.ts';
import { acceptedFile } from '../report/waivers/record.ts';
import type { Files } from './archive.ts';

const journals: readonly string[] = [...Object.values(journalFiles), acceptedFile, configurationFile];
const reports: readonly string[] = ['verdict.json', 'junit.xml', 'summary.md', 'evidence.har'];

/** What every bundle has. */
export const required: readonly string[] = [...journals, ...reports];

/** What everything else is rendered from. */
export const sources: readonly string[] = [
  ...journals,
  approvedFile,
  findingsFile,
  ...Object.values(externalInputFiles),
  'proof.html',
  'proof.json',
];

/** What comes out the same, byte by byte, whenever it is rendered. */
export const rendered: readonly string[] = [...reports, 'decision.html', 'decision.json', ...Object.values(contractNames)];

/** The cards of a folder: a page and a text for each broken clause. They too come out the same. */
export const cardsIn = (folder: string): readonly string[] => globSync('cards/*.{html,md}', { cwd: folder }).sort();

export const isCard = (name: string): boolean => name.startsWith('cards/');

/** The page that a person reads. */
export const reportPage = 'allure-report/index.html';

/** The files of a report folder that make its bundle, and what is missing of them. */
export function contentsOf(folder: string): { readonly files: Files; readonly missing: readonly string[] } {
  const there = [...sources, ...rendered, ...cardsIn(folder), reportPage].filter((name) => existsSync(join(folder, name)));
  return {
    files: new Map(there.map((name) => [name, readFileSync(join(folder, name))])),
    missing: required.filter((name) => !there.includes(name)),
  };
}
