import type { Arbitrary } from 'fast-check';
import type { Operation } from '../../../specs/operation.ts';
import { drawValues, drawValueTexts, addressParts } from './arbitrary.ts';
import { codeField, createCase, type Case, type Dimension, type Expectation } from './case.ts';
import { catalogues } from './catalogue.ts';
import { placeOfEdit, type Edit } from './edit.ts';
import { pathNames } from '../../../specs/documented-call.ts';
import { listFields } from './fields.ts';
import { sha256 } from '../../core/sha256.ts';
import { isInSlice, type Slice } from '../../core/records/shard.ts';

/** Another mobile may belong to a stranger: no message may be sent there. */
const mayReachStrangers = (text: string): boolean => /(?<!\d)[6-9]\d{9}(?!\d)/.test(text);

/** In an order that the seed decides. */
const shuffleCases = (cases: readonly Case[], seed: number): readonly Case[] =>
  cases
    .map((each) => ({ each, at: sha256(`${seed} ${JSON.stringify(each.edits)}`) }))
    .sort((a, b) => (a.at < b.at ? -1 : 1))
    .map(({ each }) => each);

export const firstPlace = ({ edits: [edit] }: Case): string => (edit === undefined ? '' : placeOfEdit(edit));

/** A place with endless drawn values. */
interface DrawnPlace {
  readonly place: string;
  readonly texts: Arbitrary<string>;
  readonly createCase: (text: string) => Case;
}

const drawnText = 'a drawn value';

const createDrawnPlace = (texts: Arbitrary<string>, what: string, editOf: (text: string) => Edit): DrawnPlace => ({
  place: placeOfEdit(editOf('')),
  texts,
  createCase: (text) => createCase(editOf(text), `${what}: ${drawnText}`),
});

export function listDrawnPlaces(dimension: Dimension, operation: Operation): readonly DrawnPlace[] {
  if (dimension === 'payload')
    return (
      listFields(operation)
        // Each drawn code is a wrong code, which takes a right one behind it.
        .filter(({ path, types }) => types.length > 0 && path.at(-1) !== codeField)
        .map(({ path, types }) =>
          createDrawnPlace(drawValueTexts(types), path.join('.'), (text) => ({ on: 'payload', do: 'set', path, lexeme: text })),
        )
    );
  if (dimension !== 'address') return [];
  return [
    ...pathNames(operation.path).map((name) => createDrawnPlace(addressParts, `path ${name}`, (raw) => ({ on: 'path', name, raw }))),
    ...operation.query.map((name) => createDrawnPlace(addressParts, `query ${name}`, (raw) => ({ on: 'query', do: 'set', name, raw }))),
  ];
}

const concernsMobile = ({ edits }: Case): boolean =>
  edits.some(
    (edit) =>
      (edit.on === 'path' && edit.name === 'mobile') || (edit.on === 'payload' && ['object', 'mobile'].includes(edit.path.at(-1) ?? '')),
  );

const isHarmless = (each: Case): boolean => !concernsMobile(each) || !mayReachStrangers(JSON.stringify(each.edits));

/** From the catalogue, not drawn. */
export const isWritten = ({ mutation }: Case): boolean => !mutation.endsWith(drawnText);

export const countWritten = (dimension: Dimension, operation: Operation): number =>
  catalogues[dimension](operation).filter(isHarmless).length;

const openExpectations: ReadonlySet<Expectation> = new Set(['any', 'elsewhere', 'not-http']);

/** The cases of an operation in one dimension: the written ones first, then drawn values, up to `runs` at each place. */
export function* generateCases(dimension: Dimension, operation: Operation, seed: number, runs: number): Generator<Case, undefined> {
  const tried = new Map<string, number>();
  const takePlace = (each: Case): boolean => {
    const place = firstPlace(each);
    const count = (tried.get(place) ?? 0) + 1;
    tried.set(place, count);
    return count <= runs;
  };
  const catalogue = shuffleCases(catalogues[dimension](operation), seed);
  // Cases with their own clause come first: a clock that runs out early leaves others untried.
  const asked = catalogue.filter(({ expects }) => !openExpectations.has(expects));
  for (const each of [...asked, ...catalogue.filter((each) => !asked.includes(each))]) if (isHarmless(each) && takePlace(each)) yield each;
  const sources = listDrawnPlaces(dimension, operation).map((each) => ({ ...each, endless: drawValues(each.texts, seed) }));
  const isOpen = ({ place }: DrawnPlace): boolean => (tried.get(place) ?? 0) < runs;
  for (let open = sources.filter(isOpen); open.length > 0; open = open.filter(isOpen)) {
    for (const { endless, createCase: caseOf } of open) {
      const next = endless.next();
      if (next.done === true) return;
      const each = caseOf(next.value);
      if (isHarmless(each) && takePlace(each)) yield each;
    }
  }
}

/** The cases of one part of a split run: together the parts try the same cases as a whole run. */
export function* sliceCases(cases: Iterable<Case>, slice: Slice): Generator<Case, undefined> {
  let at = 0;
  for (const each of cases) if (isInSlice(slice, at++)) yield each;
}
