import { hostname } from 'node:os';

/** The file names the machine, because several machines may share a state folder. */
export interface Holder {
  readonly run: string;
  readonly pid: number;
  readonly host: string;
  readonly startedAt: string;
  /** DMT_RUN_BY. */
  readonly runBy: string | null;
}

export interface FoundLock {
  /** Null when the file is half written. */
  readonly holder: Holder | null;
  /** When the run last showed that it is alive; milliseconds since 1970. */
  readonly beatAt: number;
}

export interface ProcessInfo {
  readonly pid: number;
  readonly host: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly startedAt: number;
  readonly isAlive: (pid: number) => boolean;
}

export const minuteMs = 60_000;
/** A process on another machine cannot be asked whether it is alive, so the limit is long. */
const staleAfterHours = 12;

/** Null while the lock is valid. */
export function staleLockReason({ holder, beatAt }: FoundLock, processInfo: ProcessInfo): string | null {
  const silentFor = processInfo.now() - beatAt;
  if (holder === null) return silentFor > minuteMs ? 'its lock file is incomplete' : null;
  // Systems reuse process ids, containers quickly: a lock with our id from before our start belongs to an ended process.
  const isOurs = holder.pid === processInfo.pid && Date.parse(holder.startedAt) < processInfo.startedAt;
  if (holder.host === processInfo.host && (isOurs || !processInfo.isAlive(holder.pid))) return 'its process has ended';
  return silentFor > staleAfterHours * 60 * minuteMs ? `it showed no activity for ${staleAfterHours} hours` : null;
}

export const readErrorCode = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : null);

/** EPERM means that the process exists. */
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
