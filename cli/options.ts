import { existsSync } from 'node:fs';
import { InvalidArgumentError, type Command } from 'commander';
import { chooseEnvironment, environmentFile, findEnvFileProblems, readEnvironment } from '../helpers/config/environment.ts';
import type { Environment } from '../helpers/config/settings.ts';
import type { VariableName } from '../helpers/config/variables.ts';
import { Misuse } from '../helpers/core/files/misuse.ts';

/** Options of the command line; each one overrides its variable. */
export interface RunOptions {
  /** Patterns, as in DMT_CHECKS. */
  readonly check?: readonly string[];
  readonly reportDir?: string;
  /** Path of an approved bill (plan --out). */
  readonly bill?: string;
  /** Continues the run in the report folder and tries only unfinished checks. */
  readonly resume?: boolean;
}

export function buildEnvironment({ check, reportDir }: RunOptions): Environment {
  return {
    ...readEnvironment(),
    ...(check === undefined ? {} : { DMT_CHECKS: check.join(',') }),
    ...(reportDir === undefined ? {} : { DMT_REPORT_DIR: reportDir }),
  };
}

export const chooseReportFolder = (reportDir: string | undefined, environment: Environment): string =>
  reportDir ?? readSetting(environment, 'DMT_REPORT_DIR') ?? 'reports';

/** Null when the variable is unset or empty. */
export function readSetting(environment: Environment, name: VariableName): string | null {
  const text = environment[name]?.trim() ?? '';
  return text === '' ? null : text;
}

/** Options of which npm makes variables of its own when `--` is missing before them. Then a run of everything would start. */
const options = ['env', 'check', 'report-dir', 'bill', 'resume'] as const;

/** Null when npm took none of our options. */
export function findTakenOption(environment: Environment): string | null {
  const taken = options.find((name) => environment[`npm_config_${name.replace('-', '_')}`] !== undefined);
  if (taken === undefined) return null;
  return `expected -- before --${taken}, received --${taken} without it, which npm keeps for itself; nothing was sent: npm run conformance -- --${taken} …`;
}

export const isEnvironmentName = (name: string): boolean => /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/.test(name);

function useEnvironment(name: string | undefined, mayBeNew: boolean): void {
  if (name !== undefined && !isEnvironmentName(name))
    throw new Misuse(
      `--env: expected a name of letters, digits, - and _, received ${JSON.stringify(name)}; for example --env uat reads .env.uat`,
    );
  const file = environmentFile(name ?? null);
  if (name !== undefined && !mayBeNew && !existsSync(file))
    throw new Misuse(`--env: expected the file ${file} in this folder, received none: npm run conformance -- ui writes one`);
  chooseEnvironment(name ?? null);
}

/** These read no configuration, or write it. */
const withoutConfiguration: ReadonlySet<string> = new Set(['init', 'sandbox', 'clauses', 'explain', 'callback', 'compare', 'verify']);

function refusePassedOver(command: string): void {
  const problems = withoutConfiguration.has(command) ? [] : findEnvFileProblems();
  if (problems.length > 0) throw new Misuse([...problems, 'nothing was sent'].join('\n'));
}

/** Commander takes the last value of an option that was given twice, so a person would believe that both count. */
export function refuseRepeats(command: Command): void {
  for (const option of command.options.filter((one) => one.required && !one.variadic)) {
    const parse = option.parseArg?.bind(option);
    option.argParser((value, previous) => {
      if (previous !== option.defaultValue) throw new InvalidArgumentError('It was given before, and one value is expected.');
      return parse === undefined ? value : parse(value, previous);
    });
  }
  command.commands.forEach(refuseRepeats);
}

/** `--env uat`, before or behind the word of every command. */
export const addEnvironmentOption = (program: Command): Command =>
  program.option('--env <name>', 'read .env.<name> instead of .env').hook('preAction', (_, action) => {
    const { env } = action.optsWithGlobals<{ env?: string }>();
    useEnvironment(env, action.name() === 'ui');
    refusePassedOver(action.name());
  });
