import { copyFileSync, linkSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { toTestCaseId } from './history.ts';

/** Allure's input files by name, in memory. */
export type ResultFiles = Map<string, string | Buffer>;

/** Allure gives an attached file to one test only, so each check has its own name for it. */
export const formatAttachmentName = (check: string, name: string): string => `${toTestCaseId(check)}-${name}`;

/** Of a pass the labels say the same. */
const dropDescription = (result: string): string =>
  JSON.stringify(JSON.parse(result), (key, value: unknown) => (key === 'descriptionHtml' ? undefined : value));

const sourcePattern = /"source":"([^"]+)"/g;

/**
 * The files of `allure-results/`: what passed checks show is there once. Allure 3 shows a shared file under its first check only, so every
 * check that did not pass keeps a file of its own. Our page shows all of them.
 */
export function shareContent(results: ResultFiles): ResultFiles {
  const files: ResultFiles = new Map();
  const firsts = new Map<string | Buffer, string>();
  const keep = (source: string, shared: boolean): string => {
    const content = results.get(source);
    if (content === undefined) return source;
    const name = (shared ? firsts.get(content) : undefined) ?? source;
    if (shared) firsts.set(content, name);
    files.set(name, content);
    return name;
  };
  for (const [name, content] of results) {
    if (!name.endsWith('-result.json')) continue;
    const text = content.toString();
    const shared = text.includes('"status":"passed"') && !text.includes('"status":"failed"');
    const written = text.replaceAll(sourcePattern, (_, source: string) => `"source":"${keep(source, shared)}"`);
    files.set(name, shared ? dropDescription(written) : written);
  }
  return files;
}

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
