import { Big } from 'big.js';
import { isContainer, isNestedTooDeep, limitDepth } from './depth-limit.ts';

/** An object, not a list. */
export type Json = Readonly<Record<string, unknown>>;

export const isRecord = (value: unknown): value is Json => isContainer(value) && !Array.isArray(value);

/** A member of an object or an item of a list. Own members only, so that `__proto__` and `constructor` are ordinary names. */
export const member = (value: unknown, key: string): unknown =>
  isContainer(value) && Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined;

/** Undefined for a list. */
export const recordMember = (value: unknown, name: string): unknown => (isRecord(value) ? member(value, name) : undefined);

export const textAt = (value: unknown, name: string): string | null => {
  const found = recordMember(value, name);
  return typeof found === 'string' ? found : null;
};

export const listAt = (value: unknown, name: string): readonly unknown[] | null => {
  const found = recordMember(value, name);
  return Array.isArray(found) ? found : null;
};

export const toList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

export const entriesAt = (value: unknown, name: string): readonly (readonly [string, unknown])[] => {
  const found = recordMember(value, name);
  return isRecord(found) ? Object.entries(found) : [];
};

export type JsonType = 'null' | 'array' | 'object' | 'text' | 'number' | 'boolean';

const typeByTypeof: Readonly<Record<string, JsonType>> = { string: 'text', number: 'number', boolean: 'boolean', object: 'object' };

/** Null for an absent value. */
export function jsonType(value: unknown): JsonType | null {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : (typeByTypeof[typeof value] ?? null);
}

export const isText = (value: unknown): value is string => typeof value === 'string';

/** A reader may ignore it (RFC 8259, section 8.1), as browsers do. */
export const withoutByteOrderMark = (text: string): string => text.replace(/^\ufeff/, '');

/** Undefined when the text is not one JSON value. */
export function parseJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(withoutByteOrderMark(text));
    if (isNestedTooDeep(text)) limitDepth(value);
    return value;
  } catch {
    return undefined;
  }
}

/** Of a valid text. Node 20 does not tell how a number was written. One pass without backtracking: the text may be long. */
export function replaceNumbers(json: string, replace: (written: string) => string): string {
  let quoted = false;
  return json.replaceAll(/"|\\.|-?\d[\d.eE+-]*/g, (token) => {
    if (token === '"') quoted = !quoted;
    return quoted || /^["\\]/.test(token) ? token : replace(token);
  });
}

/** The digits of an integer that a JavaScript number would round, however it is written; null for any other number. */
function readLongInteger(written: string): string | null {
  const rounded = Number(written);
  if (Number.isSafeInteger(rounded) || !/\d{16}/.test(written.replace('.', ''))) return null;
  if (/^-?\d+$/.test(written)) return written;
  // An exponent may stand for any number of digits.
  const value = Math.abs(rounded) < 1e30 ? new Big(written) : null;
  return value?.mod(1).eq(0) === true ? value.toFixed() : null;
}

/** As `parseJson`, but an integer that a JavaScript number would round is the text of its digits: no id loses any. */
export function parseExactly(text: string, parsed: unknown = parseJson(text)): unknown {
  if (parsed === undefined || !/\d{15}/.test(text)) return parsed;
  return parseJson(
    replaceNumbers(text, (written) => {
      const digits = readLongInteger(written);
      return digits === null ? written : `"${digits}"`;
    }),
  );
}
