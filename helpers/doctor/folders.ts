import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { ok, stop, type Diagnosis, type DoctorContext } from './diagnosis.ts';

/** The folder, or its nearest parent that exists. */
function nearestExisting(folder: string): string {
  const path = resolve(folder);
  return existsSync(path) || dirname(path) === path ? path : nearestExisting(dirname(path));
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return statSync(folder).isDirectory();
  } catch {
    return false;
  }
}

/** Writes nothing. */
export function examineFolders({ config }: DoctorContext): Diagnosis {
  const { folder, stateFolder } = config.report;
  const wrong = [...new Set([folder, stateFolder])].filter((each) => !isWritable(nearestExisting(each)));
  if (wrong.length === 0) return ok(`${folder} can be written${stateFolder === folder ? '' : `, and ${stateFolder}`}`);
  return stop(
    'configuration',
    `${wrong.join(', ')}: expected a writable folder`,
    'correct DMT_REPORT_DIR or DMT_STATE_DIR, for example DMT_REPORT_DIR=reports',
  );
}
