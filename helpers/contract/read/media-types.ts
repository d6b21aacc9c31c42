import { isText, listAt } from '../../core/json.ts';

const normalizeMediaType = (type: string): string => (type.split(';', 1)[0] ?? '').trim().toLowerCase();

/** Without parameters; null when none are named, which says nothing. */
export function mediaTypesAt(value: unknown, name: string): readonly string[] | null {
  const list = listAt(value, name);
  if (list === null) return null;
  const types = [...new Set(list.filter(isText).map(normalizeMediaType))].filter((type) => type !== '');
  return types.length === 0 ? null : types;
}

/** Compares half of a range, `*` or `*+json`, with half of a type. */
const coversHalf = (wide = '', narrow = ''): boolean => wide === narrow || (wide.startsWith('*') && narrow.endsWith(wide.slice(1)));

function covers(wide: string, narrow: string): boolean {
  const range = wide.split('/');
  const type = narrow.split('/');
  return coversHalf(range[0], type[0]) && coversHalf(range[1], type[1]);
}

/** True when the list holds the type, or a range covers either. */
export const isAmong = (type: string, list: readonly string[]): boolean => list.some((other) => covers(other, type) || covers(type, other));

/** The specification and Spring Boot use different names for this type, by version. */
const actuatorJson = /^application\/vnd\.(?:service|spring-boot)\.actuator\.v\d+\+json$/;

export const isSameUnderAlias = (one: string, other: string): boolean => actuatorJson.test(one) && actuatorJson.test(other);

/** True when the type only renames an expected one: the operational JSON, or JSON itself. */
export const isAlias = (type: string, expected: string): boolean =>
  actuatorJson.test(type) && (expected === 'application/json' || actuatorJson.test(expected));
