import { formatRecord } from '../files/format-record.ts';
import { renderComparisonHtml } from './html.ts';
import type { ContractRecord } from '../../core/records/contract-finding.ts';
import { renderComparisonMarkdown } from './markdown.ts';
import type { ShownComparison } from './groups.ts';
import { contractNames } from '../model/file-names.ts';

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

/** Allure also attaches these to the checks of the description. */
export const contractPages: readonly ContractFile[] = [table, page];

export const contractFiles: readonly ContractFile[] = [
  ...contractPages,
  { name: contractNames.record, mediaType: 'application/json', content: formatRecord },
];
