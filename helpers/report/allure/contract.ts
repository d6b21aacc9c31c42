import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { contractPages, type ContractFile } from '../contract/pages.ts';
import { formatAttachmentName, type ResultFiles } from './results.ts';
import type { VerdictCheck } from '../model/verdict-file.ts';

const comparesDescription = ({ operation }: VerdictCheck): boolean => operation === 'SWAGGER';

const contractFileName = ({ name }: ContractFile, check: VerdictCheck): string => formatAttachmentName(check.id, `attachment-${name}`);

export const listContractPages = (folder: string): readonly ContractFile[] =>
  contractPages.filter(({ name }) => existsSync(join(folder, name)));

export const contractAttachments = (
  check: VerdictCheck,
  pages: readonly ContractFile[],
): { name: string; source: string; type: string }[] =>
  comparesDescription(check) ? pages.map((page) => ({ name: page.name, source: contractFileName(page, check), type: page.mediaType })) : [];

export function addContractPages(
  folder: string,
  results: ResultFiles,
  checks: readonly VerdictCheck[],
  pages: readonly ContractFile[],
): void {
  const contents = pages.map((page) => ({ page, content: readFileSync(join(folder, page.name)) }));
  for (const check of checks.filter(comparesDescription))
    for (const { page, content } of contents) results.set(contractFileName(page, check), content);
}
