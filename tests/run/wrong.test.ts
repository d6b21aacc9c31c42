import { describe, expect, test } from 'vitest';
import { clauseOf, clauses, isClauseId } from '../../specs/clauses.ts';
import { planOf } from '../../helpers/run/plan.ts';
import { suites } from '../../suites/index.ts';
import { causes, failedClauses, judgeSandbox, tell, withVerdict } from './judged.ts';
import { wrongEnvelope } from './wrong-envelope.ts';
import { wrongFields } from './wrong-fields.ts';
import { wrongRefusals } from './wrong-refusals.ts';
import { wrongServed } from './wrong-served.ts';
import { wrongState } from './wrong-state.ts';

const wrong = [...wrongFields, ...wrongState, ...wrongEnvelope, ...wrongRefusals, ...wrongServed];
const known: readonly string[] = clauses.map(({ id }) => id);

/** What keeps a check from judging when no clause is broken: somebody else has to move. */
const nobodysFault = ['environment', 'funds-or-limits', 'system-failure'];

/** Checks that were seen at fail or warn. */
const accused = new Set<string>();

test('wrong services are told by clauses of the catalogue, in stories of their own', () => {
  expect(wrong.flatMap((one) => [...one.clauses, ...(one.warns ?? [])]).filter((clause) => !known.includes(clause))).toEqual([]);
  expect(new Set(wrong.map(({ story }) => story)).size).toBe(wrong.length);
});

describe('a wrong service', () => {
  test.concurrent.each(wrong.map((one) => [one.story, one] as const))('%s', async (_, one) => {
    const ended = await judgeSandbox(one, {}, one.selection ?? null);
    for (const { check } of withVerdict(ended, 'fail', 'warn')) accused.add(check);
    expect(failedClauses(ended), tell(withVerdict(ended, 'fail')).join('\n')).toEqual([...one.clauses].sort());
    for (const clause of one.warns ?? []) expect(withVerdict(ended, 'warn').map((each) => each.clause)).toContain(clause);
    expect(tell(withVerdict(ended, 'error', 'untried'))).toEqual([]);
    // What a check was kept from is told by what is broken, and by nothing else.
    const blamable = one.clauses.length === 0 ? nobodysFault : one.clauses;
    expect(causes(ended).filter((cause) => !blamable.includes(cause))).toEqual([]);
  });
});

/** They look at which form is taken: where none is, `OP3-SERVED` and `OP6-SERVED` fail, or nobody does (reading 14). */
const toldElsewhere = [
  'OP3-OBJECT-FORM~number-or-text',
  'CONSENT-NONE-FORM~scheme-none',
  'CONSENT-MPIN-FORM~right-mpin',
  'AUTH-SECOND-FACTOR~otp-and-mpin',
];

test('every check that can accuse has been seen to do so', () => {
  const able = planOf(suites, null).entries.filter(
    ({ check: { hardest }, planned: { clause } }) =>
      hardest !== 'observed' && isClauseId(clause) && clauseOf(clause).certainty !== 'silent',
  );
  const never = able.map(({ planned: { id } }) => id).filter((id) => !accused.has(id) && !toldElsewhere.includes(id));
  expect(never).toEqual([]);
});
