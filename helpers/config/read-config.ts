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

export type ConfigResult = { readonly ok: true; readonly config: Config } | { readonly ok: false; readonly problems: readonly string[] };

/**
 * Reads a configuration, or lists everything that is wrong with it by variable name.
 * Only the caller knows that it has started the sandbox itself: no variable says so.
 */
export function readConfig(environment: Environment, started: 'started' | 'elsewhere' = 'elsewhere'): ConfigResult {
  const explicit = explicitSettings(environment);
  const kind = readTargetKind(environment);
  const problems = [...collectValueProblems(explicit), ...collectRuleProblems(kind, environment, explicit)];
  if (problems.length > 0) return { ok: false, problems };
  const start: TargetOrigin = needsSandbox(environment) ? 'awaited' : started;
  return { ok: true, config: assembleConfig(kind, withFallbacks(kind, explicit, start), start) };
}

/** What may be shown of a configuration and fingerprinted. */
export const publicConfig = (config: Config): Readonly<Record<string, string>> => config.public;
