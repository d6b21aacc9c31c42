import { fork, spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { requireVerdictFile } from '../../helpers/report/files/verdict-record.ts';
import type { VerdictFile } from '../../helpers/report/model/verdict-file.ts';
import type { Environment } from '../../helpers/config/settings.ts';
import { node, root, shortcuts } from './starting.ts';
import type { Answered, Asked } from './warm.ts';

export interface EndedProgram {
  readonly code: number | null;
  readonly said: string;
  readonly folder: string;
  readonly verdict: VerdictFile;
}

export interface Started {
  readonly interrupt: () => void;
  readonly kill: () => void;
  readonly ended: Promise<EndedProgram>;
}

export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'conformance-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
  return folder;
}

export const readJson = (folder: string, name: string): unknown => JSON.parse(readFileSync(join(folder, name), 'utf8'));

function verdictIn(folder: string, said: string): VerdictFile {
  if (!existsSync(join(folder, 'verdict.json'))) throw new Error(`expected a verdict.json, received none; the program said:\n${said}`);
  return requireVerdictFile(readJson(folder, 'verdict.json'));
}

const ending = (code: number | null, said: string, folder: string): EndedProgram => ({
  code,
  said,
  folder,
  get verdict() {
    return verdictIn(folder, said);
  },
});

/** Hides this process's configuration. No campaign unless the test asks for one. */
function surroundings(folder: string, environment: Environment): Environment {
  const { PATH, HOME } = process.env;
  return { PATH, HOME, DMT_REPORT_DIR: folder, DMT_FUZZ_RUNS: '0', ...environment };
}

function begin(options: readonly string[], args: readonly string[], environment: Environment, folder: string): Started {
  const child = spawn(node, [...options, 'cli/main.ts', ...args], {
    cwd: root,
    env: surroundings(folder, environment),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  let said = '';
  for (const output of [child.stdout, child.stderr]) output.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const ended = new Promise<EndedProgram>((resolve) => {
    child.on('close', (code) => {
      resolve(ending(code, said, folder));
    });
  });
  return { interrupt: () => child.kill('SIGINT'), kill: () => child.kill('SIGKILL'), ended };
}

/** In a process that a test can end; without the slow modules. */
export const start = (args: readonly string[], environment: Environment = {}, folder = newFolder()): Started =>
  begin(shortcuts, args, environment, folder);

/** In its own process, with the slow modules. */
export const wholeProgram = (args: readonly string[], environment: Environment = {}, folder = newFolder()): Promise<EndedProgram> =>
  begin([], args, environment, folder).ended;

/** Runs one command after the other for this worker, so that the program is loaded and compiled once. */
let warm: ChildProcess | null = null;
const waiting: { readonly done: (answered: Answered) => void; readonly failed: (error: Error) => void }[] = [];

function begun(): ChildProcess {
  const child = fork(join(import.meta.dirname, 'warm.ts'), {
    cwd: root,
    execPath: node,
    execArgv: [...shortcuts],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  child.on('message', (answered: Answered) => waiting.shift()?.done(answered));
  child.on('exit', (code, signal) => {
    if (warm === child) warm = null;
    for (const { failed } of waiting.splice(0))
      failed(new Error(`expected an answer of the program, received its end (${code ?? signal ?? ''})`));
  });
  return child;
}

function ask(asked: Asked): Promise<Answered> {
  const child = (warm ??= begun());
  return new Promise<Answered>((done, failed) => {
    let open = true;
    const close = (): void => {
      open = false;
    };
    waiting.push({
      done: (answered) => {
        close();
        done(answered);
      },
      failed: (error) => {
        close();
        failed(error);
      },
    });
    // A command that outlives its test would delay the next one.
    onTestFinished(() => {
      if (open) child.kill('SIGKILL');
    });
    child.send(asked);
  });
}

/** Without the slow modules. Reading the verdict of a run that left none fails the test. */
export async function program(args: readonly string[], environment: Environment = {}, folder = newFolder()): Promise<EndedProgram> {
  const { code, said } = await ask({ args, environment: surroundings(folder, environment) });
  return ending(code, said, folder);
}

/** A line of a stack trace: `    at file:12:3`. */
export const stackTrace = /^\s+at .+:\d+:\d+/m;
