import { expect, test } from 'vitest';
import { uat } from '../config/environments.ts';
import { program } from '../program/program.ts';
import { someOf } from '../some-of.ts';

const means = { ...uat, DMT_EFFECTS_ON: 'uat.example,auth.uat.example', DMT_SPARE_MOBILES: '9990000101', DMT_CHECKS: 'OP9-SERVED' };
const line = /^caps +these suffice for what a cap leaves out: (.*)$/m;

test.each(
  someOf<[string, Record<string, string>]>(2, [
    ['no cap is set', {}],
    ['a cap is too low', { DMT_MAX_SPEND: '4020', DMT_MAX_TRANSFERS: '40', DMT_MAX_OTPS: '1' }],
  ]),
)('a plan tells which caps suffice where %s, and with these no cap leaves anything out', async (_, caps) => {
  const { code, said } = await program(['plan'], { ...means, ...caps });
  expect(code, said).toBe(0);
  const [, told = ''] = line.exec(said) ?? [];
  expect(told).toContain('DMT_MAX_OTPS=');
  const sufficient = Object.fromEntries([...told.matchAll(/(\w+)=([\d.]+)/g)].map(([, name = '', value = '']) => [name, value]));
  const again = await program(['plan'], { ...means, ...caps, ...sufficient });
  expect(again.said).toMatch(/^checks +[1-9]/m);
  expect(again.said).not.toMatch(line);
  expect(again.said).not.toContain('DMT_MAX_');
});

test('a plan tells which caps let a campaign try every case', async () => {
  const campaign = { ...means, DMT_CHECKS: 'HTTP-NO-5XX~fuzz-payload-OP-3', DMT_FUZZ_RUNS: '100', DMT_ALLOW: 'fuzz-effects' };
  const caps = { DMT_MAX_SPEND: '100000', DMT_MAX_TRANSFERS: '1000', DMT_MAX_WRONG_CODES: '100' };
  const low = await program(['plan'], { ...campaign, ...caps, DMT_MAX_OTPS: '20' });
  const [, otps = ''] = /^caps +these suffice for every case of the campaign.*: DMT_MAX_OTPS=(\d+)$/m.exec(low.said) ?? [];
  expect(Number(otps), low.said).toBeGreaterThan(20);
  expect((await program(['plan'], { ...campaign, ...caps, DMT_MAX_OTPS: otps })).said).not.toMatch(/^caps/m);
});
