import { isRecord, parseJson } from '../../helpers/core/json.ts';
import { createHash } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { oneLine } from '../../helpers/core/text.ts';
import type { Config } from '../../helpers/config/config.ts';
import { staleBecause, type Holder, type Here, type Seen } from './stale-lock.ts';

/** Held from before the first request to the end: two runs on the same agent and people would look like the service's mistakes. */
interface RunLock {
  /** A run that left its lock behind, in words. */
  readonly replaced: string | null;
  /** Something happened: the run lives. */
  readonly beat: () => void;
  readonly release: () => void;
}

export type Locking = { readonly ok: true; readonly lock: RunLock } | { readonly ok: false; readonly problem: string };

type Locked = Pick<Config, 'target' | 'credentials' | 'report'>;

/** One for each target and agent, whatever the run calls the target. */
export function lockFile({ target, credentials: { client, agent }, report }: Locked): string {
  const whose = JSON.stringify([[...target.hosts].sort(), client.id, agent.id]);
  return join(report.stateFolder, `run-${createHash('sha256').update(whose).digest('hex').slice(0, 12)}.lock`);
}

const isHolder = (value: unknown): value is Holder =>
  isRecord(value) && ['run', 'pid', 'host', 'startedAt'].every((name) => Object.hasOwn(value, name));

function holderIn(text: string): Holder | null {
  const value = parseJson(text);
  return isHolder(value) ? value : null;
}

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : null);

/** Null when nothing is there any more. */
function look(file: string): (Seen & { readonly text: string }) | null {
  try {
    const text = readFileSync(file, 'utf8');
    return { text, holder: holderIn(text), beatAt: statSync(file).mtimeMs };
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
}

/** Whether it is ours now: only one of two that try at once creates it. */
function create(file: string, text: string): boolean {
  try {
    writeFileSync(file, text, { flag: 'wx' });
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

/** Takes a stale lock away, unless somebody was quicker: then what was taken is a lock that lives, and goes back. */
function clear(file: string, text: string, { pid }: Here): void {
  const aside = `${file}.${pid}`;
  try {
    renameSync(file, aside);
    if (readFileSync(aside, 'utf8') !== text) linkSync(aside, file);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT' && codeOf(error) !== 'EEXIST') throw error;
  }
  rmSync(aside, { force: true });
}

const whoOf = ({ run, pid, host, runBy }: Holder): string =>
  oneLine(`run ${run}${runBy === null ? '' : ` of ${runBy}`} (process ${pid} on ${host})`);

function heldWords(file: string, { holder }: Seen): string {
  const who = holder === null ? 'one that has just begun' : `${whoOf(holder)}, since ${holder.startedAt}`;
  return `expected no other run on this target and agent, received ${who}; nothing was sent: wait for its end or stop it, or delete ${file} if it has ended`;
}

const aMinute = 60_000;

function lockOf(file: string, text: string, replaced: string | null, { now }: Here): RunLock {
  let beatAt = 0;
  const signals = ['SIGINT', 'SIGTERM'] as const;
  const release = (): void => {
    process.off('exit', release);
    for (const signal of signals) process.off(signal, onSignal);
    if (look(file)?.text === text) rmSync(file, { force: true });
  };
  /** Where something else sees to the end of the process, it releases then. */
  const onSignal = (signal: NodeJS.Signals): void => {
    if (process.listenerCount(signal) > 1) return;
    release();
    process.kill(process.pid, signal);
  };
  process.on('exit', release);
  for (const signal of signals) process.on(signal, onSignal);
  /** The time of the file is the time of the last beat. */
  const beat = (): void => {
    if (now() - beatAt < aMinute) return;
    beatAt = now();
    if (look(file)?.text === text) utimesSync(file, new Date(beatAt), new Date(beatAt));
  };
  beat();
  return { replaced, beat, release };
}

/** Those that try at once may meet more than once. */
const tries = 5;

/** Takes the lock, or says who holds it. */
export function lockRun(config: Locked, run: string, here: Here): Locking {
  const file = lockFile(config);
  const holder: Holder = { run, pid: here.pid, host: here.host, startedAt: new Date(here.now()).toISOString(), runBy: config.report.runBy };
  const text = `${JSON.stringify(holder)}\n`;
  mkdirSync(config.report.stateFolder, { recursive: true });
  let replaced: string | null = null;
  for (let nth = 0; nth < tries; nth += 1) {
    if (create(file, text)) return { ok: true, lock: lockOf(file, text, replaced, here) };
    const seen = look(file);
    const stale = seen === null ? null : staleBecause(seen, here);
    if (seen !== null && stale === null) return { ok: false, problem: heldWords(file, seen) };
    if (seen === null || stale === null) continue;
    clear(file, seen.text, here);
    replaced = `${seen.holder === null ? 'one that names nobody' : whoOf(seen.holder)}: ${stale}`;
  }
  return { ok: false, problem: heldWords(file, { holder: null, beatAt: here.now() }) };
}
