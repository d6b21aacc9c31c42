import { expect, test } from 'vitest';
import { requestTransfer } from '../../specs/operations.ts';
import { findUnknownMpinStop, noteServed, noteWhetherOld } from '../../helpers/journey/consent/unknown-mpin.ts';
import { createMemory, type Memory } from '../../helpers/journey/setup/memory.ts';
import { envelope, reply } from '../judge/replies.ts';

const person = { role: 'payer', userType: 'customer', mobile: '9990000101', mpin: null } as const;
const refused = reply(requestTransfer, { body: envelope(4170) });

function isExcused(isOld: boolean, happened: (memory: Memory) => unknown = () => undefined, surelyRight = true): boolean {
  const memory = createMemory();
  noteWhetherOld({ memory }, person, isOld);
  happened(memory);
  return findUnknownMpinStop({ memory }, person, refused, { surelyRight: () => surelyRight }) !== null;
}

test('4170 for a right code of a user older than the run is put down to an MPIN that the run does not know', () => {
  expect(isExcused(true)).toBe(true);
});

test.each<readonly [string, boolean]>([
  ['of a fresh mobile', isExcused(false)],
  [
    'of a mobile that is old because this run has tagged it',
    isExcused(false, (memory) => {
      noteWhetherOld({ memory }, person, true);
    }),
  ],
  ['once this run has set the MPIN', isExcused(true, (memory) => (memory.of(person).hasNewMpin = true))],
  ['sent with the MPIN', isExcused(true, (memory) => (memory.of(person).needsMpin = true))],
  [
    'once a code alone has served this call',
    isExcused(true, (memory) => {
      noteServed({ memory }, person, refused);
    }),
  ],
  ['that may be wrong', isExcused(true, undefined, false)],
])('4170 for a code %s is not', (_, excused) => {
  expect(excused).toBe(false);
});
