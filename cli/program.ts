import { Command, Option } from 'commander';
import { version } from '../helpers/config/version.ts';
import { defineAnnotationsCommand } from './annotations/annotations.ts';
import { judgeCallbacks } from './callback.ts';
import { bundle } from './bundle.ts';
import { findNearest } from '../helpers/config/nearest.ts';
import { defineClausesCommand } from './clauses.ts';
import { doctor } from './doctor.ts';
import { defineDiffCommand } from './diff.ts';
import { defineExplainCommand } from './explain/explain.ts';
import { compareFolders, comparisonFormatNames, type CompareOptions } from './compare.ts';
import { defineMergeCommand } from './merge/merge.ts';
import { defineInitCommand } from './init/init.ts';
import { defineOpenCommand } from './open/open.ts';
import { addEnvironmentOption } from './init/env-option.ts';
import { plan, type PlanOptions } from './plan.ts';
import { defineReplayCommand } from './replay.ts';
import { defineReportCommand } from './report.ts';
import { run } from './run.ts';
import { findTakenOption, type RunOptions } from './options.ts';
import { readEnvironment } from '../helpers/config/environment.ts';
import { exitInconclusive, exitUsageError } from './exit-codes.ts';
import { printLine } from './output.ts';
import { parseWholeNumber } from './whole-number.ts';
import { defineUiCommand } from './ui/ui.ts';
import { verify, type VerifyOptions } from './verify.ts';
import { defineWaiversCommand } from './waivers/draft.ts';
import { serveSandbox, Misuse, type ServeOptions } from './sandbox.ts';

/** Commander exits with 1 after a usage error; this program exits with 2. */
function withExitCode(command: Command): Command {
  return command.exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : exitUsageError));
}

/** `run` is the default command, so Commander passes mistyped commands to it. */
function refuseUnknownCommand(word: string): never {
  const known = program.commands.map((command) => command.name());
  const meant = findNearest(word, known);
  return program.error(
    `expected one of the commands ${known.join(', ')}, received "${word}"${meant === null ? '' : `; did you mean ${meant}?`}`,
  );
}

const program = addEnvironmentOption(withExitCode(new Command('dmt-conformance')))
  .description('Judges a running Domestic Money Transfer partner service by its interface specification, clause by clause.')
  .version(version)
  .showHelpAfterError('(--help shows the commands)');

withExitCode(program.command('run', { isDefault: true }))
  .description('judge the configured target, or an embedded sandbox when none is configured')
  .argument('[command]')
  .option('--check <pattern...>', 'only these check ids, clauses, operations or suites; * matches anything')
  .option('--report-dir <folder>', 'where the report goes (DMT_REPORT_DIR)')
  .option('--bill <file>', 'an approved bill (plan --out): the run must be the planned one and stays within its caps')
  .option('--resume', 'resume the run in that folder: tries only unfinished checks; suite, plan and target must be the same')
  .addHelpText(
    'after',
    "\nExamples:\n  npm run conformance\n  npm run conformance -- --check 'OP9-*' OP-11\n  npm run conformance -- --report-dir reports/uat\n  npm run conformance -- run --bill bill.json\n  npm run conformance -- run --resume",
  )
  .action(async (word: string | undefined, options: RunOptions) => {
    if (word !== undefined) refuseUnknownCommand(word);
    process.exitCode = await run(options);
  });

defineInitCommand(withExitCode(program.command('init')));

withExitCode(program.command('doctor'))
  .description('examine addresses, credentials, clock, OTP source, callbacks, funds and permissions; no request has an effect')
  .addHelpText(
    'after',
    '\nEnds with 0 when a run can start, 2 when the configuration prevents it, 4 when the environment does.\n\nExamples:\n  npm run conformance -- doctor\n  DMT_TARGET=prod DMT_CONFIRM_HOST=dmt.example npm run conformance -- doctor',
  )
  .action(async () => {
    process.exitCode = await doctor();
  });

withExitCode(program.command('plan'))
  .description('list what a run would check and what it would cost; sends nothing')
  .option('--check <pattern...>', 'only these check ids, clauses, operations or suites; * matches anything')
  .option('--look', 'also send the token request and the reads that need no OTP, and compare')
  .option('--list', 'list every check by its id')
  .option('--out <file>', 'write the bill to this file, for approval and for run --bill')
  .addHelpText(
    'after',
    "\nExamples:\n  npm run conformance -- plan\n  npm run conformance -- plan --check 'OP9-*' OP-11 --list\n  npm run conformance -- plan --look --out bill.json\n  npm run conformance -- run --bill bill.json",
  )
  .action(async (options: PlanOptions) => {
    process.exitCode = await plan(options);
  });

defineReportCommand(withExitCode(program.command('report')));

withExitCode(program.command('callback'))
  .description('judge recorded onboarding callbacks, without comparing them with a run')
  .argument('<file>', 'a JSON array or JSON lines of { receivedAt, method, headers, body }, or of bodies alone')
  .addHelpText(
    'after',
    `
Examples:
  npm run conformance -- callback callbacks.jsonl
  npm run conformance -- callback inbox.json

A line of callbacks.jsonl:
  {"receivedAt":"2026-11-20T10:00:00.000Z","method":"POST","headers":{"content-type":"application/json"},"body":{"status":{"message":"success","code":2000},"result":{"userType":"customer"}}}

body is JSON or the received text; missing parts are not judged.
Exit: 0 nothing is broken, 1 a clause is broken, 2 the file cannot be used.`,
  )
  .action((file: string) => {
    process.exitCode = judgeCallbacks(file, printLine);
  });

defineDiffCommand(withExitCode(program.command('diff')));

withExitCode(program.command('bundle'))
  .description('pack journals, verdict, reports and configuration of a run into one archive, signed when there is a key')
  .option('--report-dir <folder>', 'where the report is (DMT_REPORT_DIR)')
  .addHelpText(
    'after',
    '\nExamples:\n  npm run conformance -- bundle\n  openssl genpkey -algorithm ed25519 -out sign-key.pem\n  DMT_SIGN_KEY_FILE=sign-key.pem npm run conformance -- bundle --report-dir reports/uat',
  )
  .action((options: RunOptions) => {
    process.exitCode = bundle(options);
  });

withExitCode(program.command('verify'))
  .description('check that a bundle is unchanged, and judge its record again')
  .argument('<bundle>', 'the archive that bundle wrote')
  .option('--public-key <file>', 'PEM file of the key that must have signed it')
  .option('--nonce <text>', "the certifier's nonce for the run (DMT_NONCE)")
  .addHelpText(
    'after',
    '\nEnds with 0 when the bundle is intact, has this nonce and is judged the same, 1 when not, 2 when the file is not a bundle.\n\nExamples:\n  npm run conformance -- verify reports/conformance-*.zip\n  openssl pkey -in sign-key.pem -pubout -out sign-key.pub.pem\n  npm run conformance -- verify reports/uat/conformance-*.zip --public-key sign-key.pub.pem --nonce artificial-nonce',
  )
  .action(async (path: string, options: VerifyOptions) => {
    process.exitCode = await verify(path, options);
  });

withExitCode(program.command('compare'))
  .description('compare two runs; exit 1 when something newly fails or is newly untested')
  .argument('<before>', 'a report folder or its verdict.json')
  .argument('<after>', 'the later run, likewise')
  .addOption(new Option('--format <format>', 'output format').choices(comparisonFormatNames).default('text'))
  .option('--out <file>', 'write the output to this file')
  .addHelpText(
    'after',
    '\nExamples:\n  npm run --silent conformance -- compare reports/monday reports/tuesday\n  npm run --silent conformance -- compare old/verdict.json reports --format markdown --out changes.md',
  )
  .action((before: string, after: string, options: CompareOptions) => {
    process.exitCode = compareFolders(before, after, options);
  });

defineReplayCommand(withExitCode(program.command('replay')));
defineOpenCommand(withExitCode(program.command('open')));
defineMergeCommand(withExitCode(program.command('merge')));
defineAnnotationsCommand(withExitCode(program.command('annotations')));
defineExplainCommand(withExitCode(program.command('explain')));
defineWaiversCommand(withExitCode(program.command('waivers')));
defineUiCommand(withExitCode(program.command('ui')));
defineClausesCommand(withExitCode(program.command('clauses')));

withExitCode(program.command('sandbox'))
  .description('serve the sandbox until it is stopped; prints its addresses and test credentials as one JSON line')
  .option('--port <number>', 'port on 127.0.0.1 (default: any free port)', parseWholeNumber)
  .addOption(new Option('--fault <id>', 'plant one fault').conflicts('variant'))
  .option('--variant <id>', 'differ in one way that the specification allows')
  .option('--latency <ms>', 'delay every answer by this time', parseWholeNumber)
  .option('--callback-url <address>', 'address for callbacks; without it none are sent')
  .addHelpText(
    'after',
    '\nExamples:\n  npm run --silent sandbox\n  npm run --silent sandbox -- --fault op9-takes-any-code\n  npm run --silent sandbox -- --port 8080 --latency 150',
  )
  .action(async (options: ServeOptions) => {
    await serveSandbox(options);
  });

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
