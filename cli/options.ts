import { readEnvironment } from '../helpers/config/environment.ts';
import type { Environment } from '../helpers/config/settings.ts';
import type { VariableName } from '../helpers/config/variables.ts';

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
const options = ['check', 'report-dir', 'bill', 'resume'] as const;

/** Null when npm took none of our options. */
export function findTakenOption(environment: Environment): string | null {
  const taken = options.find((name) => environment[`npm_config_${name.replace('-', '_')}`] !== undefined);
  if (taken === undefined) return null;
  return `expected -- before --${taken}, received --${taken} without it, which npm keeps for itself; nothing was sent: npm run conformance -- --${taken} …`;
}
