/** What each `way` of the schemas requires, in a report's words. */
export const expectationByWay: Readonly<Record<string, string>> = {
  text: 'text',
  uuid: 'text holding a UUID',
  'numeric-text': 'text of digits',
  integer: 'an integer',
  number: 'a number',
  boolean: 'a boolean',
  'boolean-text': 'the text "true" or "false"',
  timestamp: 'text holding a real date and time, YYYY-MM-DD HH:mm:ss',
  object: 'an object',
  array: 'an array',
  null: 'null',
  present: 'a value',
  'text-or-null': 'text or null',
  'object-array-or-null': 'an object, an array or null',
  listed: 'a listed value',
  'listed-keys': 'listed keys alone',
  mobile: 'a mobile number',
  url: 'text holding an absolute address',
  'map-of-numbers': 'an object whose values are numbers',
};

export function describeExpectation(way: string, allowed: unknown): string {
  if (Array.isArray(allowed)) return `one of ${allowed.map((value) => JSON.stringify(value)).join(', ')}`;
  return expectationByWay[way] ?? way.replaceAll('-', ' ');
}
