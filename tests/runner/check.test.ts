import { expect, test } from 'vitest';
import { callbackRule, check, rule } from '../../helpers/runner/check.ts';

const nothing = (): Promise<void> => Promise.resolve();

test('the id of a check is made of its clause and its way', () => {
  const { id, clause, operation } = check('OP12-MOBILE-AGREES', 'own-sender', 'a fact', nothing);
  expect({ id, clause, operation }).toEqual({ id: 'OP12-MOBILE-AGREES~own-sender', clause: 'OP12-MOBILE-AGREES', operation: 'OP-12' });
});

test('a check takes options', () => {
  const options = { operation: 'OP-4', hardest: 'warn', needs: 'alone' } as const;
  expect(check('AUTH-401', 'a', 'a fact', options, nothing)).toMatchObject({ ...options, kind: 'active', run: nothing });
});

test('check and rules know the line that calls them', () => {
  const judge = (): null => null;
  const callers = [
    check('AUTH-401', 'a', 'a fact', nothing),
    rule('CODE-LISTED', 'a', 'a fact', { operation: 'OP-2', exercise: nothing, judge }),
    callbackRule('CALLBACK-CODE', 'a', 'a fact', { exercise: nothing, judge }),
  ];
  const lines = callers.map(({ where }) => /^tests\/run\/check\.test\.ts:(\d+)$/.exec(where)?.[1]);
  const [first] = lines.map(Number);
  expect(lines.map(Number)).toEqual([first, Number(first) + 1, Number(first) + 2]);
});

test('a clause that is not in the catalogue does not compile', () => {
  // @ts-expect-error the catalogue has no such clause
  expect(() => check('OP99-NO-SUCH-CLAUSE', 'a', 'a fact', nothing)).toThrow();
});
