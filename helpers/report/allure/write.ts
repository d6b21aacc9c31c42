import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { extname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { byId } from '../../core/by-id.ts';
import { readFindings } from '../../fuzz/findings/journal.ts';
import { readExternalInputs } from '../files/external-inputs.ts';
import { readExchanges } from '../journal/journal.ts';
import { reportFiles } from '../model/file-names.ts';
import { requireVerdictFile } from '../files/verdict-record.ts';
import { addFindingTexts } from './finding.ts';
import { listContractPages, addContractPages } from './contract.ts';
import type { DrawRequest } from './drawer.ts';
import { addExchanges } from './exchange.ts';
import { openReport } from './generate.ts';
import { writeHistory } from './page/history.ts';
import { indexEvidence } from './result.ts';
import { selectKept, type ResultFile, type ResultFiles } from './results.ts';
import type { WriteRequest } from './results-writer.ts';
import { openVitest, type RunVitest } from './run.ts';

/** A thousand small files take a third of the time of the page. */
async function writeBeside(request: WriteRequest): Promise<void> {
  const thread = new Worker(new URL(`results-writer${extname(import.meta.filename)}`, import.meta.url));
  thread.postMessage(request);
  await once(thread, 'exit');
}

async function drawAllure(folder: string, runVitest: RunVitest, { cards, keepsResults }: DrawRequest): Promise<string> {
  const report = join(folder, 'allure-report');
  const kept = join(folder, 'allure-results');
  for (const old of [report, kept]) rmSync(old, { recursive: true, force: true });
  const file = requireVerdictFile(JSON.parse(readFileSync(join(folder, reportFiles.verdict), 'utf8')));
  const { before, changes } = readExternalInputs(folder);
  const pages = listContractPages(folder);
  const findings = readFindings(folder);
  const evidence = indexEvidence(file, readExchanges(folder), pages, findings, cards);
  // Allure reads its history from a file; the state folder has the permanent one.
  const history = join(folder, '.history.jsonl');
  writeHistory(history, before);
  const page = await openReport(folder, { file, changes }, { report, history });
  const attachments: ResultFiles = new Map();
  addExchanges(attachments, file.checks, evidence.exchanges);
  addFindingTexts(attachments, file.checks, evidence.findings);
  addContractPages(folder, attachments, file.checks, pages);
  const results: ResultFiles = new Map();
  await page.read(
    new ReadableStream<ResultFile>({
      async start(reading) {
        // Vitest's worker runs beside the reading, and a result is read as soon as its test has ended.
        const running = runVitest(evidence, (result) => {
          results.set(...result);
          reading.enqueue(result);
        });
        for (const attachment of attachments) reading.enqueue(attachment);
        await running;
        reading.close();
      },
    }),
  );
  const writing = keepsResults ? writeBeside({ folder: kept, results: selectKept(results, attachments, byId(file.checks)) }) : undefined;
  await Promise.all([page.finish(), writing]);
  rmSync(history);
  return join(report, 'index.html');
}

/**
 * Draws once: writes `allure-report/index.html`, and `allure-results/` for other readers. By then the folder must have journals, verdict and
 * external inputs.
 */
export async function openAllure(folder: string): Promise<(request: DrawRequest) => Promise<string>> {
  const runVitest = await openVitest(folder);
  return (request) => drawAllure(folder, runVitest, request);
}
