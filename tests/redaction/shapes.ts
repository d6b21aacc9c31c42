const zeros = [0x0660, 0x06f0, 0x0966, 0xff10];

/** Digits of the scripts that campaigns write codes in, as ASCII. */
export const digitsAsAscii = (text: string): string =>
  text.replaceAll(/[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\uff10-\uff19]/g, (digit) =>
    String(digit.charCodeAt(0) - (zeros.findLast((first) => first <= digit.charCodeAt(0)) ?? 0)),
  );

const bytes = (text: string, write: (hex: string) => string): string =>
  Array.from(text, (letter) => write((letter.codePointAt(0) ?? 0).toString(16).padStart(2, '0'))).join('');

const base64 = (text: string): string => Buffer.from(text).toString('base64');
const quoted = (text: string): string => JSON.stringify(text);

/** A secret in every JSON form; forms of codes or digits have their own tables. */
export const shapes: Readonly<Record<string, (secret: string) => string>> = {
  plain: quoted,
  'in a list': (secret) => `["a",${quoted(secret)}]`,
  'in an object': (secret) => `{"value":${quoted(secret)}}`,
  'deep within': (secret) => `[[{"value":{"of":[${quoted(secret)}]}}]]`,
  twice: (secret) => quoted(secret + secret),
  'three times': (secret) => quoted(secret.repeat(3)),
  'twice with a comma': (secret) => quoted(`${secret},${secret}`),
  'as a key': (secret) => `{${quoted(secret)}:true}`,
  'as a key of a list within': (secret) => `{"value":[{${quoted(secret)}:1}]}`,
  'JSON in JSON': (secret) => quoted(JSON.stringify({ a: [secret] })),
  'a key of JSON in JSON': (secret) => quoted(JSON.stringify({ a: { [secret]: 1 } })),
  'JSON in JSON in JSON': (secret) => quoted(JSON.stringify({ a: JSON.stringify({ b: secret }) })),
  'percent-encoded': (secret) => quoted(bytes(secret, (hex) => `%${hex}`)),
  'beside percent-encoding': (secret) => quoted(`%20${secret}%00`),
  'in base64': (secret) => quoted(base64(secret)),
  'in base64 of a sentence': (secret) => quoted(base64(`code ${secret} of today`)),
  'in base64url of JSON': (secret) => quoted(Buffer.from(JSON.stringify({ a: secret })).toString('base64url')),
  'as code points': (secret) => `"${bytes(secret, (hex) => `\\u00${hex}`)}"`,
  'with its last letter as a code point': (secret) => `"${secret.slice(0, -1)}\\u00${bytes(secret.slice(-1), (hex) => hex)}"`,
  'in a sentence': (secret) => quoted(`the marker ${secret} is kept`),
  'in markup': (secret) => quoted(`<b>${secret}</b>`),
  'in upper case': (secret) => quoted(secret.toUpperCase()),
  'in lower case': (secret) => quoted(secret.toLowerCase()),
};

export const digitShapes: Readonly<Record<string, (digits: string) => string>> = {
  'as a number': (digits) => digits.replace(/^0+/, ''),
  'as a number in a list': (digits) => `[1,${digits.replace(/^0+/, '')}]`,
  'as a number with an exponent': (digits) =>
    `${digits.replace(/^0+/, '').replace(/^(\d)/, '$1.')}e${digits.replace(/^0+/, '').length - 1}`,
  'in fullwidth digits': (digits) => quoted(Array.from(digits, (digit) => String.fromCharCode(0xff10 + Number(digit))).join('')),
  'in Arabic digits': (digits) => quoted(Array.from(digits, (digit) => String.fromCharCode(0x0660 + Number(digit))).join('')),
};

/** What a campaign makes of a code; only the sender can know it. */
export const madeShapes: Readonly<Record<string, (secret: string) => string>> = {
  'continued by a digit': (secret) => quoted(`${secret}0`),
  'continued by letters': (secret) => quoted(`${secret}ab`),
  'with letters before it': (secret) => quoted(`x${secret}`),
  'with zeros before it': (secret) => quoted(`00${secret}`),
  'with a format around it': (secret) => quoted(`%s%n%x${secret}`),
  'with a letter and a mark': (secret) => quoted(`${secret}e\u0301`),
};
