import { expect, test } from 'vitest';
import type { OtpQuestion } from '../../helpers/consent/otp-question.ts';
import { openTypedCodes } from '../../ui/steps/codes.ts';

const question: OtpQuestion = {
  role: 'customer',
  mobile: '9000000002',
  purpose: 'OP-9 request the usual transfer',
  state: 'state-1',
  exchange: 'x1',
  since: Date.UTC(2026, 10, 20),
};

const refused = { problem: 'expected a question that is open, received one that is answered' };
const done = { problem: null };

test('a code is what a person entered, once the time to correct it is over', async () => {
  const typed = openTypedCodes(30);
  const code = typed.source.read(question);
  expect(typed.view()).toEqual([
    {
      id: 1,
      role: 'customer',
      purpose: 'OP-9 request the usual transfer',
      mobile: '0002',
      again: false,
      isHeld: false,
      askedAt: '2026-11-20T00:00:00.000Z',
    },
  ]);
  expect(typed.correct({ id: 1 })).toEqual(refused);
  expect(typed.enter({ id: 1, code: '12' })).toEqual({ problem: 'expected 4 to 9 digits' });
  expect(typed.enter({ id: 1, code: '00 00' })).toEqual(done);
  expect(typed.enter({ id: 1, code: '1111' })).toEqual(refused);
  expect(typed.correct({ id: 1 })).toEqual(done);
  expect(typed.enter({ id: 1, code: '123 456' })).toEqual(done);
  expect(await code).toBe('123456');
  expect(typed.view()).toEqual([]);
  expect(typed.enter({ id: 1, code: '1111' })).toEqual(refused);
});

test('a message that did not arrive blocks, or is sent again', async () => {
  const typed = openTypedCodes(30);
  const codes = [typed.source.read(question), typed.source.read(question)];
  expect(typed.missing({ id: 1 })).toEqual(done);
  expect(typed.missing({ id: 2, sendAgain: true })).toEqual(done);
  const reason = 'the person reports that the message did not arrive';
  expect(await Promise.all(codes)).toEqual([
    { kind: 'unavailable', reason, owner: 'environment' },
    { kind: 'unavailable', reason, owner: 'environment', sendAgain: true },
  ]);
  expect(typed.missing({ id: '1' })).toEqual(refused);
});

test('a run that stops waits for no code, not even for one that was entered', async () => {
  const typed = openTypedCodes(1_000);
  const codes = [typed.source.read(question), typed.source.read(question)];
  typed.enter({ id: 2, code: '123456' });
  await typed.source.close();
  codes.push(typed.source.read(question));
  for (const code of await Promise.all(codes)) expect(code).toMatchObject({ kind: 'unavailable', owner: 'environment' });
});
