import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Matrix } from './matrix.ts';
import { renderProofPage } from './page.ts';

/** `proof.json` and `proof.html` in a report folder. */
export function writeProof(folder: string, matrix: Matrix): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'proof.json'), `${JSON.stringify(matrix, null, 2)}\n`);
  writeFileSync(join(folder, 'proof.html'), renderProofPage(matrix));
}
