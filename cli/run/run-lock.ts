import { isRecord, parseJson } from '../../helpers/core/json.ts';
import { linkSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '../../helpers/core/files/files.ts';
import { toOneLine } from '../../helpers/core/text.ts';
import type { Config } from '../../helpers/config/config.ts';
import { minuteMs, readErrorCode, staleLockReason, type Holder, type ProcessInfo, type FoundLock } from './stale-lock.ts';
import { sha256 } from '../../helpers/core/sha256.ts';

/** Held from before the first request to the end. Two runs on one agent would disturb each other, and the service would look wrong. */
interface RunLock {
  /** Describes the stale lock that was removed; null when there was none. */
  readonly replaced: string | null;
  /** Refreshes the time of the lock file. */
  readonly beat: () => void;
  readonly release: () => void;
}

export type LockResult = { readonly ok: true; readonly lock: RunLock } | { readonly ok: false; readonly problem: string };

type LockConfig = Pick<Config, 'target' | 'credentials' | 'report'>;

/** One lock for each target and agent; the name of the target does not matter. */
export function lockFilePath({ target, credentials: { client, agent }, report }: LockConfig): string {
  const whose = JSON.stringify([[...target.hosts].sort(), client.id, agent.id]);
  return join(report.stateFolder, `run-${sha256(whose).slice(0, 12)}.lock`);
}

const isHolder = (value: unknown): value is Holder =>
  isRecord(value) && ['run', 'pid', 'host', 'startedAt'].every((name) => Object.hasOwn(value, name));

function parseHolder(text: string): Holder | null {
  const value = parseJson(text);
  return isHolder(value) ? value : null;
}

/** Null when the file is gone. */
function readLock(file: string): (FoundLock & { readonly text: string }) | null {
  try {
    const text = readFileSync(file, 'utf8');
    return { text, holder: parseHolder(text), beatAt: statSync(file).mtimeMs };
  } catch (error) {
    if (readErrorCode(error) === 'ENOENT') return null;
    throw error;
  }
}

/** Only one of two processes that try at once can create the file. */
function tryCreateLock(file: string, text: string): boolean {
  try {
    writeFileSync(file, text, { flag: 'wx' });
    return true;
  } catch (error) {
    if (readErrorCode(error) === 'EEXIST') return false;
    throw error;
  }
}

/** Removes a stale lock. When another process took the lock in the meantime, that lock is put back. */
function removeStaleLock(file: string, text: string, { pid }: ProcessInfo): void {
  const aside = `${file}.${pid}`;
  try {
    renameSync(file, aside);
    if (readFileSync(aside, 'utf8') !== text) linkSync(aside, file);
  } catch (error) {
    if (readErrorCode(error) !== 'ENOENT' && readErrorCode(error) !== 'EEXIST') throw error;
  }
  rmSync(aside, { force: true });
}

const describeHolder = ({ run, pid, host, runBy }: Holder): string =>
  toOneLine(`run ${run}${runBy === null ? '' : ` of ${runBy}`} (process ${pid} on ${host})`);

function describeHeldLock(file: string, { holder }: FoundLock): string {
  const who = holder === null ? 'a run that has just begun' : `${describeHolder(holder)}, since ${holder.startedAt}`;
  return `expected no other run on this target and agent, received ${who}; nothing was sent: wait until it ends, stop it, or delete ${file} if it has ended`;
}

function keepLock(file: string, text: string, replaced: string | null, { now }: ProcessInfo): RunLock {
  let beatAt = 0;
  const signals = ['SIGINT', 'SIGTERM'] as const;
  const release = (): void => {
    process.off('exit', release);
    for (const signal of signals) process.off(signal, onSignal);
    if (readLock(file)?.text === text) rmSync(file, { force: true });
  };
  /** Another listener for the signal means that something else ends the process, which then releases the lock. */
  const onSignal = (signal: NodeJS.Signals): void => {
    if (process.listenerCount(signal) > 1) return;
    release();
    process.kill(process.pid, signal);
  };
  process.on('exit', release);
  for (const signal of signals) process.on(signal, onSignal);
  /** The modification time of the file is the time of the last beat. */
  const beat = (): void => {
    if (now() - beatAt < minuteMs) return;
    beatAt = now();
    if (readLock(file)?.text === text) utimesSync(file, new Date(beatAt), new Date(beatAt));
  };
  beat();
  return { replaced, beat, release };
}

/** Two processes that remove the same stale lock may collide several times. */
const maxAttempts = 5;

export function lockRun(config: LockConfig, run: string, processInfo: ProcessInfo): LockResult {
  const file = lockFilePath(config);
  const holder: Holder = {
    run,
    pid: processInfo.pid,
    host: processInfo.host,
    startedAt: new Date(processInfo.now()).toISOString(),
    runBy: config.report.runBy,
  };
  const text = `${JSON.stringify(holder)}\n`;
  makeFolder(config.report.stateFolder);
  let replaced: string | null = null;
  for (let nth = 0; nth < maxAttempts; nth += 1) {
    if (tryCreateLock(file, text)) return { ok: true, lock: keepLock(file, text, replaced, processInfo) };
    const seen = readLock(file);
    const stale = seen === null ? null : staleLockReason(seen, processInfo);
    if (seen !== null && stale === null) return { ok: false, problem: describeHeldLock(file, seen) };
    if (seen === null || stale === null) continue;
    removeStaleLock(file, seen.text, processInfo);
    replaced = `${seen.holder === null ? 'an unknown run' : describeHolder(seen.holder)}: ${stale}`;
  }
  return { ok: false, problem: describeHeldLock(file, { holder: null, beatAt: processInfo.now() }) };
}
