import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Command } from 'commander';
import type { Finding, FoundOn } from '../helpers/fuzz/findings/finding.ts';
import { findingsFile, readFindingsFile, readFindings } from '../helpers/fuzz/findings/journal.ts';
import { replay, type ReplayResult } from '../helpers/runner/replay.ts';
import { openSend } from '../helpers/session/send.ts';
import { createRunContext } from '../helpers/runner/run-context.ts';
import { openUnrecordedSend } from '../helpers/session/unrecorded-send.ts';
import { openSession } from '../helpers/session/session.ts';
import { createEvidence } from '../helpers/core/records/evidence.ts';
import { createAccusationCollector } from '../helpers/runner/passive-accusations.ts';
import { openTarget } from '../helpers/client/client.ts';
import { journalFiles, readJournal } from '../helpers/report/journal/journal.ts';
import { describeTarget } from '../helpers/core/records/named-target.ts';
import { openProgress } from '../helpers/report/terminal/progress.ts';
import type { Config } from '../helpers/config/config.ts';
import { planFor } from '../suites/plan-for.ts';
import { withRunLock } from './run/with-run-lock.ts';
import { withTarget } from './with-target.ts';
import { buildEnvironment, type RunOptions } from './options.ts';
import { exitInconclusive, exitUsageError } from './exit-codes.ts';

const exitReproduced = 1;

type PrintLine = (line: string) => void;

/** A finding, and the folder with the record of its run. */
interface Loaded {
  readonly finding: Finding | undefined;
  readonly folder: string;
}

/** By the finding's id in the report folder, or the first finding of a file. */
const loadFinding = (name: string, folder: string): Loaded =>
  existsSync(name)
    ? { finding: readFindingsFile(name)[0], folder: dirname(name) }
    : { finding: readFindings(folder).find(({ id }) => id === name), folder };

/** Findings of earlier releases do not say it, but their run does. Null where nothing does. */
const findAccused = ({ on }: Finding, folder: string): FoundOn | null =>
  on ?? (existsSync(join(folder, journalFiles.outcomes)) ? readJournal(folder).run : null);

/** Another service shows nothing about the one that the finding accuses. */
function findTargetProblem(finding: Finding, folder: string, { target: { kind, hosts } }: Config): string | null {
  const accused = findAccused(finding, folder);
  if (accused === null)
    return `expected a finding that names its target, or the record of its run in ${folder}, received neither: name a finding of a report folder`;
  const [expected, received] = [describeTarget(accused), describeTarget({ target: kind, hosts })];
  if (expected === received) return null;
  return `${finding.id}: expected the target that it was found on, ${expected}, received ${received}; nothing was sent: give the settings of its run (.env, or --env NAME)`;
}

/** Repeats the finding in a new run context. Of the report folder only the ledger changes. */
async function replayOnTarget(config: Config, finding: Finding, run: string): Promise<ReplayResult> {
  const target = openTarget(config, { journal: null, run });
  const runContext = createRunContext(target);
  const judge = (): void => undefined;
  const fullPlan = planFor({ safety: true, fuzz: { runs: 1 }, selection: { profile: 'full', checks: null } });
  const weigh = createAccusationCollector(fullPlan.entries.map(({ check }) => check));
  const unrecordedSend = openUnrecordedSend({ ...runContext.wire, judge, collectAccusations: weigh });
  const session = openSession(openSend({ ...runContext.wire, judge }), unrecordedSend, `replay ${finding.id}`, createEvidence());
  try {
    return await replay(session, runContext.campaigns, finding);
  } finally {
    await Promise.all([target.close(), runContext.close()]);
  }
}

function printReplay(finding: Finding, outcome: ReplayResult, print: PrintLine): number {
  switch (outcome.kind) {
    case 'reproduced':
      print(`REPRODUCED  ${outcome.times}: expected ${outcome.expected}, received ${outcome.received}`);
      return exitReproduced;
    case 'fixed':
      print(`FIXED       expected ${finding.expected}; answered with ${outcome.received}`);
      return 0;
    case 'not-run':
      print(`NOT RUN     ${outcome.reason}`);
      return exitInconclusive;
  }
}

/** Holds the run lock while it works. */
async function replayLocked(config: Config, finding: Finding, print: PrintLine): Promise<number> {
  const run = randomUUID();
  const { kind: target, hosts } = config.target;
  const work = async (): Promise<number> => {
    print(`${finding.id}   ${finding.clause}   ${finding.mutation}`);
    print(`         ${finding.place}, on ${describeTarget({ target, hosts })}`);
    return printReplay(finding, await replayOnTarget(config, finding, run), print);
  };
  return (await withRunLock(config, run, print, work)) ?? exitUsageError;
}

const describeUnknown = (name: string, folder: string): string =>
  `expected the id of a finding in ${join(folder, findingsFile)}, or a file with one, received "${name}"; --report-dir names another folder`;

/** Returns 1 when the finding is reproduced, 0 when it is fixed, 4 when it could not run. */
function replayFinding(name: string, options: RunOptions): Promise<number> {
  const progress = openProgress(process.stdout);
  return withTarget({ DMT_FUZZ_RUNS: '1', ...buildEnvironment(options) }, progress, async (config) => {
    const { folder } = config.report;
    const loaded = loadFinding(name, folder);
    const refuse = (problem: string): number => {
      progress.keep(problem);
      return exitUsageError;
    };
    if (loaded.finding === undefined) return refuse(describeUnknown(name, folder));
    const problem = findTargetProblem(loaded.finding, loaded.folder, config);
    return problem === null ? replayLocked(config, loaded.finding, progress.keep) : refuse(problem);
  });
}

export const defineReplayCommand = (command: Command): Command =>
  command
    .description('try one finding of a campaign again; exit 1 when it is reproduced, 0 when it is fixed, 4 when it could not run')
    .argument('<finding>', 'its id in findings.jsonl of the report folder, or a file with one finding')
    .option('--report-dir <folder>', 'where the report is (DMT_REPORT_DIR)')
    .addHelpText(
      'after',
      '\nExamples:\n  npm run conformance -- replay f-0123456789\n  npm run conformance -- replay finding.json --report-dir reports/uat',
    )
    .action(async (finding: string, options: RunOptions) => {
      process.exitCode = await replayFinding(finding, options);
    });
