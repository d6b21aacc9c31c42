import { expect, test } from 'vitest';
import { readConfig } from '../../../helpers/config/read-config.ts';
import { createPeople } from '../../../helpers/journey/setup/people.ts';
import { openChangedMpins, type ChangedMpins } from '../../../helpers/run/changed-mpins.ts';
import { uat } from '../../config/environments.ts';
import { newFolder } from '../../program/program.ts';

const mobiles = ['9990000101', '9990000102', '9990000103'] as const;

function openIn(state: string, mpin: string): { readonly marks: ChangedMpins; readonly spares: readonly string[] } {
  const read = readConfig({ ...uat, DMT_STATE_DIR: state, DMT_MPIN: mpin, DMT_SPARE_MOBILES: mobiles.join() });
  if (!read.ok) throw new Error(`expected a good configuration, received ${read.problems.join('; ')}`);
  const marks = openChangedMpins(read.config, 'a run');
  return { marks, spares: createPeople(read.config, { used: new Set(mobiles.slice(1)), others: marks.others }).spares };
}

test('spare mobiles with another MPIN than DMT_MPIN come last in later runs, until DMT_MPIN is another one', () => {
  const state = newFolder();
  openIn(state, '1234').marks.noteOther(mobiles[0]);
  expect(openIn(state, '1234').spares).toEqual([mobiles[1], mobiles[2], mobiles[0]]);
  expect(openIn(state, '5678').spares).toEqual(mobiles);
});
