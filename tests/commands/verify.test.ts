import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packFiles } from '../../helpers/bundle/archive.ts';
import { forge, manifestIn, unpackBundle } from '../bundle/forgery.ts';
import { recordedRun } from '../bundle/recorded.ts';
import { writeReports } from '../../helpers/report/write.ts';
import type { Environment } from '../../helpers/config/settings.ts';
import { clauses } from '../../specs/clauses.ts';
import { newFolder, program, type EndedProgram } from '../program/program.ts';

const digest = `sha256:${'0'.repeat(64)}`;

/** A run without its Allure page, which takes long to draw. */
async function recordedFolder(): Promise<string> {
  const folder = await recordedRun({}, { DMT_CHECKS: 'OP2-RESULT' }, newFolder());
  await writeReports(folder, clauses, { draw: () => Promise.resolve('') });
  return folder;
}

async function bundleOf(folder: string, environment: Environment = {}): Promise<Buffer> {
  expect(await program(['bundle', '--report-dir', folder], environment)).toMatchObject({ code: 0 });
  const [name = ''] = globSync('conformance-*.zip', { cwd: folder });
  return readFileSync(join(folder, name));
}

function verifyBytes(bytes: Buffer): Promise<EndedProgram> {
  const path = join(newFolder(), 'bundle.zip');
  writeFileSync(path, bytes);
  return program(['verify', path]);
}

const firstLine = ({ said }: EndedProgram): string => said.split('\n')[0]?.split('   ')[0] ?? '';

test('verify tells an intact bundle, an altered one, and one that this release judges differently apart', async () => {
  const folder = await recordedFolder();
  expect(manifestIn(await bundleOf(folder))?.verifyWith?.image).toBeNull();
  const bytes = await bundleOf(folder, { DMT_IMAGE_DIGEST: digest });
  expect(manifestIn(bytes)?.verifyWith).toEqual({ package: expect.stringMatching(/^dmt-conformance@\d/) as string, image: digest });
  const intact = await verifyBytes(bytes);
  expect([intact.code, firstLine(intact)]).toEqual([0, 'INTACT, AND JUDGED THE SAME']);

  const files = unpackBundle(bytes);
  files.set('summary.md', Buffer.from('all is well'));
  const altered = await verifyBytes(packFiles(files));
  expect([altered.code, firstLine(altered)]).toEqual([1, 'ALTERED, NOT AS IT WAS PACKED']);

  const ofAnother = await forge(bytes, (journals) => {
    journals.run = { ...journals.run, suiteVersion: '0.0.9', suiteFingerprint: '0'.repeat(64) };
    journals.plan = journals.plan.map((check) => ({ ...check, id: `${check.id}-as-then` }));
    journals.outcomes = journals.outcomes.map((outcome) => ({ ...outcome, check: `${outcome.check}-as-then` }));
  });
  const differently = await verifyBytes(ofAnother);
  expect([differently.code, firstLine(differently)]).toEqual([1, 'INTACT, BUT JUDGED DIFFERENTLY BY THIS RELEASE']);
  expect(differently.said).toContain('judged by dmt-conformance@0.0.9: verify it with that release');
  expect(differently.said).not.toContain('TAMPERED');
});
