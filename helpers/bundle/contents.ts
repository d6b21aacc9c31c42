import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { journalFiles } from '../report/journal.ts';
import { changesFile, configurationFile } from '../report/write.ts';
import { acceptedFile } from '../report/waivers/record.ts';
import type { Files } from './archive.ts';

/** What every bundle has. */
export const required: readonly string[] = [
  ...Object.values(journalFiles),
  acceptedFile,
  configurationFile,
  'verdict.json',
  'junit.xml',
  'summary.md',
  'evidence.har',
];

/** The page that a person reads. */
export const reportPage = 'allure-report/index.html';

/** What is taken along where it is there. */
const optional: readonly string[] = [
  reportPage,
  'proof.html',
  'proof.json',
  changesFile,
  'decision.html',
  'decision.json',
  'contract-diff.json',
  'contract-diff.md',
  'contract-diff.html',
];

/** The files of a report folder that make its bundle, and what is missing of them. */
export function contentsOf(folder: string): { readonly files: Files; readonly missing: readonly string[] } {
  const there = [...required, ...optional].filter((name) => existsSync(join(folder, name)));
  return {
    files: new Map(there.map((name) => [name, readFileSync(join(folder, name))])),
    missing: required.filter((name) => !there.includes(name)),
  };
}
