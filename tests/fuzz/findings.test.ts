import { describe, expect, test } from 'vitest';
import { type Candidate, openFindings } from '../../helpers/fuzz/findings/findings.ts';

const candidate = (signature: string, size: number): Candidate => ({
  signature,
  size,
  clause: 'HTTP-NO-5XX',
  kind: 'case',
  seed: 1,
  place: 'POST /somewhere › payload.name',
  mutation: `a text of ${size}`,
  expected: 'no server error',
  received: 'HTTP 500',
  firmness: 'firm',
  recipe: { kind: 'case', operation: 'OP-7', dimension: 'payload', expects: 'any', edits: [], script: '' },
  exchanges: ['x1'],
});

describe('findings', () => {
  test('are one for each signature, by the smallest case', () => {
    const findings = openFindings();
    for (const size of [50, 9, 700]) findings.keep(candidate('one', size));
    findings.keep(candidate('other', 3));
    findings.countAgain('one');
    expect(findings.all().map(({ mutation, seen }) => ({ mutation, seen }))).toEqual([
      { mutation: 'a text of 9', seen: 4 },
      { mutation: 'a text of 3', seen: 1 },
    ]);
  });

  test('have an id made of the signature alone', () => {
    const one = openFindings().keep(candidate('one', 50));
    const other = openFindings().keep(candidate('one', 9));
    expect(one?.id).toMatch(/^f-[0-9a-f]{10}$/);
    expect(one?.id).toBe(other?.id);
  });

  test('are limited in number, however much is broken', () => {
    const findings = openFindings();
    for (let n = 0; n < 1000; n += 1) findings.keep(candidate(`cause ${n}`, 1));
    expect(findings.all().length).toBe(200);
    expect(findings.isFull()).toBe(true);
  });
});
