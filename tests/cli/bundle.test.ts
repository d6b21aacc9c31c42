import { generateKeyPairSync } from 'node:crypto';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { faults } from '../../sandbox/faults.ts';
import { startSandbox } from '../../sandbox/start.ts';
import type { Environment } from '../../helpers/config/settings.ts';
import { newFolder, program, stackTrace } from '../program/program.ts';

async function wrong(id: string): Promise<Environment> {
  const fault = faults.get(id);
  const sandbox = await startSandbox(fault ?? {});
  onTestFinished(() => sandbox.close());
  return { ...sandbox.environment, ...sandbox.permissions, DMT_TARGET: 'sandbox', DMT_PENDING_TIMEOUT_MS: '1000' };
}

const accepted = {
  reason: 'artificial',
  owner: 'Testcase Owner',
  ticket: 'TICKET-1',
  approver: 'Testcase Approver',
  expires: '2999-12-31',
};

function waiversIn(folder: string, content: unknown): Environment {
  const path = join(folder, 'waivers.json');
  writeFileSync(path, JSON.stringify(content));
  return { DMT_WAIVERS: path };
}

test('the printed signature waives a failure, now and when rendered again, but not on a corrected service', async () => {
  const service = await wrong('op11-result-isdelayed-is-no');
  const first = await program(['--check', 'OP11-RESULT-IS-DELAYED'], service);
  const failed = first.verdict.checks.filter(({ verdict }) => verdict === 'fail');
  expect({ code: first.code, failed: failed.length }).toEqual({ code: 1, failed: 1 });
  const waivers = failed.map(({ clause, signature }) => ({ clause, target: 'sandbox', signatures: [signature], ...accepted }));
  const set = waiversIn(newFolder(), { waivers });

  const again = await program(['report'], { ...set }, first.folder);
  expect({ code: again.code, verdict: again.verdict.verdict }).toEqual({ code: 0, verdict: 'conformant-with-deviations-selection' });
  const second = await program(['--check', 'OP11-RESULT-IS-DELAYED'], { ...service, ...set });
  expect({ code: second.code, counts: second.verdict.counts.waived }).toEqual({ code: 0, counts: 1 });
  expect(second.said).toContain('Testcase Approver');
  expect(readFileSync(join(second.folder, 'outcomes.jsonl'), 'utf8')).toContain('"verdict":"fail"');

  const right = await program(['--check', 'OP11-RESULT-IS-DELAYED'], { ...set });
  expect({ code: right.code, verdict: right.verdict.verdict }).toEqual({ code: 6, verdict: 'unfit-waivers' });
  expect(right.said).toMatch(/WAIVERS DO NOT FIT · result beneath: CONFORMANT\n[^]*stale/);

  const strange = waivers.map((one) => ({ ...one, signatures: [`${String(failed[0]?.id)}#000000000000`] }));
  const hidden = await program(['--check', 'OP11-RESULT-IS-DELAYED'], { ...service, ...waiversIn(newFolder(), { waivers: strange }) });
  expect({ code: hidden.code, verdict: hidden.verdict.verdict }).toEqual({ code: 1, verdict: 'non-conformant' });
  expect(hidden.said).toMatch(/NOT CONFORMANT · 1 clause broken: OP11-RESULT-IS-DELAYED[^]*UNFIT/);
});

test.for([
  ['of an unknown clause', { clause: 'NO-SUCH-CLAUSE', signatures: ['NO-SUCH-CLAUSE~a#000000000000'] }, 'there is no such clause'],
  ['that expired', { expires: '2020-01-01' }, 'expired'],
  ['of another target', { target: 'prod' }, 'prod'],
  ['of a clause that guards money', { clause: 'OP9-UNKNOWN-SESSION', signatures: ['OP9-UNKNOWN-SESSION~a#000000000000'] }, 'guards money'],
  ['without an approver', { approver: '' }, 'approver'],
] as const)('a waiver %s ends with 2 before anything is sent', async ([, over, named]) => {
  const one = { clause: 'OP2-RESULT', target: 'sandbox', signatures: ['OP2-RESULT~array#000000000000'], ...accepted, ...over };
  const { code, said } = await program([], waiversIn(newFolder(), { waivers: [one] }));
  expect({ code, trace: stackTrace.test(said) }).toEqual({ code: 2, trace: false });
  expect(said).toContain('DMT_WAIVERS');
  expect(said).toContain('nothing was sent');
  expect(said).toContain(named);
});

test('a run is packed, signed and verified; no file contains its nonce', async () => {
  const keys = newFolder();
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const nonce = 'artificial-nonce-of-a-certifier';
  const key = join(keys, 'sign-key.pem');
  const pub = join(keys, 'sign-key.pub.pem');
  writeFileSync(key, privateKey.export({ type: 'pkcs8', format: 'pem' }));
  writeFileSync(pub, publicKey.export({ type: 'spki', format: 'pem' }));
  const { folder, code } = await program(['--check', 'OP-9'], { DMT_NONCE: nonce });
  expect(code).toBe(0);

  const packed = await program(['bundle', '--report-dir', folder], { DMT_SIGN_KEY_FILE: key });
  expect(packed).toMatchObject({ code: 0, said: expect.stringContaining('SHA256:') as string });
  const [name = ''] = globSync('conformance-*.zip', { cwd: folder });
  const path = join(folder, name);
  const proved = await program(['verify', path, '--public-key', pub, '--nonce', nonce]);
  expect(proved).toMatchObject({ code: 0, said: expect.stringContaining('INTACT') as string });
  const other = await program(['verify', path, '--public-key', pub, '--nonce', 'another']);
  expect({ code: other.code, said: other.said.split('\n')[0] }).toEqual({ code: 1, said: 'INTACT, BUT NOT MADE WITH THIS NONCE' });
  const edited = join(folder, 'edited.zip');
  const bytes = readFileSync(path);
  writeFileSync(edited, Buffer.concat([bytes, Buffer.from('x')]));
  expect((await program(['verify', edited, '--nonce', 'another'])).said).toMatch(/^ALTERED, NOT AS IT WAS PACKED/);
  for (const file of globSync('**/*.{json,jsonl,xml,md,har,html}', { cwd: folder }))
    expect(readFileSync(join(folder, file), 'utf8')).not.toContain(nonce);
}, 120_000);

test.for([
  ['bundle of no run', ['bundle'], {}, 'received no'],
  ['verify of nothing', ['verify', 'no-such-bundle.zip'], {}, 'no-such-bundle.zip'],
  ['verify of something else', ['verify', 'package.json'], {}, 'ZIP'],
] as const)('%s ends with 2', async ([, args, environment, named]) => {
  const { code, said } = await program(args, environment);
  expect({ code, trace: stackTrace.test(said) }).toEqual({ code: 2, trace: false });
  expect(said).toContain(named);
});
