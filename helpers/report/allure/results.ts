import { copyFileSync, linkSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isRecord, parseJson, type Json } from '../../core/json.ts';
import { toTestCaseId } from './history.ts';

/** Allure's input files by name, in memory. */
export type ResultFiles = Map<string, string | Buffer>;

/** Allure gives an attached file to one test only, so each check has its own name for it. */
export const formatAttachmentName = (check: string, name: string): string => `${toTestCaseId(check)}-${name}`;

type Parts = readonly Readonly<Record<string, unknown>>[];

const isParts = (value: unknown): value is Parts => Array.isArray(value) && value.every(isRecord);
const toParts = (value: unknown): Parts => (isParts(value) ? value : []);

/** The timeline of our page needs these. Both name the suite again. */
const pageLabels: ReadonlySet<unknown> = new Set(['host', 'thread']);

const omit = (record: Json, ...names: readonly string[]): Json =>
  Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)));

const dropPageParts = (result: Json): Json => ({
  ...omit(result, 'titlePath'),
  labels: toParts(result['labels']).filter(({ name }) => !pageLabels.has(name)),
});

/** Of a pass the labels say what its description says. Its links lead away from our page alone, and each exchange tells its own time. */
const toPass = (result: Json): Json => ({
  ...omit(result, 'descriptionHtml', 'links', 'steps'),
  attachments: [...toParts(result['steps']).flatMap((step) => toParts(step['attachments'])), ...toParts(result['attachments'])],
});

/** `x12-attachment.httpexchange`, without the check that had it first. */
const dropCheck = (source: string): string => source.replace(/^[\da-f]{32}-/, '');

const sourcePattern = /"source":"([^"]+)"/g;

/**
 * The files of `allure-results/`: what passed checks show is there once. Allure 3 shows a shared file under its first check only, so every
 * check that did not pass keeps a file of its own. Our page shows all of them.
 */
export function shareContent(results: ResultFiles): ResultFiles {
  const files: ResultFiles = new Map();
  const keep = (source: string, name: string): string => {
    const content = results.get(source);
    if (content === undefined) return source;
    files.set(name, content);
    return name;
  };
  for (const [file, content] of results) {
    if (!file.endsWith('-result.json')) continue;
    const result = parseJson(content.toString());
    if (!isRecord(result)) continue;
    const shared = result['status'] === 'passed';
    const text = JSON.stringify(shared ? toPass(dropPageParts(result)) : dropPageParts(result));
    const named = text.replaceAll(sourcePattern, (_, source: string) => `"source":"${keep(source, shared ? dropCheck(source) : source)}"`);
    files.set(file, named);
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
