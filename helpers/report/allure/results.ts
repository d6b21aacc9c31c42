import { copyFileSync, linkSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { exchangesFile } from '../../client/journal/recorder.ts';
import { isRecord, parseJson, type Json } from '../../core/json.ts';
import type { VerdictCheck } from '../model/verdict-file.ts';
import { contractPages } from '../contract/pages.ts';
import { needsAction, pickAttachedIds } from '../evidence/attached.ts';
import { toResultUuid, toTestCaseId } from './page/history.ts';

/** A name and its content, in memory. */
export type ResultFile = readonly [name: string, content: string | Buffer];

/** Allure's input files by name. */
export type ResultFiles = Map<string, string | Buffer>;

/** Allure gives an attached file to one test only, so each check has its own name for it. */
export const formatAttachmentName = (check: string, name: string): string => `${toTestCaseId(check)}-${name}`;

type Judged = Pick<VerdictCheck, 'verdict' | 'owner' | 'evidence' | 'seen'>;
type Labels = readonly Readonly<Record<string, unknown>>[];

const isLabels = (value: unknown): value is Labels => Array.isArray(value) && value.every(isRecord);
const toLabels = (value: unknown): Labels => (isLabels(value) ? value : []);

/** The timeline of our page needs these. Both name the suite again. */
const pageLabels: ReadonlySet<unknown> = new Set(['host', 'thread']);

const omit = (record: Json, ...names: readonly string[]): Json =>
  Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)));

/** A result without a severity has this one. */
const isUsualSeverity = ({ name, value }: Labels[number]): boolean => name === 'severity' && value === 'normal';

/** Readers make the test case of the full name, all results have the stage of what has ended, and links lead away from our page alone. */
const dropPageParts = (result: Json): Json => ({
  ...omit(result, 'titlePath', 'testCaseId', 'stage', 'links'),
  labels: toLabels(result['labels']).filter(({ name }) => !pageLabels.has(name)),
});

const pageNames: ReadonlySet<unknown> = new Set(contractPages.map(({ name }) => name));

/** The comparison of the live description is no exchange. */
const isContractPage = (attachment: unknown): boolean => isRecord(attachment) && pageNames.has(attachment['name']);

/** The labels say what the description says. The rest are files of the report folder. */
function dropEvidence(result: Json, check: Judged): Json {
  const ids = pickAttachedIds(check);
  const attached: unknown = result['attachments'];
  const pages = Array.isArray(attached) ? attached.filter(isContractPage) : [];
  return {
    ...omit(result, 'descriptionHtml', 'steps', 'attachments'),
    labels: toLabels(result['labels']).filter((label) => !isUsualSeverity(label)),
    ...(pages.length > 0 && { attachments: pages }),
    ...(ids.length > 0 && { description: `${exchangesFile}: ${ids.join(', ')}` }),
  };
}

const sourcePattern = /"source":"([^"]+)"/g;

/** The files of `allure-results/`: a check that has an owner keeps everything. Our page shows everything of all checks. */
export function selectKept(results: ResultFiles, attachments: ResultFiles, checks: ReadonlyMap<unknown, Judged>): ResultFiles {
  const files: ResultFiles = new Map();
  for (const [file, content] of results) {
    const result = parseJson(content.toString());
    if (!isRecord(result)) continue;
    const check = checks.get(result['fullName']);
    const kept = dropPageParts(result);
    const text = JSON.stringify(check === undefined || needsAction(check) ? kept : dropEvidence(kept, check));
    files.set(file, text);
    for (const [, source = ''] of text.matchAll(sourcePattern)) {
      const attached = attachments.get(source);
      if (attached !== undefined) files.set(source, attached);
    }
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

const resultFileName = (uuid: string): string => `${uuid}-result.json`;

/** On some file systems an empty file takes forty times as long as its content later. So the files come first, beside the run. */
export async function createResultFiles(folder: string, run: string, checks: readonly string[]): Promise<void> {
  mkdirSync(folder, { recursive: true });
  for (const check of checks) await writeFile(join(folder, resultFileName(toResultUuid(run, check))), '');
}

/** Content with several names is written once. Files without content go. */
export function writeResults(folder: string, results: ResultFiles): void {
  const firsts = new Map<string | Buffer, string>();
  for (const [name, content] of results) {
    const file = join(folder, name);
    const first = firsts.get(content);
    if (first !== undefined) linkOrCopy(first, file);
    else writeFileSync(file, content);
    if (first === undefined) firsts.set(content, file);
  }
  for (const name of readdirSync(folder)) if (!results.has(name)) rmSync(join(folder, name));
}
