import { Command } from 'commander';
import { readEnvironment } from '../helpers/config/environment.ts';
import { version } from '../helpers/config/version.ts';
import { Misuse } from '../helpers/core/files/misuse.ts';
import { exitInconclusive, exitUsageError } from './exit-codes.ts';
import { addEnvironmentOption, findTakenOption, refuseRepeats } from './options.ts';

/** In the order of the help page. Each loads what it needs, which is a third of this program. */
const commands = {
  run: async () => (await import('./run.ts')).defineRunCommand,
  init: async () => (await import('./init/init.ts')).defineInitCommand,
  doctor: async () => (await import('./doctor.ts')).defineDoctorCommand,
  plan: async () => (await import('./plan.ts')).definePlanCommand,
  report: async () => (await import('./report.ts')).defineReportCommand,
  callback: async () => (await import('./callback.ts')).defineCallbackCommand,
  diff: async () => (await import('./diff.ts')).defineDiffCommand,
  bundle: async () => (await import('./bundle.ts')).defineBundleCommand,
  verify: async () => (await import('./verify.ts')).defineVerifyCommand,
  compare: async () => (await import('./compare.ts')).defineCompareCommand,
  replay: async () => (await import('./replay.ts')).defineReplayCommand,
  open: async () => (await import('./open/open.ts')).defineOpenCommand,
  merge: async () => (await import('./merge/merge.ts')).defineMergeCommand,
  annotations: async () => (await import('./annotations/annotations.ts')).defineAnnotationsCommand,
  explain: async () => (await import('./explain/explain.ts')).defineExplainCommand,
  waivers: async () => (await import('./waivers/draft.ts')).defineWaiversCommand,
  ui: async () => (await import('./ui/ui.ts')).defineUiCommand,
  clauses: async () => (await import('./clauses.ts')).defineClausesCommand,
  sandbox: async () => (await import('./sandbox.ts')).defineSandboxCommand,
} as const satisfies Record<string, () => Promise<(command: Command) => unknown>>;

type CommandName = keyof typeof commands;

const isCommandName = (word: string): word is CommandName => word in commands;
const commandNames = Object.keys(commands).filter(isCommandName);

/** A run, and the commands that the words name. The help page needs all, and so does a word that names none. */
function chooseCommands(words: readonly string[]): readonly CommandName[] {
  const [first = '--check'] = words;
  const needsAll = words.some((word) => word === '--help' || word === '-h') || !(first.startsWith('-') || isCommandName(first));
  return commandNames.filter((name) => needsAll || name === 'run' || words.includes(name));
}

/** Commander exits with 1 after a usage error; this program exits with 2. */
function withExitCode(command: Command): Command {
  return command.exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : exitUsageError));
}

export async function buildProgram(words: readonly string[]): Promise<Command> {
  const program = addEnvironmentOption(withExitCode(new Command('dmt-conformance')))
    .description('Judges a running Domestic Money Transfer partner service by its interface specification, clause by clause.')
    .version(version)
    .showHelpAfterError('(--help shows the commands)');
  for (const name of chooseCommands(words)) {
    const define = await commands[name]();
    define(withExitCode(program.command(name, { isDefault: name === 'run' })));
  }
  refuseRepeats(program);
  return program;
}

// A reader such as `head` may close the pipe early; the run and its report still finish.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

export async function main(args: readonly string[] = process.argv.slice(2)): Promise<void> {
  try {
    const taken = findTakenOption(readEnvironment());
    if (taken !== null) throw new Misuse(taken);
    const program = await buildProgram(args);
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    // A crash of the suite must not end with exit code 1, which means a broken clause.
    const isMisuse = error instanceof Misuse;
    process.stderr.write(`${error instanceof Error ? (isMisuse ? error.message : (error.stack ?? error.message)) : String(error)}\n`);
    process.exitCode = isMisuse ? exitUsageError : exitInconclusive;
  }
}
