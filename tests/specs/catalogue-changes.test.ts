import { describe, expect, test } from 'vitest';
import { specificationFingerprint } from '../../helpers/report/fingerprint/fingerprints.ts';
import { hardestVerdict } from '../../helpers/core/records/verdicts.ts';
import { isBinding } from '../../helpers/report/verdict/coverage.ts';
import { catalogueChanges, catalogueVersion, type CatalogueChange } from '../../specs/catalogue-changes.ts';
import { clauseById, clauses, isClauseId } from '../../specs/clauses.ts';

const changes: readonly CatalogueChange[] = catalogueChanges;
const [last] = changes.slice(-1);

type Numbers = readonly [major: number, minor: number];
const readNumbers = ({ version }: Pick<CatalogueChange, 'version'>): Numbers => {
  const [major = Number.NaN, minor = Number.NaN] = version.split('.').map(Number);
  return [major, minor];
};

/** The version that must follow, by what changed. */
const nextVersion = (before: Numbers, { hardened }: Pick<CatalogueChange, 'hardened'>): string =>
  hardened.length > 0 ? `${before[0] + 1}.0` : `${before[0]}.${before[1] + 1}`;

const retired = new Set(changes.flatMap((change) => change.retired));
const mayFail = (id: string): boolean => isClauseId(id) && hardestVerdict[clauseById(id).certainty] === 'fail';

const steps = changes.slice(1).map((change, at) => ({ before: changes[at] ?? change, change }));

test('the list tells of the catalogue as it is', () => {
  const advice =
    'the clause catalogue changed: add an entry to specs/catalogue-changes.ts with its fingerprint, ' +
    'or correct the last one while no release has it';
  expect(last?.fingerprint, advice).toBe(specificationFingerprint());
  expect(last?.binding, advice).toBe(clauses.filter(isBinding).length);
  expect(catalogueVersion).toBe(last?.version);
});

describe.each(steps)('$change.version', ({ before, change }) => {
  test('has the number that its changes ask for', () => {
    expect(change.version).toBe(nextVersion(readNumbers(before), change));
  });

  test('lists every new and retired binding clause', () => {
    expect(change.binding - before.binding).toBe(change.added.length - change.retired.length);
  });

  test('lists clauses that may fail, each once', () => {
    const listed = [...change.added, ...change.hardened];
    expect(listed.filter((id) => !mayFail(id) && !retired.has(id))).toEqual([]);
    expect(new Set(listed).size).toBe(listed.length);
  });

  test('is another catalogue than the one before', () => {
    expect(change.fingerprint).not.toBe(before.fingerprint);
  });
});

test.each([
  [{ hardened: [] }, '1.5'],
  [{ hardened: ['OP16-URL-PARAMETERS'] }, '2.0'],
] as const)('after 1.4, %j asks for %s', (change, version) => {
  expect(nextVersion([1, 4], change)).toBe(version);
});
