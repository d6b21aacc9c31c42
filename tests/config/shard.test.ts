import { describe, expect, test } from 'vitest';
import { readConfig } from '../../helpers/config/read-config.ts';
import type { Environment } from '../../helpers/config/settings.ts';

const readShard = (environment: Environment): unknown => {
  const read = readConfig(environment);
  return read.ok ? read.config.shard : read.problems;
};

const gitlab = { CI_NODE_INDEX: '2', CI_NODE_TOTAL: '8' };
const kubernetes = { JOB_COMPLETION_INDEX: '0' };

describe('DMT_SHARD', () => {
  test.each([
    [{ DMT_SHARD: '2/8' }, { part: 2, of: 8 }],
    [
      { DMT_SHARD: '8/8', ...gitlab },
      { part: 8, of: 8 },
    ],
    [
      { DMT_SHARD: 'auto', ...gitlab },
      { part: 2, of: 8 },
    ],
    [
      { DMT_SHARD: 'auto/8', ...gitlab },
      { part: 2, of: 8 },
    ],
    [
      { DMT_SHARD: 'auto/4', ...kubernetes },
      { part: 1, of: 4 },
    ],
    [
      { DMT_SHARD: 'auto', ...gitlab, ...kubernetes },
      { part: 2, of: 8 },
    ],
  ])('%o is a part', (environment, shard) => {
    expect(readShard(environment)).toEqual(shard);
  });

  test('an engine alone splits nothing, and one part of one is a whole run', () => {
    expect(readShard({ ...gitlab, ...kubernetes })).toBeNull();
    expect(readShard({ DMT_SHARD: '1/1' })).toBeNull();
  });

  test.each([['0/8'], ['9/8'], ['2'], ['2/0'], ['1/1000'], ['two'], ['-1/8'], ['1.5/8']])('%s is refused with an example', (text) => {
    expect(readShard({ DMT_SHARD: text })).toEqual([
      `DMT_SHARD: expected a part and the number of parts, 1/2 to 999/999, or auto, received "${text}"; for example DMT_SHARD=2/8`,
    ]);
  });

  test.each([
    ['auto without an engine', { DMT_SHARD: 'auto' }],
    ['auto where the engine tells no total', { DMT_SHARD: 'auto', ...kubernetes }],
    ['a total that is not that of the engine', { DMT_SHARD: 'auto/4', ...gitlab }],
    ['an index beyond the total', { DMT_SHARD: 'auto/2', JOB_COMPLETION_INDEX: '2' }],
  ])('%s is refused', (_, environment) => {
    expect(readShard(environment)).toEqual([expect.stringMatching(/^DMT_SHARD: expected .+, received ".+"; for example DMT_SHARD=2\/8$/)]);
  });
});
