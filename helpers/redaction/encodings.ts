import { escapeEntities } from '../core/text.ts';

const jsonEscaped = (text: string): string => JSON.stringify(text).slice(1, -1);
const asciiOnly = (text: string): string =>
  jsonEscaped(text).replaceAll(/[^ -~]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
const lowerPercent = (text: string): string => text.replaceAll(/%[\dA-F]{2}/g, (escape) => escape.toLowerCase());

/** `9990000001` as the mantissa of a number with an exponent. */
function toMantissa(text: string): string {
  if (!/^[1-9]\d+$/.test(text)) return text;
  const digits = text.replace(/0+$/, '');
  return digits.length < 2 ? text : `${digits.charAt(0)}.${digits.slice(1)}`;
}

/** `000111000110` as a number. */
const withoutZeros = (text: string): string => (/^0+[1-9]\d+$/.test(text) ? text.replace(/^0+/, '') : text);

const shortestInBytes = 8;

/** Each byte in two digits of base sixteen. A shorter text would be like many a number. */
const writeBytes =
  (before = '') =>
  (text: string): string =>
    text.length < shortestInBytes ? text : Buffer.from(text, 'utf8').toString('hex').replaceAll(/../g, `${before}$&`);
const inBytes = writeBytes();
const inPercent = writeBytes('%');

const textEncoders: readonly ((text: string) => string)[] = [
  (text) => text,
  asciiOnly,
  (text) => jsonEscaped(text).replaceAll('/', '\\/'),
  encodeURIComponent,
  (text) => lowerPercent(encodeURIComponent(text)),
  (text) => encodeURIComponent(text).replaceAll('%20', '+'),
  (text) => new URLSearchParams([['', text]]).toString().slice(1),
  escapeEntities,
  inBytes,
  (text) => (inBytes(text) === text ? text : inBytes(text).toUpperCase()),
  inPercent,
  (text) => (inPercent(text) === text ? text : inPercent(text).toUpperCase()),
  toMantissa,
  withoutZeros,
];

/** A JSON string may lie inside a JSON string. */
const listNestedEscapes = (text: string): string[] => [
  text,
  jsonEscaped(text),
  jsonEscaped(jsonEscaped(text)),
  jsonEscaped(jsonEscaped(jsonEscaped(text))),
];

const encodeSafely = (encode: (text: string) => string, text: string): string => {
  try {
    return encode(text);
  } catch {
    return text;
  }
};

/** Every written form of a text, with the same form of its stand-in. */
export function listTextForms(text: string, standIn: string): (readonly [form: string, standIn: string])[] {
  return textEncoders.flatMap((encode) => {
    const forms = listNestedEscapes(encodeSafely(encode, text));
    const others = listNestedEscapes(encodeSafely(encode, standIn));
    return forms.map((form, at) => [form, others[at] ?? standIn] as const);
  });
}

/** The letters that every base64 encoding of the text contains, for each of the three alignments. */
export function listBase64Forms(text: string): string[] {
  const bytes = Buffer.from(text, 'utf8');
  return [0, 1, 2].flatMap((offset) => {
    const encoded = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64');
    const start = Math.ceil((offset * 8) / 6);
    const end = Math.floor(((offset + bytes.length) * 8) / 6);
    const core = encoded.slice(start, end);
    return [core, core.replaceAll('+', '-').replaceAll('/', '_')];
  });
}
