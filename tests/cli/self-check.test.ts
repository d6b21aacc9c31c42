import { describe, expect, test } from 'vitest';
import { selfCheck } from '../../cli/run/self-check.ts';
import { mapById } from '../../sandbox/catalog.ts';

describe('the self-check', () => {
  test.each([1, 2, 20_261_120, 0])('sees the faults that seed %i plants', async (seed) => {
    expect(await selfCheck(seed)).toEqual({ ok: true, faults: 3 });
  });

  test('reports a fault that it cannot see', async () => {
    const harmless = mapById([{ id: 'op1-result-is-as-it-was', does: 'Nothing is wrong.', breaks: ['OP1-RESULT-IS-OLD-USER'] }]);
    const { ok, problems } = { problems: [], ...(await selfCheck(1, harmless)) };
    expect(ok).toBe(false);
    expect(problems.join()).toContain('expected OP1-RESULT-IS-OLD-USER to fail on the planted fault op1-result-is-as-it-was');
  });

  test('says an error in one sentence, without its stack', async () => {
    const broken = mapById([
      {
        id: 'op1-result-is-as-it-was',
        does: 'It cannot start.',
        breaks: ['OP1-RESULT-IS-OLD-USER'],
        get twist(): never {
          throw new Error('an artificial error\nat another line');
        },
      },
    ]);
    const { problems } = { problems: [], ...(await selfCheck(1, broken)) };
    expect(problems).toEqual(['expected the self-check to end, received an error (an artificial error)']);
  });
});
