import type { Config } from '../helpers/config/config.ts';
import { environmentFile, environmentName } from '../helpers/config/environment.ts';
import { readConfig } from '../helpers/config/read-config.ts';
import { withSandbox, type Environment } from '../helpers/config/settings.ts';
import type { Progress } from '../helpers/report/terminal/progress.ts';
import { startSandbox, type Sandbox } from '../sandbox/start.ts';
import { printProblems } from './problems.ts';

/** Throws when the configuration has problems: then the suite is at fault, since it made the configuration. */
export function readStartedConfig(environment: Environment): Config {
  const read = readConfig(environment, 'started');
  if (!read.ok) throw new Error(read.problems.join('\n'));
  return read.config;
}

/** A person who names a file of settings means the target in it: a run of the sandbox would say CONFORMANT of something else. */
function findNoTarget({ DMT_TARGET }: Environment): readonly string[] {
  const name = environmentName();
  if (name === null || DMT_TARGET === 'sandbox') return [];
  return [
    `DMT_BASE_URL: expected an address in ${environmentFile(name)}, received none; for example DMT_BASE_URL=https://uat.example; without --env our own sandbox is judged`,
  ];
}

/** Starts a sandbox when no target is configured, and closes it afterwards. */
export async function withTarget(
  environment: Environment,
  progress: Progress,
  useTarget: (config: Config, sandbox: Sandbox | null) => Promise<number>,
): Promise<number> {
  const first = readConfig(environment);
  if (!first.ok) return printProblems(first.problems, progress);
  if (!first.config.target.awaitsSandbox) return useTarget(first.config, null);
  const noTarget = findNoTarget(environment);
  if (noTarget.length > 0) return printProblems(noTarget, progress);
  const sandbox = await startSandbox();
  try {
    const started = readConfig(withSandbox(environment, sandbox.environment), 'started');
    return started.ok ? await useTarget(started.config, sandbox) : printProblems(started.problems, progress);
  } finally {
    await sandbox.close();
  }
}
