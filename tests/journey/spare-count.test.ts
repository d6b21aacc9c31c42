import { expect, test } from 'vitest';
import { readConfig } from '../../helpers/config/read-config.ts';
import type { Environment } from '../../helpers/config/settings.ts';
import { createPeople, lacksSpare, type People } from '../../helpers/journey/setup/people.ts';
import { uat } from '../config/environments.ts';

const mobiles = Array.from({ length: 16 }, (_, at) => String(9_990_000_101 + at));

function peopleOf(environment: Environment, earlier?: Parameters<typeof createPeople>[1]): People {
  const caps = { DMT_EFFECTS_ON: 'uat.example,auth.uat.example', DMT_MAX_SPEND: '4020', DMT_MAX_TRANSFERS: '40', DMT_MAX_OTPS: '120' };
  const read = readConfig({ ...uat, ...caps, DMT_SPARE_MOBILES: mobiles.join(), ...environment });
  if (!read.ok) throw new Error(`expected a good configuration, received ${read.problems.join('; ')}`);
  return createPeople(read.config, earlier);
}

test.each([
  ['120', 16],
  ['105', 16],
  ['100', 9],
  ['60', 6],
  ['40', 4],
  ['30', 0],
])('with DMT_MAX_OTPS=%s a run of all checks has %i spare senders', (DMT_MAX_OTPS, count) => {
  expect(peopleOf({ DMT_MAX_OTPS }).spares).toEqual(mobiles.slice(0, count));
});

test.each([{ DMT_CHECKS: 'OP-12' }, { DMT_PROFILE: 'essential' }, { DMT_SHARD: '2/2' }])(
  'a run of fewer checks has all of them: %j',
  (selection) => {
    expect(peopleOf({ DMT_MAX_OTPS: '20', ...selection }).spares).toEqual(mobiles);
  },
);

test('what lacks a spare mobile because of the cap says which cap', () => {
  const few = { DMT_SPARE_MOBILES: mobiles.slice(0, 2).join() };
  expect(lacksSpare(peopleOf({ DMT_MAX_OTPS: '60' }), 'the payer').message).toContain('DMT_MAX_OTPS=60');
  expect(lacksSpare(peopleOf({ DMT_MAX_OTPS: '60', ...few }), 'the payer').message).toContain('DMT_SPARE_MOBILES');
});

test('mobiles with wrong codes in a row from earlier runs come last, behind those that earlier runs used', () => {
  const [first = '', second = '', third = ''] = mobiles;
  const rows = new Map([[first, 2]]);
  const earlier = { used: new Set([first, second]), countInRow: (mobile: string) => rows.get(mobile) ?? 0 };
  expect(peopleOf({ DMT_SPARE_MOBILES: [first, second, third].join() }, earlier).spares).toEqual([third, second, first]);
});
