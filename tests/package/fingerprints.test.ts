import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { computeFingerprints, findFingerprints, packedFingerprintsFile } from '../../helpers/report/fingerprint/fingerprints.ts';

const root = join(import.meta.dirname, '../..');

test('a package has the fingerprints that were computed from its sources, and a checkout computes them', () => {
  const computed = computeFingerprints(root);
  expect(findFingerprints(root)).toEqual(computed);
  const folder = mkdtempSync(join(tmpdir(), 'package-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
  writeFileSync(join(folder, packedFingerprintsFile), JSON.stringify(computed));
  expect(findFingerprints(folder)).toEqual(computed);
});
