import { prepareFolder } from '../../helpers/report/files/folder.ts';
import { stageLine } from '../../helpers/report/terminal/progress.ts';
import { lockRun } from './run-lock.ts';
import { currentProcess } from './stale-lock.ts';
import type { Config } from '../../helpers/config/config.ts';

const describeUnwritable = (name: string, error: unknown): string =>
  `${name}: expected a folder that can be written, received ${error instanceof Error ? error.message : String(error)}; for example ${name}=reports`;

/** A run that cannot be recorded is not begun. */
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
 * One run per target and agent: does the work while no other does, and lets go of it however it ends; null, with a word, when another
 * is under way. Our own sandbox is nobody else's.
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
  if (replaced !== null) print(stageLine('lock', `replaced that of ${replaced}`));
  try {
    return await runLocked(beat);
  } finally {
    release();
  }
}
