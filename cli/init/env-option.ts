import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import { chooseEnvironment, environmentFile, findEnvFileProblems } from '../../helpers/config/environment.ts';
import { Misuse } from '../sandbox.ts';

export const isEnvironmentName = (name: string): boolean => /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/.test(name);

function choose(name: string | undefined, mayBeNew: boolean): void {
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

/** `--env uat`, before or behind the word of every command. */
export const addEnvironmentOption = (program: Command): Command =>
  program.option('--env <name>', 'read .env.<name> instead of .env').hook('preAction', (_, action) => {
    const { env } = action.optsWithGlobals<{ env?: string }>();
    choose(env, action.name() === 'ui');
    refusePassedOver(action.name());
  });
