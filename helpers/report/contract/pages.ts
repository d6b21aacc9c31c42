import { renderComparisonHtml } from './html.ts';
import type { ContractRecord } from '../../core/records/contract-finding.ts';
import { renderComparisonMarkdown } from './markdown.ts';
import type { ShownComparison } from './groups.ts';
import { contractNames } from '../files/folder.ts';

/** One file of the report folder that tells how the live description compares with the contract. */
export interface ContractFile {
  readonly name: string;
  readonly mediaType: string;
  readonly content: (record: ContractRecord) => string;
}

const toShownComparison = ({ sources, findings }: ContractRecord): ShownComparison => ({
  expectedFrom: 'specs/contract.swagger.json',
  liveFrom: sources.join(', '),
  findings,
});

const page = {
  name: contractNames.page,
  mediaType: 'text/html',
  content: (record) => renderComparisonHtml(toShownComparison(record)),
} as const satisfies ContractFile;
const table = {
  name: contractNames.table,
  mediaType: 'text/markdown',
  content: (record) => renderComparisonMarkdown(toShownComparison(record)),
} as const satisfies ContractFile;

/** For people; shown with the checks of the description as well. */
export const contractPages: readonly ContractFile[] = [table, page];

/** Derived from the journal like every other report. */
export const contractFiles: readonly ContractFile[] = [
  ...contractPages,
  { name: contractNames.record, mediaType: 'application/json', content: (record) => `${JSON.stringify(record, null, 2)}\n` },
];
