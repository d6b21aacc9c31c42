import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { VerdictFile } from '../../helpers/report/model/verdict-file.ts';
import type { Environment } from '../../helpers/config/settings.ts';

export const root = join(import.meta.dirname, '../..');

/** How the program ended, and what it left. */
export interface Ended {
  readonly code: number | null;
  /** What it said on both outputs. */
  readonly said: string;
  readonly folder: string;
  readonly verdict: VerdictFile;
}

export interface Started {
  readonly interrupt: () => void;
  readonly kill: () => void;
  readonly ended: Promise<Ended>;
}

export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'conformance-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
  return folder;
}

/** A JSON file of the report folder. */
export const readJson = (folder: string, name: string): unknown => JSON.parse(readFileSync(join(folder, name), 'utf8'));

function verdictIn(folder: string, said: string): VerdictFile {
  if (!existsSync(join(folder, 'verdict.json'))) throw new Error(`expected a verdict.json, received none; the program said:\n${said}`);
  return readJson(folder, 'verdict.json') as VerdictFile;
}

/** Starts the program as its users do, with nothing of this process's own configuration; without a campaign unless one is asked for. */
export function start(args: readonly string[], environment: Environment = {}, folder = newFolder()): Started {
  const { PATH, HOME } = process.env;
  const child = spawn(join(root, 'node_modules/.bin/node'), ['cli/main.ts', ...args], {
    cwd: root,
    env: { PATH, HOME, DMT_REPORT_DIR: folder, DMT_FUZZ_RUNS: '0', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  let said = '';
  for (const output of [child.stdout, child.stderr]) output.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const ended = new Promise<Ended>((resolve) => {
    child.on('close', (code) => {
      resolve({
        code,
        said,
        folder,
        get verdict() {
          return verdictIn(folder, said);
        },
      });
    });
  });
  return { interrupt: () => child.kill('SIGINT'), kill: () => child.kill('SIGKILL'), ended };
}

/** Runs the program to its end. Asking for the verdict of a run that left none fails the test. */
export const program = (args: readonly string[], environment?: Environment, folder?: string): Promise<Ended> =>
  start(args, environment, folder).ended;

/** A line of a stack trace: `    at file:12:3`. */
export const stackTrace = /^\s+at .+:\d+:\d+/m;
