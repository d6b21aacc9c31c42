import { describe, expect, test } from 'vitest';
import { clauses } from '../../specs/clauses.ts';
import { causes, failedClauses, judgeSandbox, tell, withVerdict } from './judged.ts';
import { wrongEnvelope } from './wrong-envelope.ts';
import { wrongFields } from './wrong-fields.ts';
import { wrongServed } from './wrong-served.ts';
import { wrongState } from './wrong-state.ts';

const wrong = [...wrongFields, ...wrongState, ...wrongEnvelope, ...wrongServed];
const known: readonly string[] = clauses.map(({ id }) => id);

/** What keeps a check from judging when no clause is broken: somebody else has to move. */
const nobodysFault = ['environment', 'funds-or-limits', 'system-failure'];

test('wrong services are told by clauses of the catalogue, in stories of their own', () => {
  expect(wrong.flatMap((one) => [...one.clauses, ...(one.warns ?? [])]).filter((clause) => !known.includes(clause))).toEqual([]);
  expect(new Set(wrong.map(({ story }) => story)).size).toBe(wrong.length);
});

describe('a wrong service', () => {
  test.concurrent.each(wrong.map((one) => [one.story, one] as const))('%s', async (_, one) => {
    const ended = await judgeSandbox(one);
    expect(failedClauses(ended), tell(withVerdict(ended, 'fail')).join('\n')).toEqual([...one.clauses].sort());
    for (const clause of one.warns ?? []) expect(withVerdict(ended, 'warn').map((each) => each.clause)).toContain(clause);
    expect(tell(withVerdict(ended, 'error', 'untried'))).toEqual([]);
    // What a check was kept from is told by what is broken, and by nothing else.
    const blamable = one.clauses.length === 0 ? nobodysFault : one.clauses;
    expect(causes(ended).filter((cause) => !blamable.includes(cause))).toEqual([]);
  });
});
