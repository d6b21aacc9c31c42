import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Matrix } from './matrix.ts';
import { renderProofPage } from './page.ts';

export function writeProof(folder: string, matrix: Matrix): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'proof.json'), `${JSON.stringify(matrix, null, 2)}\n`);
  writeFileSync(join(folder, 'proof.html'), renderProofPage(matrix));
}
