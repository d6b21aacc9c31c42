import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'dotenv';
import { readNamedFile } from '../core/files/files.ts';
import { findEnvLineProblems } from './env-lines.ts';
import type { Environment } from './settings.ts';

/** The NAME of `--env NAME`, for this process; null for `.env`. */
let chosen: string | null = null;

export const environmentName = (): string | null => chosen;
export const environmentFile = (name: string | null): string => (name === null ? '.env' : `.env.${name}`);

/** What is typed to start the program on the settings of that file; a package has its own words. The words of a command follow. */
export const formatProgram = (name: string | null = chosen): string =>
  `npm run conformance -- ${name === null ? '' : `--env ${name} `}`.trimEnd();

/** Every command that is shown, for `program` as `formatProgram` gives it. */
export const formatCommand = (words: string, program: string = formatProgram()): string => `${program} ${words}`;

/** What records that name no program were shown with, so that they still render as they were packed. */
const earlierProgram = 'npx dmt-conformance';

/** A command on the settings of a recorded run, wherever its report is rendered. */
export const formatRecordedCommand = ({ program = earlierProgram }: { readonly program?: string }, words: string): string =>
  formatCommand(words, program);

export function chooseEnvironment(name: string | null): void {
  chosen = name;
}

/** The only place that reads the environment: `.env` of the folder, or the chosen `.env.NAME`, then the variables of the process, which win even when empty. */
export function readEnvironment(folder: string = process.cwd()): Environment {
  const file = join(folder, environmentFile(chosen));
  return { ...(existsSync(file) ? parse(readNamedFile(file, 'a file of settings')) : {}), ...process.env };
}

/** Lines of that file which the suite would pass over in silence. */
export function findEnvFileProblems(folder: string = process.cwd()): readonly string[] {
  const file = environmentFile(chosen);
  const read = readEnvironment(folder);
  const path = join(folder, file);
  return existsSync(path) ? findEnvLineProblems(file, readNamedFile(path, 'a file of settings').toString('utf8'), read) : [];
}

/** For a process that this one starts. */
export const environmentWith = (variables: Environment): Environment => ({ ...process.env, ...variables });

/** A line that `.env` reads as this very value; null when no quotes can hold it. */
export function formatEnvLine(name: string, value: string): string | null {
  const candidates = ['', "'", '`', '"'].map((quote) => `${name}=${quote}${value}${quote}`);
  return candidates.find((line) => parse(line)[name] === value) ?? null;
}
