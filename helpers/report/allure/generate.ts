import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { AllureReport, type FullConfig } from '@allurereport/core';
import { BufferResultFile } from '@allurereport/reader-api';
import { ALLURE_HTTP_EXCHANGE_CONTENT_TYPE, ALLURE_HTTP_EXCHANGE_FILE_EXTENSION } from 'allure-js-commons/http';
import AwesomePlugin from '@allurereport/plugin-awesome';
import type { CategoryRule } from '@allurereport/core-api';
import { buildPage } from './page/page.ts';
import { capitalize, toOneLine } from '../../core/text.ts';
import { clearMemory } from './memory.ts';
import type { ResultFile } from './results.ts';
import type { Comparison } from '../compare/compare.ts';
import { describeCheckCounts, describeEffects } from '../model/groups.ts';
import { countClauses } from '../verdict/counted-clauses.ts';
import { judgeSignable } from '../verdict/signable.ts';
import { formatHeadline } from '../verdict/headline.ts';
import { findProof } from '../files/proof.ts';
import type { VerdictFile } from '../model/verdict-file.ts';

const matchVerdict = (verdict: string): NonNullable<CategoryRule['matchers']> => ({ labels: { verdict: new RegExp(`^${verdict}$`) } });

const categories: CategoryRule[] = [
  { name: 'Broken clauses', matchers: matchVerdict('fail'), groupBy: [{ label: 'clause' }], groupByMessage: false },
  { name: 'Errors of the suite', matchers: matchVerdict('error'), groupByMessage: true },
  {
    name: 'Not tested because of an earlier problem',
    matchers: matchVerdict('blocked'),
    groupBy: [{ label: 'cause' }],
    groupByMessage: false,
  },
  { name: 'Untried because means are missing', matchers: matchVerdict('untried'), groupBy: ['owner'], groupByMessage: true },
  { name: 'Accepted deviations', matchers: matchVerdict('waived'), groupByMessage: true },
  { name: 'Warnings', matchers: matchVerdict('warn'), groupBy: [{ label: 'clause' }], groupByMessage: false },
  { name: 'Not applicable to this service', matchers: matchVerdict('not-applicable'), groupByMessage: true },
];

/** A row each, because Allure cuts long values short. */
function describeStandings(file: VerdictFile): readonly (readonly [name: string, words: string])[] {
  const { total, by, otherQuestions } = countClauses(file);
  return [
    ['Clauses kept', `${by.kept} of ${total} binding`],
    ['Broken', String(by.broken)],
    ['Not judged', String(by['not judged'])],
    ['Questions', `${by.question}, and ${otherQuestions} not binding`],
    ['Accepted', String(by.accepted)],
  ];
}

/** Allure shows the first eight on its first page. */
function buildVariables(file: VerdictFile, proof: string): Record<string, string> {
  const { run, verdict, exitCode, because } = file;
  const rows: readonly (readonly [string, string | null])[] = [
    ['Verdict', `${verdict} (exit ${exitCode})`],
    ...describeStandings(file),
    ...describeCheckCounts(file).map(([name, words]) => [capitalize(name), words] as const),
    ['Build of the target', run.targetBuild ?? 'not stated'],
    ['Target', run.hosts.join(', ')],
    ['Because', because],
    ['Effects', describeEffects(file)],
    ['Profile', run.profile],
    ['Selection', run.selection?.join(', ') ?? null],
    ['Suite', run.suiteVersion],
    ['Proof of the suite', proof],
    ['Run', run.id],
    ['Run by', run.runBy],
    ['Started', run.startedAt],
    ['Finished', `${run.finishedAt}${run.interrupted ? ' (interrupted)' : ''}`],
    ['Seed', String(run.seed)],
    ['Specification', run.specification],
    ['Suite fingerprint', run.suiteFingerprint],
    ['Target fingerprint', run.targetFingerprint],
  ];
  return Object.fromEntries(rows.flatMap(([name, value]) => (value === null ? [] : [[name, toOneLine(value)]])));
}

const pluginId = 'awesome';

type Options = ConstructorParameters<typeof AwesomePlugin>[0] & { readonly reportName: string };
type RenderReport = AwesomePlugin['done'];

/** Removes what Allure adds about the build, branch and folder of this machine, so that the page depends on the run alone. */
function createIsolatedPlugin(options: Options): Pick<AwesomePlugin, 'start' | 'done'> {
  const plugin = new AwesomePlugin(options);
  const withoutCi = (context: Parameters<RenderReport>[0]): Parameters<RenderReport>[0] => {
    const run = { ...context, reportName: options.reportName };
    delete run.ci;
    return run;
  };
  return { start: (context) => plugin.start(withoutCi(context)), done: (context, store) => plugin.done(withoutCi(context), store) };
}

interface ShownRun {
  readonly file: VerdictFile;
  readonly changes: Comparison | null;
}

interface Paths {
  readonly report: string;
  readonly history: string;
}

function buildAllureConfig(
  folder: string,
  { file, changes }: ShownRun,
  { report: output, history }: Paths,
  files: Map<string, Buffer>,
): FullConfig {
  const proof = findProof(folder, file);
  const { run } = file;
  const name = `${toOneLine(formatHeadline(file, changes))} · ${run.target} at ${run.hosts[0] ?? 'an unknown host'}`;
  const options = {
    reportName: name,
    groupBy: ['epic', 'feature', 'story'],
    stepTreeExpansion: 'expand_failed_only' as const,
    charts: [],
    sections: ['timeline'],
  };
  const addFile = (path: string, content: Buffer): Promise<string> => {
    files.set(path.replace(`${pluginId}/`, ''), content);
    return Promise.resolve(path);
  };
  return {
    name,
    output,
    open: false,
    port: undefined,
    reportFiles: { addFile },
    plugins: [{ id: pluginId, enabled: true, options, plugin: createIsolatedPlugin(options) }],
    variables: buildVariables(file, proof.words),
    categories,
    defaultLabels: {},
    // The description has these too; with them it would begin below the fold.
    hideLabels: ['framework', 'language', 'host', 'thread', 'package', 'certainty', 'section', 'operation', 'suite'],
    historyPath: history,
    appendHistory: false,
    globalAttachments: proof.page === null ? [] : [proof.page],
    cwd: folder,
  };
}

/**
 * Allure makes a badge of the exit code: passed or failed. A run without a verdict accuses no one, and nothing is green on a run that may
 * not be signed. Its title and the variables tell the verdict and the exit code.
 */
export const hasBadge = (file: VerdictFile): boolean =>
  file.exitCode === 0 ? judgeSignable(file).signable : file.exitCode !== 3 && file.exitCode !== 4;

/** Allure looks for the type of a file in its content, where no table has its extension. */
function toAllureFile([name, content]: ResultFile): BufferResultFile {
  const file = new BufferResultFile(Buffer.from(content), name);
  if (name.endsWith(ALLURE_HTTP_EXCHANGE_FILE_EXTENSION)) file.contentType = ALLURE_HTTP_EXCHANGE_CONTENT_TYPE;
  return file;
}

export interface OpenReport {
  readonly read: (files: AsyncIterable<ResultFile>) => Promise<void>;
  readonly end: () => Promise<void>;
  /** Writes one file that works offline. It takes the most memory. */
  readonly write: () => Promise<void>;
}

/** Allure hands over its files in memory. */
export async function openReport(folder: string, shown: ShownRun, paths: Paths): Promise<OpenReport> {
  const files = new Map<string, Buffer>();
  const report = new AllureReport(buildAllureConfig(folder, shown, paths, files));
  await report.start();
  return {
    // For thousands of small files, one after the other takes a tenth of the time of Allure's parallel reading.
    async read(given) {
      for await (const file of given) {
        await report.readResult(toAllureFile(file));
        await nextTurn();
      }
    },
    async end() {
      if (hasBadge(shown.file)) report.realtimeDispatcher.sendGlobalExitCode({ original: shown.file.exitCode });
      await report.done();
    },
    async write() {
      clearMemory();
      rmSync(paths.report, { recursive: true, force: true });
      mkdirSync(paths.report);
      writeFileSync(join(paths.report, 'index.html'), await buildPage(files, shown.file));
    },
  };
}
