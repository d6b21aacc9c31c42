import { isRecord } from '../../core/json.ts';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { nothingAccepted, type Accepted } from './apply.ts';
import { waiverDepartures } from './read.ts';

/** In the report folder: what was accepted of this run, so that its verdict can be told again. */
export const acceptedFile = 'accepted.json';

export function writeAccepted(folder: string, accepted: Accepted): void {
  writeFileSync(join(folder, acceptedFile), `${JSON.stringify(accepted, null, 2)}\n`);
}

const isAccepted = (value: unknown): value is Accepted =>
  isRecord(value) &&
  waiverDepartures(value['file']).length === 0 &&
  isRecord(value['passedBefore']) &&
  Object.values(value['passedBefore']).every((count) => typeof count === 'number');

/** Nothing when nothing was accepted of the run. */
export function readAccepted(folder: string): Accepted {
  const path = join(folder, acceptedFile);
  if (!existsSync(path)) return nothingAccepted;
  const value: unknown = JSON.parse(readFileSync(path, 'utf8'));
  if (!isAccepted(value)) throw new Error(`expected what was accepted of a run in ${path}, received something else: run the suite again`);
  return value;
}
