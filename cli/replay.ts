import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import type { Finding } from '../helpers/fuzz/findings/finding.ts';
import { findingsIn, readFindings } from '../helpers/fuzz/findings/journal.ts';
import { replay, type Replayed } from '../helpers/runner/replay.ts';
import { openSend } from '../helpers/session/send.ts';
import { runContextOf } from '../helpers/runner/run-context.ts';
import { openUnrecordedSend } from '../helpers/session/unrecorded-send.ts';
import { openSession } from '../helpers/session/session.ts';
import { newEvidence } from '../helpers/core/records/evidence.ts';
import { passiveAccusations } from '../helpers/runner/passive-accusations.ts';
import { openTarget } from '../helpers/client/client.ts';
import type { Config } from '../helpers/config/config.ts';
import { readConfig } from '../helpers/config/read-config.ts';
import { withSandbox } from '../helpers/config/settings.ts';
import { startSandbox } from '../sandbox/start.ts';
import { planFor } from '../suites/plan-for.ts';
import { withRunLock } from './run/with-lock.ts';
import { environmentOf, type RunOptions } from './options.ts';
import { inconclusive, misused } from './exit-codes.ts';

/** Ends the command: the finding is back. */
const reproduced = 1;

type Tell = (line: string) => void;

/** By its id among those of the report folder, or the first of a file. */
const findingOf = (name: string, folder: string): Finding | undefined =>
  existsSync(name) ? findingsIn(name)[0] : readFindings(folder).find(({ id }) => id === name);

/** Sends it again to the target, in a world of its own; nothing of it goes into the report folder but the ledger. */
async function sendAgain(config: Config, finding: Finding, run: string): Promise<Replayed> {
  const target = openTarget(config, { journal: null, run });
  const ground = runContextOf(target);
  const judge = (): void => undefined;
  const every = planFor({ safety: true, fuzz: { runs: 1 }, selection: { profile: 'full', checks: null } });
  const weigh = passiveAccusations(every.entries.map(({ check }) => check));
  const quiet = openUnrecordedSend({ ...ground.wire, judge, weigh });
  const session = openSession(openSend({ ...ground.wire, judge }), quiet, `replay ${finding.id}`, newEvidence());
  try {
    return await replay(session, ground.campaigns, finding);
  } finally {
    await Promise.all([target.close(), ground.close()]);
  }
}

function tellReplay(finding: Finding, outcome: Replayed, tell: Tell): number {
  tell(`${finding.id}   ${finding.clause}   ${finding.mutation}`);
  tell(`         ${finding.place}`);
  switch (outcome.kind) {
    case 'reproduced':
      tell(`REPRODUCED  ${outcome.times}: expected ${outcome.expected}, received ${outcome.received}`);
      return reproduced;
    case 'fixed':
      tell(`FIXED       expected ${finding.expected}; answered with ${outcome.received}`);
      return 0;
    case 'not-run':
      tell(`NOT RUN     ${outcome.reason}`);
      return inconclusive;
  }
}

/** While no run is under way on the same target. */
async function alone(config: Config, finding: Finding, tell: Tell): Promise<number> {
  const run = randomUUID();
  return (await withRunLock(config, run, tell, async () => tellReplay(finding, await sendAgain(config, finding, run), tell))) ?? misused;
}

/** Tries one finding again: 1 when it is reproduced, 0 when it is fixed, 4 when it could not run. */
async function replayFinding(name: string, options: RunOptions, tell: Tell): Promise<number> {
  const environment = { DMT_FUZZ_RUNS: '1', ...environmentOf(options) };
  const first = readConfig(environment);
  if (!first.ok) {
    for (const problem of first.problems) tell(problem);
    return misused;
  }
  const finding = findingOf(name, first.config.report.folder);
  if (finding === undefined) {
    tell(
      `expected the id of a finding in ${first.config.report.folder}/findings.jsonl, or a file with one, received "${name}"; for example f-0123456789`,
    );
    return misused;
  }
  if (!first.config.target.awaitsSandbox) return alone(first.config, finding, tell);
  const sandbox = await startSandbox();
  try {
    const settled = readConfig(withSandbox(environment, sandbox.environment), 'started');
    if (!settled.ok) throw new Error(settled.problems.join('\n'));
    return await alone(settled.config, finding, tell);
  } finally {
    await sandbox.close();
  }
}

/** What the command takes, and what it does. */
export const describeReplay = (command: Command): Command =>
  command
    .description('try one finding of a campaign again; exit 1 when it is reproduced, 0 when it is fixed, 4 when it could not run')
    .argument('<finding>', 'its id in findings.jsonl of the report folder, or a file that holds one')
    .option('--report-dir <folder>', 'where the report is (DMT_REPORT_DIR)')
    .addHelpText(
      'after',
      '\nExamples:\n  npm run conformance -- replay f-0123456789\n  npm run conformance -- replay finding.json --report-dir reports/uat',
    )
    .action(async (finding: string, options: RunOptions) => {
      process.exitCode = await replayFinding(finding, options, (line) => process.stdout.write(`${line}\n`));
    });
