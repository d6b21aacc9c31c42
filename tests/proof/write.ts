import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chooseCover } from './cover.ts';
import type { Matrix } from './matrix.ts';
import { renderProofPage } from './page.ts';

/** `npm test` reads it: commit it with what has changed it. */
export function writeCover({ faults }: Matrix): void {
  writeFileSync(join(import.meta.dirname, 'cover.json'), `${JSON.stringify(chooseCover(faults), null, 2)}\n`);
}

export function writeProof(folder: string, matrix: Matrix): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'proof.json'), `${JSON.stringify(matrix, null, 2)}\n`);
  writeFileSync(join(folder, 'proof.html'), renderProofPage(matrix));
}
