/** First digits of the scripts whose digits programs read like 0 to 9. */
const digitScripts = [0x0660, 0x06f0, 0x0966, 0xff10];

const toAsciiDigit = (digit: string): string => {
  const point = digit.charCodeAt(0);
  return String(point - (digitScripts.findLast((first) => first <= point) ?? point));
};

export const toAsciiDigits = (text: string): string =>
  text.replaceAll(/[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\uff10-\uff19]/g, toAsciiDigit);

const hiddenLetters = /\\u00|%[2-7]|[\0\u0660-\uff19]/;
/** A code point of JSON; a letter or digit of an address; NUL, raw or as JSON writes it. */
const letterEscape = /(?<!\\)\\+u00(?:([2-9a-f][\da-f])|00)|%(3\d|[46][1-9a-f]|[57][\da])|\0/gi;

const decodeLetter = (_: string, point?: string, byte?: string): string => {
  const hex = point ?? byte;
  if (hex === undefined) return '';
  const letter = String.fromCharCode(Number.parseInt(hex, 16));
  return letter === '"' || letter === '\\' ? `\\${letter}` : letter;
};

/** Rewrites letters and digits from escapes and other scripts as ASCII; null when there are none. */
export function toPlainLetters(text: string): string | null {
  if (!hiddenLetters.test(text)) return null;
  const plain = toAsciiDigits(text.replaceAll(letterEscape, decodeLetter));
  return plain === text ? null : plain;
}

/** Replaces in the text itself, then in its plain letters if needed; unchanged where nothing is found. */
export function replaceInPlainLetters(text: string, replace: (text: string) => string): string {
  const replaced = replace(text);
  const plain = toPlainLetters(replaced);
  if (plain === null) return replaced;
  const other = replace(plain);
  return other === plain ? replaced : other;
}
