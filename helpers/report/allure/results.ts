import { copyFileSync, linkSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { toTestCaseId } from './history.ts';

/** Allure's input files by name, in memory. */
export type ResultFiles = Map<string, string | Buffer>;

/** Allure gives an attached file to one test only, so each check has its own name for it. */
export const formatAttachmentName = (check: string, name: string): string => `${toTestCaseId(check)}-${name}`;

/** A link is much faster than a copy; not every file system has links. */
function linkOrCopy(file: string, name: string): void {
  try {
    linkSync(file, name);
  } catch {
    copyFileSync(file, name);
  }
}

/** Content with several names is written once. */
export function writeResults(folder: string, results: ResultFiles): void {
  mkdirSync(folder);
  const firsts = new Map<string | Buffer, string>();
  for (const [name, content] of results) {
    const file = join(folder, name);
    const first = firsts.get(content);
    if (first !== undefined) linkOrCopy(first, file);
    else writeFileSync(file, content);
    if (first === undefined) firsts.set(content, file);
  }
}
