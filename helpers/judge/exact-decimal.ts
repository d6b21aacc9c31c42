import Big from 'big.js';
import { member, replaceNumbers, withoutByteOrderMark } from '../core/json.ts';

interface NumberedJson {
  /** The text with each number replaced by its place in `written`. */
  readonly text: string;
  readonly written: readonly string[];
}

/** Of a valid text: a JavaScript number would lose digits. */
function numberLiterals(json: string): NumberedJson {
  const written: string[] = [];
  return { text: replaceNumbers(json, (literal) => String(written.push(literal) - 1)), written };
}

/** Text is read on, whatever clause its type breaks. */
const isDecimalText = (value: unknown): value is string => typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value);

/** The number that a parsed value holds, be it as text; null where it holds none. */
export const toDecimal = (value: unknown): Big | null =>
  isDecimalText(value) || (typeof value === 'number' && Number.isFinite(value)) ? new Big(value) : null;

/** The exact decimal at a place such as `result.amount`; null when there is no number, not even as text. */
export function decimalAt(body: string, place: string): Big | null {
  const text = withoutByteOrderMark(body);
  JSON.parse(text);
  const numbered = numberLiterals(text);
  const found = place.split('.').reduce<unknown>((value, key) => member(value, key), JSON.parse(numbered.text));
  if (isDecimalText(found)) return new Big(found);
  const literal = typeof found === 'number' ? numbered.written[found] : undefined;
  return literal === undefined ? null : new Big(literal);
}

/** Readers of JSON may keep a number as a double (RFC 8259, section 6), so digits that no double holds prove nothing. */
export const isSameDouble = (one: Big, other: Big): boolean => Number(one) === Number(other);
