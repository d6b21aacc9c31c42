import { jsonType, type JsonType } from './json.ts';

const longest = 120;

const nameByType: Readonly<Record<JsonType, string>> = {
  null: 'null',
  array: 'an array',
  object: 'an object',
  text: 'text',
  number: 'a number',
  boolean: 'a boolean',
};

/** `text`, `a number`, `an array`: for values that must not be shown. */
export function typeName(value: unknown): string {
  const type = jsonType(value);
  return type === null ? 'nothing' : nameByType[type];
}

function cutLongText(text: string): string {
  return text.length <= longest ? text : `${text.slice(0, longest)}… (${text.length} characters)`;
}

/** A received JSON value may be too deep for JSON.stringify. */
function stringifySafely(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch {
    return 'a value too deep to show';
  }
}

/** `50123 (a number)`, `"abc" (text)`, `nothing`. */
export function describeValue(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  return `${cutLongText(stringifySafely(value))} (${typeName(value)})`;
}
