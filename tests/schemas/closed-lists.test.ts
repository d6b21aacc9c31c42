import { expect, test } from 'vitest';
import { isRecord } from '../../helpers/core/json.ts';
import { schemaFile } from './files.ts';

/**
 * Every closed list of verdict.json, by schemaVersion. A consumer may rely on it, so a change here without another schemaVersion is
 * a breach: an older consumer would meet a value that it does not know.
 */
const closedListsByVersion: Readonly<Record<number, Readonly<Record<string, unknown>>>> = {
  1: {
    '/properties/verdict': [
      ...['conformant', 'judged-in-part', 'conformant-with-deviations', 'conformant-selection', 'conformant-with-deviations-selection'],
      ...['non-conformant', 'incomplete', 'inconclusive', 'unfit-waivers'],
    ],
    '/properties/exitCode': [0, 1, 2, 3, 4, 5, 6],
    '/properties/failedOn/items/properties/on': ['untested', 'warn', 'new'],
    '/properties/profile/items/properties/sampled': [true],
    '/$defs/time': 'Z$',
    '/$defs/verdict': ['pass', 'fail', 'warn', 'observed', 'blocked', 'not-applicable', 'untried', 'waived', 'error'],
    '/$defs/owner': ['service', 'test-data', 'environment', 'configuration', 'specification', 'suite', null],
    '/$defs/operation': '^(OP-([1-9]|1[0-6])|TOKEN|ENVELOPE|AUTH|ACTUATOR|ERROR|SERVICE|CALLBACK|SWAGGER)$',
    '/$defs/run/properties/catalogue': '^[0-9]+\\.[0-9]+$',
    '/$defs/run/properties/profile': ['essential', 'full', 'certification'],
    '/$defs/run/properties/target': ['sandbox', 'uat', 'prod'],
    '/$defs/run/properties/failOn/items': ['untested', 'warn', 'new'],
    '/$defs/run/properties/totals': ['exact', 'at-least'],
    '/$defs/run/properties/builds/items/properties/when': ['start', 'end'],
    '/$defs/run/properties/campaign/properties/parts/items/properties/ended': ['complete', 'size', 'clock', 'cap', 'trouble', 'found'],
    '/$defs/sitting/properties/totals': ['exact', 'at-least'],
    '/$defs/code/properties/source': ['fixed', 'http', 'command', 'prompt'],
    '/$defs/clause/properties/certainty': ['stated', 'implied', 'exemplified', 'ambiguous', 'silent'],
    '/$defs/check/properties/area': ['Business operations', 'Access', 'Consent', 'Contract', 'Operational', 'Callbacks', 'Fuzzing'],
    '/$defs/check/properties/deviation': '^[a-z]+(-[A-Za-z0-9]+)*$',
  },
};

const schema = schemaFile('verdict');
const versionPlace = '/properties/schemaVersion';

/** By place: the values of `enum` and `const`, and the form of `pattern`. */
function collectClosedLists(node: unknown, place = ''): readonly (readonly [string, unknown])[] {
  if (Array.isArray(node)) return node.flatMap((each, at) => collectClosedLists(each, `${place}/${at}`));
  if (!isRecord(node)) return [];
  const { enum: values, const: value, pattern } = node;
  const closed = Array.isArray(values) ? values : ((value === undefined ? undefined : [value]) ?? pattern);
  const own = closed === undefined || isRecord(closed) ? [] : [[place, closed] as const];
  return [...own, ...Object.entries(node).flatMap(([key, each]) => collectClosedLists(each, `${place}/${key}`))];
}

test('a closed list has the values of its schemaVersion', () => {
  const { [versionPlace]: version, ...lists } = Object.fromEntries(collectClosedLists(schema));
  const [number] = Array.isArray(version) ? version.map(Number) : [];
  expect(lists, 'a new value of a closed list raises schemaVersion: add the lists of the new version').toEqual(
    closedListsByVersion[number ?? 0],
  );
});

test('the search sees a list, a constant and a form, wherever they are', () => {
  const found = collectClosedLists({ a: { enum: [1] }, b: [{ const: null }], properties: { c: { pattern: 'x' } } });
  expect(found).toEqual([
    ['/a', [1]],
    ['/b/0', [null]],
    ['/properties/c', 'x'],
  ]);
});
