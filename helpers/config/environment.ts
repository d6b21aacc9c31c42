import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'dotenv';
import type { Environment } from './settings.ts';

/** Sets a variable of this process while `work` runs, for a library that takes no other option. */
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

/** The NAME of `--env NAME`, for this process; null for `.env`. */
let chosen: string | null = null;

export const environmentName = (): string | null => chosen;
export const environmentFile = (name: string | null): string => (name === null ? '.env' : `.env.${name}`);

export function chooseEnvironment(name: string | null): void {
  chosen = name;
}

/** The only place that reads the environment: `.env` of the folder, or the chosen `.env.NAME`, then the variables of the process, which win even when empty. */
export function readEnvironment(folder: string = process.cwd()): Environment {
  const file = join(folder, environmentFile(chosen));
  return { ...(existsSync(file) ? parse(readFileSync(file)) : {}), ...process.env };
}

/** A line that `.env` reads as this very value; null when no quotes can hold it. */
export function formatEnvLine(name: string, value: string): string | null {
  const candidates = ['', "'", '`', '"'].map((quote) => `${name}=${quote}${value}${quote}`);
  return candidates.find((line) => parse(line)[name] === value) ?? null;
}
