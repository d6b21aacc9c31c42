export type Json = null | boolean | number | string | Json[] | JsonObject;
export interface JsonObject {
  [key: string]: Json;
}

export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const field = (value: Json | undefined, name: string): Json | undefined =>
  isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;

type ParsedJson = { broken: true } | { broken: false; body: Json };

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** A body that JSON grammar forbids is broken. A body too deep to walk is valid, and read as null. */
export function parseJson(bytes: Uint8Array): ParsedJson {
  try {
    return { broken: false, body: withExactNumbers(utf8.decode(bytes)) };
  } catch (error) {
    return error instanceof RangeError ? { broken: false, body: null } : { broken: true };
  }
}

// A double holds every number of fifteen digits. Only a short text is certainly flat enough to walk.
const mayBeInexact = /[\d.]{16}|\d[eE]/;
const surelyFlat = 2_000;

// A number that a double cannot hold would silently become another amount. It becomes NaN, which no field accepts.
function withExactNumbers(text: string): Json {
  const parsed = JSON.parse(text) as Json;
  if (text.length <= surelyFlat && !mayBeInexact.test(text)) return parsed;
  return JSON.parse(markInexact(text), (_key, value: Json) => (value === Infinity ? NaN : value)) as Json;
}

const isExact = (literal: string): boolean => canonicalDecimal(literal) === canonicalDecimal(String(Number(literal)));

// Of a valid text. Node 20 does not tell how a number was written, so it is read beforehand: an inexact one becomes an infinite one.
function markInexact(text: string): string {
  let quoted = false;
  return text.replaceAll(/"|\\.|-?\d[\d.eE+-]*/g, (token) => {
    if (token === '"') quoted = !quoted;
    return quoted || /^["\\]/.test(token) || isExact(token) ? token : '1e999';
  });
}

const NUMBER_FORM = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

function canonicalDecimal(literal: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = NUMBER_FORM.exec(literal) ?? [];
  const digits = `${whole}${fraction}`.replace(/^0+/, '');
  const significant = digits.replace(/0+$/, '');
  return significant === '' ? '0' : `${sign}${significant}e${Number(exponent) - fraction.length + digits.length - significant.length}`;
}

export type NumberStyle = 'plain' | 'decimal' | 'exponent';
interface JsonStyle {
  numbers: NumberStyle;
  pretty: boolean;
}

// The document calls these integers. Other numbers may be written in any legal way.
const INTEGERS = new Set(['code', 'invoiceId', 'beneficiaryId']);

const NUMBER_WRITERS: Record<NumberStyle, (value: number) => string> = {
  plain: (value) => JSON.stringify(value),
  decimal: (value) => (Number.isInteger(value) ? value.toFixed(1) : JSON.stringify(value)),
  exponent: (value) => value.toExponential().replace('e+', 'E').replace('e', 'E'),
};

export function writeJson(value: Json, style: JsonStyle): string {
  if (style.numbers === 'plain') return JSON.stringify(value, null, style.pretty ? 2 : 0);
  const plain = style.pretty ? 2 : 0;
  const marked = JSON.stringify(
    value,
    (key, inner: unknown) => (typeof inner === 'number' && !INTEGERS.has(key) ? `\u0000${NUMBER_WRITERS[style.numbers](inner)}` : inner),
    plain,
  );
  return marked.replace(/"\\u0000(-?[\d.E-]+)"/g, '$1');
}
