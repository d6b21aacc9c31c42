import { readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { byId } from '../../core/by-id.ts';
import { readFindings } from '../../fuzz/findings/journal.ts';
import { readExternalInputs } from '../files/external-inputs.ts';
import { readExchanges, readJournalLines } from '../journal/journal.ts';
import { reportFiles } from '../model/file-names.ts';
import { requireVerdictFile } from '../files/verdict-record.ts';
import { addFindingTexts } from './finding.ts';
import { listContractPages, addContractPages } from './contract.ts';
import { scratchFolder, type DrawRequest, type Kept } from './drawer.ts';
import { addExchanges } from './exchange.ts';
import { openReport } from './generate.ts';
import { writeHistory } from './page/history.ts';
import { indexEvidence } from './result.ts';
import { createResultFiles, selectKept, writeResults, type ResultFile, type ResultFiles } from './results.ts';
import { openVitest, type RunVitest } from './run.ts';

/** Renamed when the files are whole. */
const draftOf = (folder: string): string => join(scratchFolder(folder), 'allure-results');

/** The file of each planned check. */
async function createPlannedFiles(folder: string): Promise<void> {
  const header = readJournalLines(folder).find((line) => line.kind === 'run');
  const ids = header?.plan.map(({ id }) => id) ?? [];
  await createResultFiles(draftOf(folder), header?.run.id ?? '', ids);
}

async function drawAllure(folder: string, runVitest: RunVitest, kept: Kept, { cards }: DrawRequest): Promise<string> {
  const report = join(folder, 'allure-report');
  const resultsFolder = join(folder, 'allure-results');
  for (const old of [report, resultsFolder]) rmSync(old, { recursive: true, force: true });
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
  let closeVitest = (): Promise<void> => Promise.resolve();
  await page.read(
    new ReadableStream<ResultFile>({
      async start(reading) {
        // Vitest's worker runs beside the reading, and a result is read as soon as its test has ended.
        const running = runVitest(evidence, (result) => {
          results.set(...result);
          reading.enqueue(result);
        });
        for (const attachment of attachments) reading.enqueue(attachment);
        closeVitest = await running;
        reading.close();
      },
    }),
  );
  if (kept === 'with-results') {
    writeResults(draftOf(folder), selectKept(results, attachments, byId(file.checks)));
    renameSync(draftOf(folder), resultsFolder);
  }
  await page.end();
  await page.write();
  await closeVitest();
  rmSync(history);
  return join(report, 'index.html');
}

/**
 * Draws once: writes `allure-report/index.html`, and `allure-results/` for other readers. By then the folder must have journals, verdict and
 * external inputs.
 */
export async function openAllure(folder: string, kept: Kept): Promise<(request: DrawRequest) => Promise<string>> {
  const creating = kept === 'with-results' ? createPlannedFiles(folder) : undefined;
  const [runVitest] = await Promise.all([openVitest(folder), creating]);
  return (request) => drawAllure(folder, runVitest, kept, request);
}
