import { closeSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Clause } from '../../specs/clause.ts';
import { formatCommand } from '../config/environment.ts';
import { openDrawer, type DrawReport } from './allure/drawer.ts';
import { contractFiles } from './contract/pages.ts';
import { buildCards } from './cards/card.ts';
import { loadReadings } from './cards/readings.ts';
import { writeCards } from './cards/write.ts';
import { readDescriptionFindings, type ComparableRun } from './compare/comparable.ts';
import { compareWithPrevious } from './compare/previous.ts';
import type { Comparison } from './compare/compare.ts';
import { readExternalInputs, writeExternalInputs, type ExternalInputs } from './files/external-inputs.ts';
import { readFindings } from '../fuzz/findings/journal.ts';
import { renderDecision } from './decision/html.ts';
import { buildDecision } from './decision/content.ts';
import { chooseRunCalls, collectEffects } from './decision/effects.ts';
import type { Doubt } from './decision/rows.ts';
import { readLedger } from './journal/ledger.ts';
import { applyFailOn } from './verdict/fail-on.ts';
import { renderHar } from './evidence/har.ts';
import { readJournal } from './journal/journal.ts';
import { renderJunit } from './junit.ts';
import { findSchemaErrors } from './model/schema-errors.ts';
import { saveRun } from './compare/kept-runs.ts';
import { renderSpecification } from './specification/html.ts';
import { renderSummary } from './summary.ts';
import { assembleVerdict } from './verdict/assemble.ts';
import { formatRecord } from './files/format-record.ts';
import { formatVerdictFile } from './files/verdict-record.ts';
import type { VerdictFile } from './model/verdict-file.ts';
import { readAccepted } from './waivers/record.ts';
import { errorMessage } from '../core/text.ts';
import { sha256 } from '../core/sha256.ts';
import { ledgerFilePath } from '../client/journal/ledger.ts';
import { decisionFiles, reportFiles, specificationPage } from './model/file-names.ts';

export interface ReportOptions {
  /** Recorded results of other runs and the ledger; computed when absent. */
  readonly external?: ExternalInputs;
  /** A drawer that was opened earlier; one is opened when absent. */
  readonly draw?: DrawReport;
  /** The run to compare with (DMT_PREVIOUS); null for the last one of the same target. */
  readonly previous?: string | null;
  /** Holds the ledger and earlier runs; the report folder by default. */
  readonly stateFolder?: string;
}

export interface WrittenReports {
  readonly file: VerdictFile;
  /** Null when no earlier run is known. */
  readonly changes: Comparison | null;
  /** Calls whose end is unknown. */
  readonly doubts: readonly Doubt[];
  readonly page: string | null;
  /** Problems while writing; the verdict is valid all the same. */
  readonly troubles: readonly string[];
}

function writePieces(path: string, pieces: Iterable<string>): void {
  const file = openSync(path, 'w');
  try {
    for (const piece of pieces) writeSync(file, piece);
  } finally {
    closeSync(file);
  }
}

async function tryToWrite<Made>(
  what: string,
  make: () => Made | Promise<Made>,
): Promise<{ made: Made | null; troubles: readonly string[] }> {
  try {
    return { made: await make(), troubles: [] };
  } catch (error) {
    return {
      made: null,
      troubles: [`expected to write ${what}, received: ${errorMessage(error)}; render it again with ${formatCommand('report')}`],
    };
  }
}

const describeKeptCalls = (stateFolder: string): string =>
  `calls.jsonl stays as the report folder has it: ${ledgerFilePath(stateFolder)} has no call of this run; DMT_STATE_DIR names the folder of its ledger`;

function collectExternal(
  folder: string,
  run: ComparableRun & VerdictFile,
  recorded: ExternalInputs | undefined,
  { previous, stateFolder }: { readonly previous: string | null; readonly stateFolder: string },
): { readonly external: ExternalInputs; readonly troubles: readonly string[] } {
  if (recorded !== undefined) return { external: recorded, troubles: [] };
  const { problem, ...found } = compareWithPrevious(run, { previous, stateFolder });
  const { calls, kept } = chooseRunCalls(run, readLedger(ledgerFilePath(stateFolder)), readExternalInputs(folder).calls);
  const troubles = [problem, kept ? describeKeptCalls(stateFolder) : null].filter((trouble) => trouble !== null);
  return { external: { ...found, calls }, troubles };
}

/** The verdict comes first, and the page is drawn beside the other files, so that a failure of one loses none. */
export async function writeReports(
  reportFolder: string,
  clauses: readonly Clause[],
  { draw = openDrawer(resolve(reportFolder)), previous = null, stateFolder = reportFolder, external: recorded }: ReportOptions = {},
): Promise<WrittenReports> {
  const folder = resolve(reportFolder);
  const journal = readJournal(folder);
  const judged = assembleVerdict(journal, clauses, readAccepted(folder));
  const write = (name: string, content: string): void => {
    writeFileSync(join(folder, name), content);
  };
  const { contract } = journal;
  const compared = await tryToWrite('contract-diff', () => {
    if (contract !== null) for (const { name, content } of contractFiles) write(name, content(contract));
  });
  const description = readDescriptionFindings(folder);
  const { external, troubles } = collectExternal(folder, { ...judged, description }, recorded, { previous, stateFolder });
  const { changes, calls } = external;
  writeExternalInputs(folder, external);
  const file = applyFailOn(judged, changes);
  const verdict = formatVerdictFile(file);
  write(reportFiles.verdict, verdict);
  const cards = await tryToWrite('cards', () => {
    const built = buildCards(file, journal.exchanges, loadReadings(), readFindings(folder));
    writeCards(folder, built);
    return new Map(built.map(({ clause, file: path }) => [clause, `${path}.html`]));
  });
  const drawing = tryToWrite('allure-report', () => draw(cards.made ?? new Map<string, string>()));
  const schema = findSchemaErrors(file).map((departure) => `verdict.json does not fit its schema: ${departure}`);
  const doubts = collectEffects(file, calls).inDoubt;
  const summary = await tryToWrite(reportFiles.summary, () => {
    write(reportFiles.summary, renderSummary(file, changes, doubts));
  });
  const junit = await tryToWrite(reportFiles.junit, () => {
    write(reportFiles.junit, renderJunit(file, journal.exchanges));
  });
  const har = await tryToWrite(reportFiles.har, () => {
    writePieces(join(folder, reportFiles.har), renderHar(file, journal.exchanges));
  });
  const decision = await tryToWrite(decisionFiles.page, () => {
    const content = buildDecision(file, { calls, changes, evidence: sha256(verdict) });
    write(decisionFiles.record, formatRecord(content));
    write(decisionFiles.page, renderDecision(content));
  });
  const specification = await tryToWrite(specificationPage, () => {
    write(specificationPage, renderSpecification(file, changes));
  });
  const allure = await drawing;
  const state = await tryToWrite('the state of this target', () => {
    saveRun(stateFolder, { ...file, description });
  });
  const attempted = [junit, summary, har, compared, decision, specification, cards, allure, state].flatMap(({ troubles }) => troubles);
  return { file, changes, doubts, page: allure.made, troubles: [...schema, ...troubles, ...attempted] };
}
