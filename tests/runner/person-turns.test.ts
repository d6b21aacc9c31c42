import { expect, test } from 'vitest';
import { inTurnByMobile } from '../../helpers/runner/run-dependencies.ts';
import type { Person } from '../../helpers/journey/setup/person.ts';

const personOf = (mobile: string): Person => ({ role: 'customer', userType: 'customer', mobile, mpin: null });

const one = personOf('9990000002');
const other = personOf('9990000003');

test('turns of one person come one after another', async () => {
  const inTurn = inTurnByMobile();
  const seen: string[] = [];
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const first = inTurn(one, async () => {
    seen.push('first begins');
    await promise;
    seen.push('first ends');
  });
  const second = inTurn(one, () => Promise.resolve(seen.push('second')));
  await inTurn(other, () => Promise.resolve(seen.push('another person')));
  resolve(undefined);
  await Promise.all([first, second]);
  expect(seen).toEqual(['first begins', 'another person', 'first ends', 'second']);
});

test('a turn within a turn of the same person is refused, as it would wait for itself', async () => {
  const inTurn = inTurnByMobile();
  const within = inTurn(one, () => inTurn(other, () => inTurn(one, () => Promise.resolve())));
  await expect(within).rejects.toThrow('expected a turn of the customer to be free, received one within itself');
  await expect(inTurn(one, () => Promise.resolve('free again'))).resolves.toBe('free again');
});
