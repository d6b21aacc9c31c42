import { Command } from 'commander';
import { readEnvironment } from '../helpers/config/environment.ts';
import { version } from '../helpers/config/version.ts';
import { defineAnnotationsCommand } from './annotations/annotations.ts';
import { defineBundleCommand } from './bundle.ts';
import { defineCallbackCommand } from './callback.ts';
import { defineClausesCommand } from './clauses.ts';
import { defineCompareCommand } from './compare.ts';
import { defineDiffCommand } from './diff.ts';
import { defineDoctorCommand } from './doctor.ts';
import { defineExplainCommand } from './explain/explain.ts';
import { defineInitCommand } from './init/init.ts';
import { defineMergeCommand } from './merge/merge.ts';
import { defineOpenCommand } from './open/open.ts';
import { definePlanCommand } from './plan.ts';
import { defineReplayCommand } from './replay.ts';
import { defineReportCommand } from './report.ts';
import { defineRunCommand } from './run.ts';
import { defineSandboxCommand } from './sandbox.ts';
import { defineUiCommand } from './ui/ui.ts';
import { defineVerifyCommand } from './verify.ts';
import { defineWaiversCommand } from './waivers/draft.ts';
import { Misuse } from '../helpers/core/files/misuse.ts';
import { exitInconclusive, exitUsageError } from './exit-codes.ts';
import { addEnvironmentOption, findTakenOption, refuseRepeats } from './options.ts';

/** In the order of the help page. */
const commands = {
  run: defineRunCommand,
  init: defineInitCommand,
  doctor: defineDoctorCommand,
  plan: definePlanCommand,
  report: defineReportCommand,
  callback: defineCallbackCommand,
  diff: defineDiffCommand,
  bundle: defineBundleCommand,
  verify: defineVerifyCommand,
  compare: defineCompareCommand,
  replay: defineReplayCommand,
  open: defineOpenCommand,
  merge: defineMergeCommand,
  annotations: defineAnnotationsCommand,
  explain: defineExplainCommand,
  waivers: defineWaiversCommand,
  ui: defineUiCommand,
  clauses: defineClausesCommand,
  sandbox: defineSandboxCommand,
} as const;

/** Commander exits with 1 after a usage error; this program exits with 2. */
function withExitCode(command: Command): Command {
  return command.exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : exitUsageError));
}

export const program = addEnvironmentOption(withExitCode(new Command('dmt-conformance')))
  .description('Judges a running Domestic Money Transfer partner service by its interface specification, clause by clause.')
  .version(version)
  .showHelpAfterError('(--help shows the commands)');

for (const [name, define] of Object.entries(commands)) define(withExitCode(program.command(name, { isDefault: name === 'run' })));
refuseRepeats(program);

// A reader such as `head` may close the pipe early; the run and its report still finish.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

export async function main(args: readonly string[] = process.argv.slice(2)): Promise<void> {
  try {
    const taken = findTakenOption(readEnvironment());
    if (taken !== null) throw new Misuse(taken);
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    // A crash of the suite must not end with exit code 1, which means a broken clause.
    const isMisuse = error instanceof Misuse;
    process.stderr.write(`${error instanceof Error ? (isMisuse ? error.message : (error.stack ?? error.message)) : String(error)}\n`);
    process.exitCode = isMisuse ? exitUsageError : exitInconclusive;
  }
}
