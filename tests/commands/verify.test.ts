import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packFiles } from '../../helpers/bundle/archive.ts';
import { forge, manifestIn, unpackBundle } from '../bundle/forgery.ts';
import { newFolder, program, type EndedProgram } from '../program/program.ts';

const digest = `sha256:${'0'.repeat(64)}`;

async function packedRun(environment = {}): Promise<Buffer> {
  const { folder, code } = await program(['--check', 'OP2-RESULT']);
  expect(code).toBe(0);
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
  const bytes = await packedRun({ DMT_IMAGE_DIGEST: digest });
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

test('a bundle without DMT_IMAGE_DIGEST names no image', async () => {
  expect(manifestIn(await packedRun())?.verifyWith?.image).toBeNull();
});
