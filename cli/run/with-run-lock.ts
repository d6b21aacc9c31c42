import { prepareFolder } from '../../helpers/report/files/folder.ts';
import { stageLine } from '../../helpers/report/terminal/progress.ts';
import { lockRun } from './run-lock.ts';
import { currentProcess } from './stale-lock.ts';
import type { Config } from '../../helpers/config/config.ts';
import { errorMessage } from '../../helpers/core/text.ts';

const describeUnwritable = (name: string, error: unknown): string =>
  `${name}: expected a writable folder, received ${errorMessage(error)}; for example ${name}=reports`;

/** Null when the folder can be written. */
export function folderProblem(folder: string): string | null {
  try {
    prepareFolder(folder);
    return null;
  } catch (error) {
    return describeUnwritable('DMT_REPORT_DIR', error);
  }
}

function tryLockRun(config: Config, run: string): ReturnType<typeof lockRun> {
  const { folder, stateFolder } = config.report;
  try {
    return lockRun(config, run, currentProcess());
  } catch (error) {
    return { ok: false, problem: describeUnwritable(folder === stateFolder ? 'DMT_REPORT_DIR' : 'DMT_STATE_DIR', error) };
  }
}

/**
 * Runs `runLocked` while it holds the lock of target and agent, and always releases the lock. Prints why and returns null when another run
 * holds the lock. Our own sandbox needs no lock: no other run can reach it.
 */
export async function withRunLock(
  config: Config,
  run: string,
  print: (line: string) => void,
  runLocked: (heartbeat: () => void) => Promise<number>,
): Promise<number | null> {
  if (config.target.own) return runLocked(() => undefined);
  const lockResult = tryLockRun(config, run);
  if (!lockResult.ok) {
    print(lockResult.problem);
    return null;
  }
  const { replaced, beat, release } = lockResult.lock;
  if (replaced !== null) print(stageLine('lock', `replaced the stale lock of ${replaced}`));
  try {
    return await runLocked(beat);
  } finally {
    release();
  }
}
