import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chooseCover } from './cover.ts';
import type { Matrix } from './matrix.ts';
import { renderProofPage } from './page.ts';

/** `npm test` reads it: commit it with what has changed it. A line for each fault shows what has changed. */
export function writeCover({ faults }: Matrix): void {
  const lines = Object.entries(chooseCover(faults)).map(([id, checks]) => `  ${JSON.stringify(id)}: ${JSON.stringify(checks)}`);
  writeFileSync(join(import.meta.dirname, 'cover.json'), `{\n${lines.join(',\n')}\n}\n`);
}

export function writeProof(folder: string, matrix: Matrix): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'proof.json'), `${JSON.stringify(matrix, null, 2)}\n`);
  writeFileSync(join(folder, 'proof.html'), renderProofPage(matrix));
}
