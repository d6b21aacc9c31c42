import { fieldSortWithin, type FieldSort } from './secret-fields.ts';

interface ValuePlace {
  /** The key before the value; for a key, the key itself. */
  readonly field: string;
  /** The sort of the field, or of the nearest enclosing field that holds secrets. */
  readonly sort: FieldSort;
  readonly isKey: boolean;
}

export type ReplaceValue = (value: string, place: ValuePlace) => string;

const QUOTE = 0x22;
const numberPattern = /-?\d[\d.eE+-]*/y;
const exponentPattern = /[eE][+-]?\d+$/;
const wholePattern = /\.0+$/;
const colonPattern = /\s*:/y;
const tokenStart = /["[\]{}\d-]/g;

const unescapeJson = (raw: string): string => {
  try {
    const value: unknown = JSON.parse(`"${raw}"`);
    return typeof value === 'string' ? value : raw;
  } catch {
    return raw;
  }
};

function matchesAt(pattern: RegExp, text: string, at: number): boolean {
  pattern.lastIndex = at;
  return pattern.test(text);
}

export function isEscaped(text: string, index: number): boolean {
  let start = index;
  while (text.charAt(start - 1) === '\\') start -= 1;
  return (index - start) % 2 === 1;
}

/** The index of the closing quote; the length of the document when the text was cut. */
function findTextEnd(json: string, from: number): number {
  let end = json.indexOf('"', from);
  while (end >= 0 && isEscaped(json, end)) end = json.indexOf('"', end + 1);
  return end < 0 ? json.length : end;
}

/** The length of a mobile. A campaign makes up shorter ones, such as `1e3`, which stay as they are. */
const leastWithoutPoint = 10;

/** An integer with an exponent, written as plain digits: `9.990000077e9`, `9990000077e0` and `99900000770e-1` are one value. */
function plainNumber(written: string): string {
  const value = exponentPattern.test(written) ? Number(written) : Number.NaN;
  if (!Number.isSafeInteger(value)) return written;
  const plain = String(value);
  return written.includes('.') || plain.length >= leastWithoutPoint ? plain : written;
}

/** What says nothing of the digits before it: an exponent that is not written out, and zeros behind the point of an integer. */
const findEnding = (written: string): string => exponentPattern.exec(written)?.[0] ?? wholePattern.exec(written)?.[0] ?? '';

interface ScanState {
  readonly json: string;
  readonly replace: ReplaceValue;
  readonly around: FieldSort;
  field: string;
  sort: FieldSort;
  /** The sort of the enclosing container, and those of the containers around it. */
  outer: FieldSort;
  readonly open: FieldSort[];
  result: string;
  copied: number;
}

function replaceRange(reading: ScanState, from: number, to: number, other: string): void {
  reading.result += reading.json.slice(reading.copied, from) + other;
  reading.copied = to;
}

/** `start` is the opening quote. Returns where the rest begins. */
function takeText(reading: ScanState, start: number): number {
  const { json } = reading;
  const end = findTextEnd(json, start + 1);
  // A trailing backslash of a cut text escapes nothing.
  const last = end === json.length && isEscaped(json, end) ? end - 1 : end;
  const raw = json.slice(start + 1, last);
  const value = raw.includes('\\') ? unescapeJson(raw) : raw;
  const isKey = matchesAt(colonPattern, json, end + 1);
  if (isKey) {
    reading.field = value;
    reading.sort = fieldSortWithin(reading.outer, value);
  }
  const other = reading.replace(value, { field: reading.field, sort: reading.sort, isKey });
  if (other !== value) replaceRange(reading, start + 1, last, JSON.stringify(other).slice(1, -1));
  return end + 1;
}

function takeNumber(reading: ScanState, start: number): number {
  const { json, field, sort } = reading;
  if (!matchesAt(numberPattern, json, start)) return start + 1;
  const end = numberPattern.lastIndex;
  const value = plainNumber(json.slice(start, end));
  // It stays as written, so that the replacement is still a number, and one value has one stand-in in each of its forms.
  const ending = findEnding(value);
  const digits = value.slice(0, value.length - ending.length);
  const other = reading.replace(digits, { field, sort, isKey: false });
  if (other !== digits) replaceRange(reading, start, end, other + ending);
  return end;
}

function enterContainer(reading: ScanState): void {
  reading.open.push(reading.outer);
  reading.outer = reading.sort;
}

function leaveContainer(reading: ScanState): void {
  reading.sort = reading.outer;
  reading.outer = reading.open.pop() ?? reading.around;
}

function takeToken(reading: ScanState, at: number): number {
  const code = reading.json.charCodeAt(at);
  if (code === QUOTE) return takeText(reading, at);
  if (code === 0x7b || code === 0x5b) enterContainer(reading);
  else if (code === 0x7d || code === 0x5d) leaveContainer(reading);
  else return takeNumber(reading, at);
  return at + 1;
}

/** Replaces texts, numbers and keys in a JSON text, valid or not, and keeps everything else as written. One pass. */
export function replaceValues(json: string, replace: ReplaceValue, around: FieldSort = 'free'): string {
  const reading: ScanState = { json, replace, around, field: '', sort: around, outer: around, open: [], result: '', copied: 0 };
  for (let at = 0; ;) {
    tokenStart.lastIndex = at;
    const next = tokenStart.exec(json);
    if (next === null) break;
    at = takeToken(reading, next.index);
  }
  return reading.copied === 0 ? json : reading.result + json.slice(reading.copied);
}
