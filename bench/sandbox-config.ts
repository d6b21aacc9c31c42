import type { Config } from '../helpers/config/config.ts';
import { readConfig } from '../helpers/config/read-config.ts';
import type { Environment } from '../helpers/config/settings.ts';

export function readSandboxConfig(environment: Environment): Config {
  const read = readConfig({ ...environment, DMT_TARGET: 'sandbox' }, 'started');
  if (!read.ok) throw new Error(read.problems.join('\n'));
  return read.config;
}
