import { expect, test } from 'vitest';
import { printChanges, printClauses } from '../../cli/clauses.ts';
import { catalogueChanges, catalogueVersion } from '../../specs/catalogue-changes.ts';
import type { ClauseSection } from '../../specs/clause.ts';
import { clauseById, clauses, isClauseId, sections } from '../../specs/clauses.ts';
import { operations } from '../../specs/operations.ts';

const ids = clauses.map(({ id }) => id);
const texts = clauses.map(({ id, text }) => [id, text] as const);

test('no clause id is used twice', () => {
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
});

test('no section is listed twice', () => {
  const headings = sections.map(({ section }) => section);
  expect(headings.filter((heading, index) => headings.indexOf(heading) !== index)).toEqual([]);
});

test('clause ids are words of upper-case letters and digits, joined by dashes', () => {
  expect(ids.filter((id) => !/^[A-Z][A-Z0-9]*(-[A-Z0-9]+)+$/.test(id))).toEqual([]);
});

test('a clause named after an operation belongs to it', () => {
  const astray = clauses.filter(({ id, operation }) => /^OP\d+-/.test(id) && operation !== id.replace(/^OP(\d+)-.*$/, 'OP-$1'));
  expect(astray.map(({ id }) => id)).toEqual([]);
});

test('every operation has a clause for being served and one for its result as a whole', () => {
  const wanted = operations.flatMap(({ id }) => [`${id.replace('-', '')}-SERVED`, `${id.replace('-', '')}-RESULT`]);
  expect(wanted.filter((id) => !isClauseId(id))).toEqual([]);
});

test('the clause of being served names method and path of the operation', () => {
  for (const { id, method, path } of operations) {
    const served = clauses.find((clause) => clause.id === `${id.replace('-', '')}-SERVED`);
    expect(served?.text).toContain(`${method} \`${path}\``);
  }
});

test.each(texts)('%s is one sentence that states a fact', (_id, text) => {
  expect(text).toMatch(/^\S.*[^.]\.$/);
  expect(text).not.toMatch(/\bshould\b|\bshall\b/i);
});

test('two clauses of one section differ in words', () => {
  for (const { section } of sections) {
    const mine = clauses.filter((clause) => clause.section === section).map(({ operation, text }) => `${operation} ${text}`);
    expect(mine.filter((text, index) => mine.indexOf(text) !== index)).toEqual([]);
  }
});

test('only a clause that may fail goes beyond the letter or guards something', () => {
  const soft = clauses.filter(({ certainty }) => certainty !== 'stated' && certainty !== 'implied');
  expect(soft.filter(({ safety, guards }) => safety !== undefined || guards !== undefined)).toEqual([]);
});

test('a clause carries section and operation, its own operation first', () => {
  expect(clauseById('OP8-RESULT-SCHEME')).toEqual({
    id: 'OP8-RESULT-SCHEME',
    section: 'Security scheme (OP-5 and OP-8 result)',
    operation: 'OP-8',
    certainty: 'stated',
    text: '`scheme` of OP-8 is text.',
  });
});

test('every section has a clause', () => {
  const all: readonly ClauseSection[] = sections;
  expect(all.filter((section) => Object.keys(section.clauses).length === 0)).toEqual([]);
});

test('the printed catalogue holds every clause, for programs and for people', () => {
  expect(JSON.parse(printClauses({ json: true }))).toEqual(clauses);
  expect(printClauses({ json: false }).split('\n')).toHaveLength(clauses.length);
});

test('the printed versions end with the one of today', () => {
  expect(JSON.parse(printChanges({ json: true }))).toEqual(catalogueChanges);
  expect(printChanges({ json: false }).split('\n').at(-1)).toContain(`catalogue ${catalogueVersion}: `);
});
