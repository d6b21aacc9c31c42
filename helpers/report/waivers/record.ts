import { isRecord } from '../../core/json.ts';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { noAcceptances, type AcceptanceRecord } from './apply.ts';
import { findWaiverSchemaErrors } from './read.ts';

/** In the report folder, so that the verdict can be assembled again. */
export const acceptedFile = 'accepted.json';

export function writeAccepted(folder: string, accepted: AcceptanceRecord): void {
  writeFileSync(join(folder, acceptedFile), `${JSON.stringify(accepted, null, 2)}\n`);
}

const isAccepted = (value: unknown): value is AcceptanceRecord =>
  isRecord(value) &&
  findWaiverSchemaErrors(value['file']).length === 0 &&
  isRecord(value['passedBefore']) &&
  Object.values(value['passedBefore']).every((count) => typeof count === 'number');

export function readAccepted(folder: string): AcceptanceRecord {
  const path = join(folder, acceptedFile);
  if (!existsSync(path)) return noAcceptances;
  const value: unknown = JSON.parse(readFileSync(path, 'utf8'));
  if (!isAccepted(value)) throw new Error(`expected the acceptances of a run in ${path}, received something else: run the suite again`);
  return value;
}
