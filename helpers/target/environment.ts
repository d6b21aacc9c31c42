import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'dotenv';
import type { Environment } from './settings.ts';

/** The one place the surroundings are read: `.env` of the folder, and what is set in the process, which wins even when it is empty. */
export function readEnvironment(folder: string = process.cwd()): Environment {
  const file = join(folder, '.env');
  return { ...(existsSync(file) ? parse(readFileSync(file)) : {}), ...process.env };
}
