import { compareSchemas, type ComparisonMemory } from './schema.ts';
import { parameterKinds, requestKinds, prefixPlaces, type Difference } from './difference.ts';
import type { DescribedOperation, ParameterLocation, Parameter } from '../read/model.ts';

/** Where a partner can put a value: a parameter, or a field of the body. */
interface ParameterPlace {
  readonly name: string;
  readonly location: ParameterLocation;
  /** Null for a field of the body. */
  readonly key: string | null;
}

const formatParameterPlace = ({ location, name }: Pick<ParameterPlace, 'location' | 'name'>): string =>
  location === 'body' ? 'body' : `${location} ${name}`;

const formatRequired = (isRequired: boolean): string => (isRequired ? 'required' : 'optional');

/** Header names ignore case. */
const isSameParameter = (one: ParameterPlace, other: ParameterPlace): boolean =>
  one.name === other.name ||
  ((one.location === 'header' || other.location === 'header') && one.name.toLowerCase() === other.name.toLowerCase());

/** Declared parameters; the fields of a body count by name. */
function collectPlaces({ parameters }: DescribedOperation): readonly ParameterPlace[] {
  return [...parameters].flatMap(([key, { name, location, declared, schema }]): ParameterPlace[] => {
    if (location === 'body') return [...schema.properties.keys()].map((field) => ({ name: field, location, key: null }));
    return declared ? [{ name, location, key }] : [];
  });
}

/** A body without listed fields may hold any field. */
const hasPlace = (operation: DescribedOperation, spot: ParameterPlace): boolean => {
  if (spot.location !== 'body') return spot.key !== null && operation.parameters.get(spot.key)?.declared === true;
  const body = operation.parameters.get('body');
  return body !== undefined && (body.schema.properties.size === 0 || body.schema.properties.has(spot.name));
};

interface Move {
  readonly from: ParameterPlace;
  readonly to: ParameterPlace;
}

/** A path variable counts even without a declaration: the contract says where it goes. */
function collectExpectedPlaces(expected: DescribedOperation): readonly ParameterPlace[] {
  const variables = [...expected.parameters].filter(([, { declared }]) => !declared);
  return [...collectPlaces(expected), ...variables.map(([key, { name, location }]) => ({ name, location, key }))];
}

const groupByName = (spots: readonly ParameterPlace[]): ReadonlyMap<string, readonly ParameterPlace[]> =>
  Map.groupBy(spots, ({ name }) => name.toLowerCase());

/** A path variable that the live description names otherwise and does not declare goes by both names. */
function listNames({ name, location, key }: ParameterPlace, live: DescribedOperation): readonly string[] {
  const variable = location === 'path' && key !== null ? live.parameters.get(key) : undefined;
  return variable?.declared === false ? [name, variable.name] : [name];
}

/** Values that the live description has under the same name in another location, where none was expected. */
function findMoves(expected: DescribedOperation, live: DescribedOperation): readonly Move[] {
  const spots = collectExpectedPlaces(expected);
  const before = groupByName(spots);
  const isExpected = (spot: ParameterPlace): boolean =>
    before.get(spot.name.toLowerCase())?.some((old) => old.location === spot.location && isSameParameter(old, spot)) === true;
  const added = groupByName(collectPlaces(live).filter((spot) => !isExpected(spot)));
  return spots
    .filter((spot) => !hasPlace(live, spot))
    .flatMap((from) => {
      const to = listNames(from, live)
        .flatMap((name) => (added.get(name.toLowerCase()) ?? []).filter((spot) => isSameParameter({ ...from, name }, spot)))
        .find((spot) => spot.location !== from.location);
      return to === undefined ? [] : [{ from, to }];
    });
}

function compareParameter(expected: Parameter, live: Parameter, memory: ComparisonMemory): readonly Difference[] {
  const kinds = expected.location === 'body' ? requestKinds : parameterKinds;
  const isTighter = live.required && !expected.required;
  return prefixPlaces(formatParameterPlace(expected), [
    ...(isTighter ? [{ kind: 'parameter-required' as const, place: '', expected: 'optional', live: 'required' }] : []),
    ...compareSchemas(expected.schema, live.schema, kinds, memory),
  ]);
}

function buildMissing(parameter: Parameter): Difference {
  return {
    kind: 'parameter-missing',
    place: formatParameterPlace(parameter),
    expected: formatRequired(parameter.required),
    live: 'not there',
  };
}

function buildAdded(parameter: Parameter): Difference {
  const { required } = parameter;
  const kind = required ? 'parameter-demanded' : 'parameter-added';
  return { kind, place: formatParameterPlace(parameter), expected: 'not there', live: formatRequired(required) };
}

const buildMoved = ({ from, to }: Move): Difference => ({
  kind: 'parameter-moved',
  place: from.location === 'body' ? `body › ${from.name}` : formatParameterPlace(from),
  expected: `in ${from.location}`,
  live: `in ${to.location}`,
});

/** A moved value is reported once, neither as missing nor as added. */
export function compareParameters(expected: DescribedOperation, live: DescribedOperation, memory: ComparisonMemory): readonly Difference[] {
  const moves = findMoves(expected, live);
  const gone = new Set(moves.map(({ from }) => from.key ?? 'body'));
  const come = new Set(moves.map(({ to }) => to.key ?? 'body'));
  const moved = moves.map(buildMoved);
  const movedPlaces = new Set(moved.map(({ place }) => place));
  const found = [...moved];
  for (const [key, parameter] of expected.parameters) {
    const other = live.parameters.get(key);
    if (other !== undefined) found.push(...compareParameter(parameter, other, memory));
    else if (!gone.has(key)) found.push(buildMissing(parameter));
  }
  for (const [key, parameter] of live.parameters) {
    if (!expected.parameters.has(key) && !come.has(key)) found.push(buildAdded(parameter));
  }
  return found.filter((one) => one.kind !== 'request-field-missing' || !movedPlaces.has(one.place));
}
