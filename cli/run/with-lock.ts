import { prepareFolder } from '../../helpers/report/files/folder.ts';
import { stageLine } from '../../helpers/report/terminal/progress.ts';
import { lockRun } from './run-lock.ts';
import { thisProcess } from './stale-lock.ts';
import type { Config } from '../../helpers/config/config.ts';

const unwritable = (name: string, error: unknown): string =>
  `${name}: expected a folder that can be written, received ${error instanceof Error ? error.message : String(error)}; for example ${name}=reports`;

/** A run that cannot be recorded is not begun. */
export function folderProblem(folder: string): string | null {
  try {
    prepareFolder(folder);
    return null;
  } catch (error) {
    return unwritable('DMT_REPORT_DIR', error);
  }
}

function locking(config: Config, run: string): ReturnType<typeof lockRun> {
  const { folder, stateFolder } = config.report;
  try {
    return lockRun(config, run, thisProcess());
  } catch (error) {
    return { ok: false, problem: unwritable(folder === stateFolder ? 'DMT_REPORT_DIR' : 'DMT_STATE_DIR', error) };
  }
}

/**
 * One run per target and agent: does the work while no other does, and lets go of it however it ends; null, with a word, when another
 * is under way. Our own sandbox is nobody else's.
 */
export async function withRunLock(
  config: Config,
  run: string,
  tell: (line: string) => void,
  work: (beat: () => void) => Promise<number>,
): Promise<number | null> {
  if (config.target.own) return work(() => undefined);
  const held = locking(config, run);
  if (!held.ok) {
    tell(held.problem);
    return null;
  }
  const { replaced, beat, release } = held.lock;
  if (replaced !== null) tell(stageLine('lock', `replaced that of ${replaced}`));
  try {
    return await work(beat);
  } finally {
    release();
  }
}
