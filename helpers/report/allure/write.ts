import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { byId } from '../../core/by-id.ts';
import { readFindings } from '../../fuzz/findings/journal.ts';
import { readExternalInputs } from '../files/external-inputs.ts';
import { readExchanges } from '../journal/journal.ts';
import { reportFiles } from '../model/file-names.ts';
import type { VerdictFile } from '../model/verdict-file.ts';
import { addFindingTexts } from './finding.ts';
import { listContractPages, addContractPages } from './contract.ts';
import type { DrawRequest } from './drawer.ts';
import { addExchanges } from './exchange.ts';
import { openReport } from './generate.ts';
import { writeHistory } from './history.ts';
import { indexEvidence } from './result.ts';
import { selectKept, writeResults, type ResultFiles } from './results.ts';
import { runVitest } from './run.ts';

/** Writes `allure-report/index.html`, and `allure-results/` for other readers. The folder must have journals, verdict and external inputs. */
export async function drawAllure({ folder, cards, keepsResults }: DrawRequest): Promise<string> {
  const report = join(folder, 'allure-report');
  const kept = join(folder, 'allure-results');
  for (const old of [report, kept]) rmSync(old, { recursive: true, force: true });
  const file = JSON.parse(readFileSync(join(folder, reportFiles.verdict), 'utf8')) as VerdictFile;
  const { before, changes } = readExternalInputs(folder);
  const pages = listContractPages(folder);
  const findings = readFindings(folder);
  const evidence = indexEvidence(file, readExchanges(folder), pages, findings, cards);
  // Allure reads its history from a file; the state folder has the permanent one.
  const history = join(folder, '.history.jsonl');
  writeHistory(history, before);
  const page = await openReport(folder, { file, changes }, { report, history });
  const running = runVitest(folder, evidence);
  const attachments: ResultFiles = new Map();
  addExchanges(attachments, file.checks, evidence.exchanges);
  addFindingTexts(attachments, file.checks, findings);
  addContractPages(folder, attachments, file.checks, pages);
  // Vitest's worker runs beside it. Both are awaited together, so that a failure of one is heard at once.
  const [results] = await Promise.all([running, page.read(attachments)]);
  const writing = keepsResults ? writeResults(kept, selectKept(results, attachments, byId(file.checks))) : undefined;
  await Promise.all([page.read(results).then(() => page.finish()), writing]);
  rmSync(history);
  return join(report, 'index.html');
}
