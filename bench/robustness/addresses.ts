import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPlaces } from '../../tests/addresses/places.ts';
import { misplaced, type Misplaced } from '../../tests/addresses/table.ts';
import { serveInOwnProcess } from '../served-sandbox.ts';

const root = join(import.meta.dirname, '../..');

interface EndedRun {
  readonly exitCode: number | null;
  readonly verdict: string;
  readonly fails: number;
  readonly reason: string;
}

interface Verdict {
  readonly verdict: string;
  readonly because: string;
  readonly counts: { readonly fail: number };
}

const isVerdict = (value: unknown): value is Verdict => typeof value === 'object' && value !== null && 'because' in value;

function readEnd(folder: string, said: string): Omit<EndedRun, 'exitCode'> {
  const file = join(folder, 'verdict.json');
  const value: unknown = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
  if (isVerdict(value)) return { verdict: value.verdict, fails: value.counts.fail, reason: value.because };
  return { verdict: 'not begun', fails: 0, reason: said.split('\n').find((line) => line.includes(': expected')) ?? said };
}

async function runProgram(environment: Readonly<Record<string, string>>): Promise<EndedRun> {
  const { PATH, HOME } = process.env;
  const folder = mkdtempSync(join(tmpdir(), 'addresses-'));
  const quick = { DMT_TARGET: 'uat', DMT_FUZZ_RUNS: '0', DMT_TIMEOUT_MS: '2000', DMT_REPORT_DIR: folder };
  const child = spawn(process.execPath, ['cli/main.ts'], { cwd: root, env: { PATH, HOME, ...environment, ...quick } });
  let said = '';
  for (const output of [child.stdout, child.stderr]) output.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const [exitCode] = (await once(child, 'close')) as [number | null];
  const ended = { exitCode, ...readEnd(folder, said) };
  rmSync(folder, { recursive: true });
  return ended;
}

async function runMisplaced({ at }: Misplaced, right: Readonly<Record<string, string>>): Promise<EndedRun> {
  const places = openPlaces();
  try {
    return await runProgram({ ...right, ...(await at(right['DMT_BASE_URL'] ?? '', places)) });
  } finally {
    places.close();
  }
}

/** Checks that no wrong address of an honest service makes the suite accuse it. */
export async function addresses(tell: (line: string) => void): Promise<boolean> {
  const served = await serveInOwnProcess();
  let accused = 0;
  for (const row of misplaced) {
    const { exitCode, verdict, fails, reason } = await runMisplaced(row, served.environment);
    const isGood = exitCode === row.exitCode && fails === 0;
    if (!isGood) accused += 1;
    tell(`${isGood ? ' ' : '!'} exit ${String(exitCode)}  ${verdict.padEnd(14)}${row.story}`);
    tell(`          ${reason.trim()}`);
  }
  await served.close();
  tell(`${misplaced.length} wrong addresses, ${accused} not handled as expected`);
  return accused === 0;
}
