import { createHash } from 'node:crypto';
import type { Operation } from '../../specs/operation.ts';
import { drawn, lexemesOf, parts } from './arbitrary.ts';
import { one, type Case, type Dimension } from './case.ts';
import { catalogues } from './catalogue.ts';
import { placeOfEdit } from './edit.ts';
import { fieldsOf, pathNames, type Field } from './fields.ts';

/** Another mobile that somebody may have is nobody's business: no message is sent there. */
const mayReachStrangers = (lexeme: string): boolean => /(?<!\d)[6-9]\d{9}(?!\d)/.test(lexeme);

const rank = (seed: number, text: string): string => createHash('sha256').update(`${seed} ${text}`).digest('hex');

/** In an order that the seed decides. */
const shuffled = (cases: readonly Case[], seed: number): readonly Case[] =>
  cases
    .map((each) => ({ each, at: rank(seed, JSON.stringify(each.edits)) }))
    .sort((a, b) => (a.at < b.at ? -1 : 1))
    .map(({ each }) => each);

const placeOf = ({ edits: [edit] }: Case): string => (edit === undefined ? '' : placeOfEdit(edit));

/** Cases without end at each place that values can be drawn for. */
function drawnCases(dimension: Dimension, operation: Operation, seed: number): readonly Generator<Case, undefined>[] {
  function* values({ path, types }: Field): Generator<Case, undefined> {
    for (const lexeme of drawn(lexemesOf(types), seed))
      yield one({ on: 'payload', do: 'set', path, lexeme }, `${path.join('.')}: a drawn value`);
  }
  function* segments(name: string): Generator<Case, undefined> {
    for (const raw of drawn(parts, seed)) yield one({ on: 'path', name, raw }, `path ${name}: a drawn value`);
  }
  function* queries(name: string): Generator<Case, undefined> {
    for (const raw of drawn(parts, seed)) yield one({ on: 'query', do: 'set', name, raw }, `query ${name}: a drawn value`);
  }
  if (dimension === 'payload')
    return fieldsOf(operation)
      .filter(({ types }) => types.length > 0)
      .map(values);
  if (dimension === 'address') return [...pathNames(operation).map(segments), ...operation.query.map(queries)];
  return [];
}

const concernsMobile = ({ edits }: Case): boolean =>
  edits.some(
    (edit) =>
      (edit.on === 'path' && edit.name === 'mobile') || (edit.on === 'payload' && ['object', 'mobile'].includes(edit.path.at(-1) ?? '')),
  );

const isHarmless = (each: Case): boolean => !concernsMobile(each) || !mayReachStrangers(JSON.stringify(each.edits));

/** What is tried of an operation in one dimension: what is written down first, then drawn values, up to so many at each place. */
export function* casesOf(dimension: Dimension, operation: Operation, seed: number, runs: number): Generator<Case, undefined> {
  const tried = new Map<string, number>();
  const room = (each: Case): boolean => {
    const place = placeOf(each);
    const count = (tried.get(place) ?? 0) + 1;
    tried.set(place, count);
    return count <= runs;
  };
  const catalogue = shuffled(catalogues[dimension](operation), seed);
  for (const each of catalogue) if (isHarmless(each) && room(each)) yield each;
  const endless = drawnCases(dimension, operation, seed);
  for (let open = endless; open.length > 0;) {
    open = open.filter((source) => {
      const { value, done } = source.next();
      return done !== true && (tried.get(placeOf(value)) ?? 0) < runs;
    });
    for (const source of open) {
      const { value, done } = source.next();
      if (done !== true && isHarmless(value) && room(value)) yield value;
    }
  }
}
