import { assembleConfig } from './assemble.ts';
import type { Config } from './config.ts';
import { collectRuleProblems } from './problems.ts';
import {
  explicitSettings,
  collectValueProblems,
  needsSandbox,
  withFallbacks,
  readTargetKind,
  type Environment,
  type TargetOrigin,
} from './settings.ts';
import { isChoice, type VariableName } from './variables.ts';

export type ConfigResult = { readonly ok: true; readonly config: Config } | { readonly ok: false; readonly problems: readonly string[] };

/** What else is required depends on the target, so that is corrected first. */
const isNamedWrong = ({ DMT_TARGET: target }: Environment): boolean => target !== undefined && !isChoice('DMT_TARGET', target);

/**
 * Reads a configuration, or lists every problem by variable name. No variable says that the caller started the sandbox itself, so the
 * caller passes `started`.
 */
export function readConfig(environment: Environment, started: 'started' | 'elsewhere' = 'elsewhere'): ConfigResult {
  const explicit = explicitSettings(environment);
  const kind = readTargetKind(environment);
  const problems = [...collectValueProblems(explicit), ...(isNamedWrong(explicit) ? [] : collectRuleProblems(kind, environment, explicit))];
  if (problems.length > 0) return { ok: false, problems };
  const start: TargetOrigin = needsSandbox(environment) ? 'awaited' : started;
  return { ok: true, config: assembleConfig(kind, withFallbacks(kind, explicit, start), start) };
}

/** The problems of one variable alone, so that each value can be judged as it is entered. */
export function findProblemsOf(name: VariableName, environment: Environment): readonly string[] {
  const read = readConfig(environment);
  return read.ok ? [] : read.problems.filter((problem) => problem.startsWith(`${name}: `));
}
