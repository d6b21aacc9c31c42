import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { readFindings } from '../fuzz/journal.ts';
import type { Exchange } from '../target/exchange.ts';
import { writeFindingTexts } from './allure-finding.ts';
import { contractPagesIn, writeContractPages } from './allure-contract.ts';
import { writeExchanges } from './allure-exchange.ts';
import { writeHistory } from './allure-history.ts';
import { evidenceOf } from './allure-result.ts';
import type { ComparableRun } from './compare/comparable.ts';
import type { VerdictFile } from './verdict-file.ts';

/**
 * `allure-results/` and `allure-report/index.html`, from a folder that holds `verdict.json`. Returns the page.
 * Vitest and Allure are loaded here, not before: no other command needs them, and loading one overlaps with waiting for the other.
 */
export async function writeAllure(
  folder: string,
  file: VerdictFile,
  exchanges: readonly Exchange[],
  before: readonly ComparableRun[] = [],
): Promise<string> {
  const results = join(folder, 'allure-results');
  const report = join(folder, 'allure-report');
  for (const old of [results, report]) rmSync(old, { recursive: true, force: true });
  mkdirSync(results);
  const pages = contractPagesIn(folder);
  const findings = readFindings(folder);
  const evidence = evidenceOf(file, exchanges, pages, findings);
  const { runVitest } = await import('./allure-run.ts');
  const running = runVitest(folder, results, evidence);
  writeExchanges(results, file.checks, evidence.exchanges);
  writeFindingTexts(results, file.checks, findings);
  writeContractPages(folder, results, file.checks, pages);
  const [{ generateReport }] = await Promise.all([import('./allure-generate.ts'), running]);
  // Allure reads its history from a file; what is kept for good is in the state folder.
  const history = join(results, 'history.jsonl');
  writeHistory(history, before);
  await generateReport(folder, file, { results, report, history });
  rmSync(history);
  return join(report, 'index.html');
}
