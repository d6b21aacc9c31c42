import { isText, listAt } from '../../core/json.ts';

const normalizeMediaType = (type: string): string => (type.split(';', 1)[0] ?? '').trim().toLowerCase();

/** Media types under a name, without their parameters; null when none are told, which says nothing. */
export function mediaTypesAt(value: unknown, name: string): readonly string[] | null {
  const list = listAt(value, name);
  if (list === null) return null;
  const types = [...new Set(list.filter(isText).map(normalizeMediaType))].filter((type) => type !== '');
  return types.length === 0 ? null : types;
}

/** Whether half of a range, `*` or `*+json`, covers half of a type. */
const coversHalf = (wide = '', narrow = ''): boolean => wide === narrow || (wide.startsWith('*') && narrow.endsWith(wide.slice(1)));

function covers(wide: string, narrow: string): boolean {
  const [range, type] = [wide.split('/'), narrow.split('/')];
  return coversHalf(range[0], type[0]) && coversHalf(range[1], type[1]);
}

/** Whether a type stands in a list, or a range of one covers the other. */
export const isAmong = (type: string, list: readonly string[]): boolean => list.some((other) => covers(other, type) || covers(type, other));

/** The specification's name for what Spring Boot calls otherwise, by version. */
const actuatorJson = /^application\/vnd\.(?:service|spring-boot)\.actuator\.v\d+\+json$/;

/** Whether both are names of one media type. */
export const isSameUnderAlias = (one: string, other: string): boolean => actuatorJson.test(one) && actuatorJson.test(other);

/** Whether a media type is no more than another name of an expected one: of the operational JSON, or of JSON itself. */
export const isAlias = (type: string, expected: string): boolean =>
  actuatorJson.test(type) && (expected === 'application/json' || actuatorJson.test(expected));
