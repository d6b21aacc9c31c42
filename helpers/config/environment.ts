import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'dotenv';
import type { Environment } from './settings.ts';

/** Has something done with one variable set, for a library that can be told by nothing else. */
export async function withVariable<Result>(name: string, value: string, work: () => Promise<Result>): Promise<Result> {
  const before = process.env[name];
  process.env[name] = value;
  try {
    return await work();
  } finally {
    if (before === undefined) Reflect.deleteProperty(process.env, name);
    else process.env[name] = before;
  }
}

/** The one place the surroundings are read: `.env` of the folder, and what is set in the process, which wins even when it is empty. */
export function readEnvironment(folder: string = process.cwd()): Environment {
  const file = join(folder, '.env');
  return { ...(existsSync(file) ? parse(readFileSync(file)) : {}), ...process.env };
}
