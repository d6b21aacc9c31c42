/** `escaped`: the value was written with escapes, which the text around it does not show. */
export type Replace = (value: string, field: string, escaped: boolean) => string;

const QUOTE = 0x22;
const number = /-?\d[\d.eE+-]*/y;
const exponent = /[eE][+-]?\d+$/;
const colon = /\s*:/y;

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

const mayBeginNumber = (code: number): boolean => code === 0x2d || (code >= 0x30 && code <= 0x39);

/** Replaces values in the text of a JSON document, valid or not, and leaves everything else as it was written. Never goes back. */
export function replaceValues(json: string, replace: Replace): string {
  let [field, result, copied, at] = ['', '', 0, 0];

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
    const escaped = raw.includes('\\');
    const value = escaped ? unescaped(raw) : raw;
    if (matchAt(colon, json, end + 1)) field = value;
    else {
      const other = replace(value, field, escaped);
      if (other !== value) put(start + 1, last, JSON.stringify(other).slice(1, -1));
    }
    return end + 1;
  };

  const takeNumber = (start: number): number => {
    if (!matchAt(number, json, start)) return start + 1;
    const end = number.lastIndex;
    const value = json.slice(start, end);
    // An exponent keeps its letter and its size, so that what is put in its place is a number, and an integer where it was one.
    const digits = value.replace(exponent, '');
    const other = replace(digits, field, false);
    if (other !== digits) put(start, start + digits.length, other);
    return end;
  };

  while (at < json.length) {
    const code = json.charCodeAt(at);
    if (code === QUOTE) at = takeText(at);
    else at = mayBeginNumber(code) ? takeNumber(at) : at + 1;
  }
  return copied === 0 ? json : result + json.slice(copied);
}
