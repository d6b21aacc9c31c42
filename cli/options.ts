import { readEnvironment } from '../helpers/config/environment.ts';
import type { Environment } from '../helpers/config/settings.ts';
import type { VariableName } from '../helpers/config/variables.ts';

/** What the command line may say over the environment. */
export interface RunOptions {
  /** Patterns, as in DMT_CHECKS. */
  readonly check?: readonly string[];
  readonly reportDir?: string;
  /** An approved bill (plan --out). */
  readonly bill?: string;
  /** Goes on with the run in the report folder: only what is unfinished is tried. */
  readonly resume?: boolean;
}

/** The surroundings, and what the command line says over them. */
export function buildEnvironment({ check, reportDir }: RunOptions): Environment {
  return {
    ...readEnvironment(),
    ...(check === undefined ? {} : { DMT_CHECKS: check.join(',') }),
    ...(reportDir === undefined ? {} : { DMT_REPORT_DIR: reportDir }),
  };
}

export const chooseReportFolder = (reportDir: string | undefined, environment: Environment): string =>
  reportDir ?? readSetting(environment, 'DMT_REPORT_DIR') ?? 'reports';

/** A variable that is set and not empty. */
export function readSetting(environment: Environment, name: VariableName): string | null {
  const text = environment[name]?.trim() ?? '';
  return text === '' ? null : text;
}
