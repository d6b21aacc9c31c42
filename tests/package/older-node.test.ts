import { expect, test } from 'vitest';
import { addWhatOlderNodeLacks } from '../../helpers/config/older-node.ts';

/** What Node 20 has in place of these three. */
const older = { map: {}, object: {}, promise: {} } as {
  map: Partial<MapConstructor>;
  object: Partial<ObjectConstructor>;
  promise: Partial<PromiseConstructor>;
};
addWhatOlderNodeLacks(older.map, older.object, older.promise);

const words = ['one', 'two', 'three', 'four'];
const byLength = (word: string, index: number): number => word.length + (index > 2 ? 100 : 0);

test('groups are those of a newer Node', () => {
  expect(older.map.groupBy?.(words, byLength)).toEqual(Map.groupBy(words, byLength));
  const groups = older.object.groupBy?.(words, byLength);
  expect(groups).toEqual(Object.groupBy(words, byLength));
  expect(Object.getPrototypeOf(groups)).toBeNull();
});

test('a promise is settled from outside', async () => {
  const one = older.promise.withResolvers?.<string>();
  const other = older.promise.withResolvers?.<string>();
  one?.resolve('kept');
  other?.reject(new Error('broken'));
  await expect(one?.promise).resolves.toBe('kept');
  await expect(other?.promise).rejects.toThrow('broken');
});

test('a newer Node keeps its own', () => {
  const own = { groupBy: () => 'own' };
  addWhatOlderNodeLacks(own);
  expect(own.groupBy()).toBe('own');
});
