import { hostname } from 'node:os';

/** Who holds a lock; the name of the machine stays on it, or in the state folder that machines share. */
export interface Holder {
  readonly run: string;
  readonly pid: number;
  readonly host: string;
  readonly startedAt: string;
  /** DMT_RUN_BY. */
  readonly runBy: string | null;
}

/** A lock as it was found. */
export interface FoundLock {
  /** Null when it names nobody: it is being written, or was left half written. */
  readonly holder: Holder | null;
  /** Milliseconds since 1970: when its run last showed that it lives. */
  readonly beatAt: number;
}

/** This process, and what it can tell of others on its machine. */
export interface ProcessInfo {
  readonly pid: number;
  readonly host: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly startedAt: number;
  readonly isAlive: (pid: number) => boolean;
}

export const minuteMs = 60_000;
/** Nobody can ask another machine whether a process lives, so a run there is waited for long. */
const staleAfterHours = 12;

/** Why a lock holds nobody off any more; null when it does. */
export function staleLockReason({ holder, beatAt }: FoundLock, processInfo: ProcessInfo): string | null {
  const silentFor = processInfo.now() - beatAt;
  if (holder === null) return silentFor > minuteMs ? 'it was left half written' : null;
  // A machine gives its numbers out again, in a container soon: ours from before we began was another's.
  const isOurs = holder.pid === processInfo.pid && Date.parse(holder.startedAt) < processInfo.startedAt;
  if (holder.host === processInfo.host && (isOurs || !processInfo.isAlive(holder.pid))) return 'its process has ended';
  return silentFor > staleAfterHours * 60 * minuteMs ? `nothing was heard of it for ${staleAfterHours} hours` : null;
}

export const readErrorCode = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : null);

/** Permission denied means that there is a process. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return readErrorCode(error) === 'EPERM';
  }
}

export const currentProcess = (): ProcessInfo => ({
  pid: process.pid,
  host: hostname(),
  now: Date.now,
  startedAt: Date.now() - process.uptime() * 1000,
  isAlive,
});
