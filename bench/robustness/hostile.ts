import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Environment } from '../../helpers/config/settings.ts';
import { behaviors } from '../../tests/hostile/table.ts';
import { serveHostile } from '../../tests/hostile/running.ts';
import type { Behavior } from '../../tests/hostile/behavior.ts';

const root = join(import.meta.dirname, '../..');
const mostMebibytes = 300;

/** Nothing here takes long: a run that takes longer counts as endless. */
const longestMs = 60_000;
const lookEveryMs = 20;

interface EndedRun {
  readonly exitCode: number | null;
  readonly verdict: string | null;
  readonly mebibytes: number;
  readonly seconds: number;
  readonly said: string;
  /** Requests to another host. */
  readonly visits: number;
}

/** The peak that the kernel reports so far; 0 once the process is gone. */
function readPeakMebibytes(pid: number): number {
  try {
    return Number(/VmHWM:\s*(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

function readVerdict(folder: string): string | null {
  const file = join(folder, 'verdict.json');
  return existsSync(file) ? (/"verdict": "([^"]+)"/.exec(readFileSync(file, 'utf8'))?.[1] ?? null) : null;
}

/** Runs the program in another process and watches it from outside. */
async function runProgram(checks: readonly string[], environment: Environment, folder: string): Promise<Omit<EndedRun, 'visits'>> {
  const { PATH, HOME } = process.env;
  const started = performance.now();
  const child = spawn(process.execPath, ['--max-semi-space-size=4', 'cli/main.ts', '--check', ...checks], {
    cwd: root,
    env: { PATH, HOME, DMT_REPORT_DIR: folder, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  let mebibytes = 0;
  for (const output of [child.stdout, child.stderr]) output.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const look = setInterval(() => (mebibytes = Math.max(mebibytes, readPeakMebibytes(child.pid ?? 0))), lookEveryMs);
  const deadline = setTimeout(() => child.kill('SIGKILL'), longestMs);
  const [exitCode] = (await once(child, 'close')) as [number | null];
  clearInterval(look);
  clearTimeout(deadline);
  return { exitCode, verdict: readVerdict(folder), mebibytes, seconds: (performance.now() - started) / 1000, said };
}

async function runAgainst(behavior: Behavior): Promise<EndedRun> {
  const folder = mkdtempSync(join(tmpdir(), 'hostile-'));
  const served = await serveHostile(behavior);
  try {
    const ended = await runProgram(behavior.checks, served.environment, folder);
    return { ...ended, visits: served.visits() };
  } finally {
    await served.close();
    rmSync(folder, { recursive: true });
  }
}

const isGood = ({ exitCode, orElse = [] }: Behavior, ended: EndedRun): boolean =>
  [exitCode, ...orElse].some((right) => ended.exitCode === right) &&
  ended.verdict !== null &&
  ended.mebibytes < mostMebibytes &&
  ended.visits === 0;

/** Measures memory and time with each hostile target, and whether the run ends with its verdict. Further words select among the targets. */
export async function hostile(tell: (line: string) => void): Promise<boolean> {
  const words = process.argv.slice(3);
  const chosen = behaviors.filter(({ story }) => words.every((word) => story.includes(word)));
  let bad = 0;
  let most = 0;
  for (const behavior of chosen) {
    const ended = await runAgainst(behavior);
    const good = isGood(behavior, ended);
    if (!good) bad += 1;
    most = Math.max(most, ended.mebibytes);
    const figures = `${ended.mebibytes.toFixed(0).padStart(4)} MB ${ended.seconds.toFixed(1).padStart(5)} s`;
    tell(
      `${good ? ' ' : '!'} ${figures}  ${ended.verdict ?? 'no verdict'}, exit ${String(ended.exitCode)}${ended.visits === 0 ? '' : `, ${ended.visits} visits elsewhere`}  ${behavior.story}`,
    );
    if (!good) tell(ended.said);
  }
  tell(`${chosen.length} hostile targets, ${bad} not handled as expected; at most ${most.toFixed(0)} MB`);
  return bad === 0;
}
