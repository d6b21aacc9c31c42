import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createEvidence } from '../../helpers/core/records/evidence.ts';
import { partAfter } from '../../helpers/journey/setup/part-step.ts';
import { openSession, step } from '../../helpers/session/session.ts';

const unused = (): never => {
  throw new Error('expected no request, received one');
};
const unrecorded = { send: unused, record: unused, collectAccusations: unused, isServiceToBlame: unused };

test('whoever asks for one part of a whole has asked for all of them, and whoever waits for the others waits for the whole', async () => {
  const order: string[] = [];
  const { promise: answered, resolve: answer } = Promise.withResolvers<undefined>();
  const balance = step('balance', () => Promise.resolve(order.push('balance')));
  const request = step('request', () => answered.then(() => order.push('request')));
  const whole = step('a transfer', async (session) => {
    await session.use(balance);
    await session.use(request);
  });
  const parts = { balance: partAfter(whole)(balance), request: partAfter(whole)(request) };
  const session = openSession(unused, unrecorded, 'a test', createEvidence());
  expect(parts.request.isRequested()).toBe(false);

  const asked = session.use(parts.balance);
  const later = session.afterRequested([parts.request]).then(() => order.push('what follows'));
  for (let turns = 0; turns < 5; turns += 1) await turn();
  answer(undefined);
  await Promise.all([asked, later]);
  expect(order).toEqual(['balance', 'request', 'what follows']);
});
