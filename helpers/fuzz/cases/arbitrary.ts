import fc from 'fast-check';

/** Letters of many scripts and kinds. A map of all letters would take longer than a chapter. */
const letters = fc.constantFrom(
  ...Array.from(
    'azAZ09 \'"\\/%&<>{}[]:;,.?*+-_=$#@!~|^`\u00e9\u00df\u0130\u0301\u0430\u05d0\u0661\u0967\u200b\u202e\u20b9\u2028\ufeff\uff11',
  ),
  '\u{1f600}',
  '\u{1d7d9}',
);

/** Any code point except surrogates. fast-check's own unit maps all of Unicode first, which takes a second. */
const codePoints = fc.oneof(
  { weight: 1, arbitrary: fc.integer({ min: 0, max: 0xd7ff }) },
  { weight: 16, arbitrary: fc.integer({ min: 0xe000, max: 0x10ffff }) },
);

/** Texts as JSON writes them; odd letters come more often than others. */
const texts = fc.oneof(
  fc.array(codePoints, { maxLength: 40 }).map((points) => JSON.stringify(String.fromCodePoint(...points))),
  fc.string({ unit: letters, maxLength: 60 }).map((text) => JSON.stringify(text)),
  fc
    .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 12 })
    .map((units) => `"{text}${units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('')}"`),
  fc
    .tuple(fc.constantFrom('a', '9', '\u00e9', "'", '%'), fc.integer({ min: 30, max: 3000 }))
    .map(([letter, times]) => `"{{${letter}*${times}}}"`),
);

/** Small amounts with decimals, which cost little if they are paid; and extreme numbers. */
const numbers = fc.oneof(
  fc.tuple(fc.integer({ min: -99, max: 99 }), fc.integer({ min: 0, max: 99_999 })).map(([whole, decimals]) => `${whole}.${decimals}`),
  fc.tuple(fc.integer({ min: -9, max: 9 }), fc.integer({ min: -4, max: 1 })).map(([digit, exponent]) => `${digit}e${exponent}`),
  fc.bigInt({ min: 10n ** 12n, max: 10n ** 30n }).map(String),
  fc.double({ noDefaultInfinity: true, noNaN: true, min: -1, max: 1 }).map(String),
);

const otherValues = fc.oneof(
  fc.constantFrom('null', 'true', 'false', '{}', '[]'),
  fc.array(texts, { maxLength: 3 }).map((items) => `[${items.join(',')}]`),
);

/** JSON Schema types to values that are nearly valid, or valid in an odd way. */
const valuesByType: Readonly<Record<string, fc.Arbitrary<string>>> = {
  string: fc.oneof({ weight: 5, arbitrary: texts }, { weight: 1, arbitrary: numbers }, { weight: 1, arbitrary: otherValues }),
  number: fc.oneof({ weight: 5, arbitrary: numbers }, { weight: 1, arbitrary: texts }, { weight: 1, arbitrary: otherValues }),
  boolean: fc.oneof(numbers, texts, otherValues),
  object: fc.oneof(otherValues, texts, numbers),
};

export const drawValueTexts = (types: readonly string[]): fc.Arbitrary<string> =>
  fc.oneof(...types.map((type) => valuesByType[type] ?? otherValues));

/** A part of a path or query, as it is written there. */
export const addressParts: fc.Arbitrary<string> = fc.oneof(
  fc.string({ unit: letters, minLength: 1, maxLength: 30 }).map((text) => encodeURIComponent(text.toWellFormed()) || 'a'),
  fc.array(fc.integer({ min: 0, max: 255 }), { minLength: 1, maxLength: 8 }).map(
    (bytes) =>
      `{value}${bytes
        .filter((byte) => ![0x2e, 0x2f, 0x5c, 0x3b].includes(byte))
        .map((byte) => `%${byte.toString(16).padStart(2, '0')}`)
        .join('')}`,
  ),
  fc.tuple(fc.constantFrom('a', '9', '%20', '%27'), fc.integer({ min: 30, max: 2000 })).map(([unit, times]) => `{{${unit}*${times}}}`),
);

const samplesAtOnce = 50;

/** Any number of values, made on demand; the same seed gives the same values. */
export function* drawValues<T>(arbitrary: fc.Arbitrary<T>, seed: number): Generator<T> {
  for (let n = 0; ; n += 1) yield* fc.sample(arbitrary, { seed: seed + n, numRuns: samplesAtOnce });
}
