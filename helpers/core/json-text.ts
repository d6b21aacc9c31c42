import { sortWithin, type FieldSort } from './secret-fields.ts';

/** Where a text or a number of a JSON document stands. */
export interface Place {
  /** The key before it, or its own when it is a key. */
  readonly field: string;
  /** Of the field, or of the nearest one around it that holds secrets. */
  readonly sort: FieldSort;
  readonly isKey: boolean;
}

export type Replace = (value: string, place: Place) => string;

const QUOTE = 0x22;
const number = /-?\d[\d.eE+-]*/y;
const exponent = /[eE][+-]?\d+$/;
const colon = /\s*:/y;
/** Where something begins or ends that is looked at. */
const mark = /["[\]{}\d-]/g;

const unescaped = (raw: string): string => {
  try {
    const value: unknown = JSON.parse(`"${raw}"`);
    return typeof value === 'string' ? value : raw;
  } catch {
    return raw;
  }
};

function matchAt(pattern: RegExp, text: string, at: number): boolean {
  pattern.lastIndex = at;
  return pattern.test(text);
}

/** Whether an odd number of backslashes stands before the place. */
export function isEscaped(text: string, index: number): boolean {
  let start = index;
  while (text.charAt(start - 1) === '\\') start -= 1;
  return (index - start) % 2 === 1;
}

/** Where the quote stands that closes a text; the length of the document when the text was cut off. */
function endOfText(json: string, from: number): number {
  let end = json.indexOf('"', from);
  while (end >= 0 && isEscaped(json, end)) end = json.indexOf('"', end + 1);
  return end < 0 ? json.length : end;
}

/** An integer written with a point and an exponent, as its digits. */
function plainNumber(written: string): string {
  if (!written.includes('.') || !exponent.test(written)) return written;
  const value = Number(written);
  return Number.isSafeInteger(value) ? String(value) : written;
}

/**
 * Replaces texts, numbers and keys in the text of a JSON document, valid or not, and leaves everything else as it was written.
 * Never goes back.
 */
export function replaceValues(json: string, replace: Replace, around: FieldSort = 'free'): string {
  let [field, result, copied, at] = ['', '', 0, 0];
  let [outer, sort] = [around, around];
  const open: FieldSort[] = [];

  const put = (from: number, to: number, other: string): void => {
    result += json.slice(copied, from) + other;
    copied = to;
  };

  /** From its opening quote; returns where what follows it begins. */
  const takeText = (start: number): number => {
    const end = endOfText(json, start + 1);
    // A backslash that the cut left alone belongs to no letter.
    const last = end === json.length && isEscaped(json, end) ? end - 1 : end;
    const raw = json.slice(start + 1, last);
    const value = raw.includes('\\') ? unescaped(raw) : raw;
    const isKey = matchAt(colon, json, end + 1);
    if (isKey) {
      field = value;
      sort = sortWithin(outer, value);
    }
    const other = replace(value, { field, sort, isKey });
    if (other !== value) put(start + 1, last, JSON.stringify(other).slice(1, -1));
    return end + 1;
  };

  const takeNumber = (start: number): number => {
    if (!matchAt(number, json, start)) return start + 1;
    const end = number.lastIndex;
    const value = plainNumber(json.slice(start, end));
    // An exponent that stays keeps its letter and its size, so that what is put in its place is a number.
    const size = exponent.exec(value)?.[0] ?? '';
    const digits = value.slice(0, value.length - size.length);
    const other = replace(digits, { field, sort, isKey: false });
    if (other !== digits) put(start, end, other + size);
    return end;
  };

  const enter = (): void => {
    open.push(outer);
    outer = sort;
  };

  const leave = (): void => {
    sort = outer;
    outer = open.pop() ?? around;
  };

  const take = (): number => {
    const code = json.charCodeAt(at);
    if (code === QUOTE) return takeText(at);
    if (code === 0x7b || code === 0x5b) enter();
    else if (code === 0x7d || code === 0x5d) leave();
    else return takeNumber(at);
    return at + 1;
  };

  for (;;) {
    mark.lastIndex = at;
    const next = mark.exec(json);
    if (next === null) break;
    at = next.index;
    at = take();
  }
  return copied === 0 ? json : result + json.slice(copied);
}
