import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { readFindings } from '../../fuzz/findings/journal.ts';
import type { Exchange } from '../../core/exchange.ts';
import { addFindingTexts } from './finding.ts';
import { listContractPages, addContractPages } from './contract.ts';
import { addExchanges } from './exchange.ts';
import { writeHistory } from './history.ts';
import { indexEvidence } from './result.ts';
import { shareContent, writeResults, type ResultFiles } from './results.ts';
import type { ExternalInputs } from '../files/external-inputs.ts';
import type { VerdictFile } from '../model/verdict-file.ts';

interface Surroundings extends Pick<ExternalInputs, 'before' | 'changes'> {
  /** The address of the card of each broken clause, from the report folder. */
  readonly cards: ReadonlyMap<string, string>;
}

/**
 * Writes `allure-report/index.html`; the folder must have `verdict.json`. Vitest and Allure are loaded here, since no other command needs
 * them.
 */
async function drawPage(
  folder: string,
  file: VerdictFile,
  exchanges: readonly Exchange[],
  { before, changes, cards }: Surroundings,
): Promise<{ readonly page: string; readonly results: ResultFiles }> {
  const report = join(folder, 'allure-report');
  rmSync(report, { recursive: true, force: true });
  const pages = listContractPages(folder);
  const findings = readFindings(folder);
  const evidence = indexEvidence(file, exchanges, pages, findings, cards);
  const results: ResultFiles = new Map();
  const { runVitest } = await import('./run.ts');
  const running = runVitest(folder, results, evidence);
  addExchanges(results, file.checks, evidence.exchanges);
  addFindingTexts(results, file.checks, findings);
  addContractPages(folder, results, file.checks, pages);
  const [{ generateReport }] = await Promise.all([import('./generate.ts'), running]);
  // Allure reads its history from a file; the state folder has the permanent one.
  const history = join(folder, '.history.jsonl');
  writeHistory(history, before);
  await generateReport(folder, { file, changes }, results, { report, history });
  rmSync(history);
  return { page: join(report, 'index.html'), results };
}

type DrawReport = (folder: string, file: VerdictFile, exchanges: readonly Exchange[], others: Surroundings) => Promise<string>;

export const drawAllure: DrawReport = async (folder, file, exchanges, others) => (await drawPage(folder, file, exchanges, others)).page;

/** Also writes `allure-results/` for other readers of Allure's format. */
export const writeAllure: DrawReport = async (folder, file, exchanges, others) => {
  const { page, results } = await drawPage(folder, file, exchanges, others);
  const kept = join(folder, 'allure-results');
  rmSync(kept, { recursive: true, force: true });
  writeResults(kept, shareContent(results));
  return page;
};
