import { randomBytes, randomInt } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { Subject } from '../../specs/clause.ts';
import type { Exchange, HeaderList, WireBody } from '../../helpers/core/exchange.ts';
import { openRedactor, type Redactor } from '../../helpers/redaction/redactor.ts';
import { exchange, STATE, type Parts } from './redacting.ts';
import { digitShapes, madeShapes, shapes } from './shapes.ts';

export interface Plant {
  readonly name: string;
  readonly secret: string;
  readonly kept: (redactor: Pick<Redactor, 'line' | 'text' | 'json'>) => string;
}

type Place = (lexeme: string, secret: string) => { readonly operation: Subject; readonly parts: Parts };

/** As a header, query or text holds it: without JSON quotes. */
const bareLexeme = (lexeme: string): string => {
  const value: unknown = lexeme.startsWith('"') ? JSON.parse(lexeme) : lexeme;
  return String(value).replaceAll(/[\r\n\0]/g, '');
};

const consent = (otp: string, mpin = ''): HeaderList => [['Consent', `OTP ${otp} ${STATE}${mpin === '' ? '' : `,MPIN ${mpin}`}`]];
const envelope = (message: string, result: string): string => `{"status":{"message":${message},"code":2000},"result":${result}}`;
const mpinPayload = (otp: string, mpin: string): string => `{"mpin":${mpin},"otp":${otp},"state":"${STATE}"}`;

/** Places where a service may reveal a secret that the request did not send. */
const answerPlaces: Readonly<Record<string, Place>> = {
  'a message': (lexeme) => ({ operation: 'OP-6', parts: { response: envelope(lexeme, 'null') } }),
  'a remark': (lexeme) => ({ operation: 'OP-4', parts: { response: envelope('null', `{"remark":${lexeme}}`) } }),
  'an unknown field': (lexeme) => ({ operation: 'OP-2', parts: { response: envelope('"success"', `{"debug":${lexeme}}`) } }),
  'a field named after it': (lexeme) => ({ operation: 'OP-4', parts: { response: envelope('null', `{"otpValue":${lexeme}}`) } }),
  'beside the envelope': (lexeme) => ({
    operation: 'OP-15',
    parts: { response: `{"status":{"code":2000},"result":[],"trace":${lexeme}}` },
  }),
  'the answer itself': (lexeme) => ({ operation: 'OP-9', parts: { response: lexeme } }),
  'the result itself': (lexeme) => ({ operation: 'OP-13', parts: { response: envelope('null', lexeme) } }),
  'a page': (lexeme) => ({ operation: 'ERROR', parts: { response: `<html><p>Error: ${bareLexeme(lexeme)} </p></html>` } }),
  'a header of the answer': (lexeme) => ({ operation: 'OP-1', parts: { received: [['X-Debug', bareLexeme(lexeme)]] } }),
  'a cut answer': (lexeme) => ({
    operation: 'OP-6',
    parts: { response: `{"status":{"message":"a"},"result":{"hint":${lexeme},"text":"cut o` },
  }),
  'a callback': (lexeme) => ({ operation: 'CALLBACK', parts: { request: envelope(lexeme, `{"onboardingRemark":${lexeme}}`) } }),
  'a field of a request': (lexeme) => ({ operation: 'OP-16', parts: { request: `{"name":"a","fuzz":${lexeme}}` } }),
  'a query': (lexeme) => ({
    operation: 'OP-2',
    parts: { url: `https://uat.example/x?fuzz=${encodeURIComponent(bareLexeme(lexeme))}&a=b` },
  }),
  'a header of a request': (lexeme) => ({ operation: 'OP-2', parts: { sent: [['X-Fuzz', bareLexeme(lexeme)]] } }),
};

/** Places where a request carries a code, which the answer may repeat. */
const requestPlaces: Readonly<Record<string, Place>> = {
  'the otp of OP-12': (lexeme) => ({ operation: 'OP-12', parts: { request: mpinPayload(lexeme, 'null') } }),
  'the mpin of OP-12': (lexeme) => ({ operation: 'OP-12', parts: { request: mpinPayload('null', lexeme) } }),
  'OP-12 within an object': (lexeme) => ({ operation: 'OP-12', parts: { request: `{"payload":${mpinPayload(lexeme, '"a"')}}` } }),
  'OP-12 with another name': (lexeme) => ({ operation: 'OP-12', parts: { request: `{"otp\\u200b":${lexeme},"state":"${STATE}"}` } }),
  'OP-12 cut off': (lexeme) => ({ operation: 'OP-12', parts: { request: mpinPayload('null', lexeme).slice(0, -20) } }),
  'OP-12, repeated by the answer': (lexeme) => ({
    operation: 'OP-12',
    parts: {
      request: mpinPayload(lexeme, 'null'),
      response: envelope('null', `{"received":${lexeme}}`),
      received: [['X-Echo', bareLexeme(lexeme)]],
    },
  }),
  'OP-12, repeated as text': (lexeme) => ({
    operation: 'OP-12',
    parts: { request: mpinPayload('null', lexeme), response: `no such thing: ${bareLexeme(lexeme)} !` },
  }),
};

/** Places where a code is sent as it is and revealed in any shape. */
const externalPlaces: Readonly<Record<string, Place>> = {
  'the consent, told in the answer': (lexeme, code) => ({
    operation: 'OP-6',
    parts: { sent: consent(code), response: envelope(lexeme, `{"senderName":${lexeme}}`) },
  }),
  'the MPIN of a consent, told in the answer': (lexeme, code) => ({
    operation: 'OP-9',
    parts: { sent: consent('000000', code), response: envelope('null', `{"hint":${lexeme}}`) },
  }),
  'the consent and the path': (lexeme, code) => ({
    operation: 'OP-4',
    parts: { sent: consent(code), url: `https://uat.example/tag/customer/${encodeURIComponent(bareLexeme(lexeme))}/x` },
  }),
};

const packings: Readonly<Record<string, (text: string) => WireBody>> = {
  'UTF-16': (text) => ({ text: Buffer.from(text, 'utf16le').toString('utf8'), encoding: 'utf8' }),
  'UTF-16, big end first': (text) => ({ text: Buffer.from(text, 'utf16le').swap16().toString('utf8'), encoding: 'utf8' }),
  'Latin-1': (text) => ({ text: Buffer.from(`${text} \u00e9`, 'latin1').toString('base64'), encoding: 'base64' }),
  gzip: (text) => ({ text: gzipSync(text).toString('base64'), encoding: 'base64' }),
};

/** Places where an answer may reveal a code that the run did not read. */
const unreadPlaces: Readonly<Record<string, Place>> = {
  'the message of OP-3': (lexeme) => ({ operation: 'OP-3', parts: { response: envelope(lexeme, `{"state":"${STATE}"}`) } }),
  'a field of OP-3': (lexeme) => ({ operation: 'OP-3', parts: { response: envelope('null', `{"state":"${STATE}","hint":${lexeme}}`) } }),
  'a header of OP-3': (lexeme) => ({ operation: 'OP-3', parts: { received: [['X-Debug', bareLexeme(lexeme)]] } }),
  'the refusal of a wrong code': (lexeme, code) => ({
    operation: 'OP-6',
    parts: { sent: consent('9'.repeat(code.length)), response: envelope(lexeme, `{"hint":${lexeme}}`) },
  }),
};

const plant = (kind: string, secret: string, where: string, place: Place, shape: string, lexeme: string): Plant => ({
  name: `${kind}, ${where}, ${shape}`,
  secret,
  kept: (redactor) => {
    const { operation, parts } = place(lexeme, secret);
    return redactor.line(exchange(operation, parts));
  },
});

function packedPlants(kind: string, code: string): Plant[] {
  return Object.entries(packings).map(([name, pack]) => ({
    name: `${kind}, the otp of OP-12, ${name}`,
    secret: code,
    kept: (redactor) => {
      const given = exchange('OP-12', {});
      const body = pack(mpinPayload(`"${code}"`, 'null'));
      const line = redactor.line({ ...given, request: { ...given.request, body } });
      const { request } = JSON.parse(line) as Exchange;
      return `${line} ${unpackBody(request.body)}`;
    },
  }));
}

const unpackBody = (body: WireBody | null): string => {
  if (body?.encoding !== 'base64') return body?.text.replaceAll('\0', '') ?? '';
  const bytes = Buffer.from(body.text, 'base64');
  return bytes[0] === 0x1f ? gunzipSync(bytes).toString('latin1') : bytes.toString('latin1');
};

/** Words for people, and documents of our own. */
const words = (kind: string, secret: string, shape: string, lexeme: string): Plant[] => [
  { name: `${kind}, words, ${shape}`, secret, kept: ({ text }) => text(`expected a text, received ${lexeme} (text)`) },
  {
    name: `${kind}, a finding, ${shape}`,
    secret,
    kept: ({ json }) => json(JSON.stringify({ received: `HTTP 200 with code 4170 (${bareLexeme(lexeme)})` })),
  },
  { name: `${kind}, a place, ${shape}`, secret, kept: ({ text }) => text(`GET /x › result.${bareLexeme(lexeme).replaceAll(/\s/g, '.')}`) },
];

const crossPlants = (kind: string, secret: string, places: Readonly<Record<string, Place>>, table: typeof shapes): Plant[] =>
  Object.entries(places).flatMap(([where, place]) =>
    Object.entries(table).map(([shape, write]) => plant(kind, secret, where, place, shape, write(secret))),
  );

const textPlants = (kind: string, secret: string): Plant[] =>
  Object.entries(shapes).flatMap(([shape, write]) => words(kind, secret, shape, write(secret)));

export function codePlants(kind: string, code: string): Plant[] {
  const digits = /^\d+$/.test(code) ? digitShapes : {};
  const written = { ...shapes, ...digits };
  return [
    ...crossPlants(kind, code, { ...answerPlaces, ...requestPlaces, ...externalPlaces }, written),
    ...crossPlants(kind, code, { ...requestPlaces }, madeShapes),
    ...packedPlants(kind, code),
    ...textPlants(kind, code),
  ];
}

export function longPlants(kind: string, secret: string): Plant[] {
  const digits = /^\d+$/.test(secret) ? { 'as a number': digitShapes['as a number'] ?? String } : {};
  const cut = {
    'cut by one': (text: string) => JSON.stringify(text.slice(0, -1)),
    'cut by three': (text: string) => JSON.stringify(text.slice(0, -3)),
  };
  return [
    ...crossPlants(
      kind,
      secret,
      { ...answerPlaces, ...requestPlaces },
      { ...shapes, ...madeShapes, ...digits, ...(/^\d+$/.test(secret) ? {} : cut) },
    ),
    ...packedPlants(kind, secret),
    ...textPlants(kind, secret),
  ];
}

/** A code that the redactor does not know but must take for one. */
export const unreadPlants = (kind: string, code: string): Plant[] => crossPlants(kind, code, unreadPlaces, { ...shapes, ...digitShapes });

const pick = (letters: string, size: number): string =>
  Array.from({ length: size }, () => letters.charAt(randomInt(letters.length))).join('');

/** A code that is not part of the state: found there, it would prove nothing. */
export function newCode(size: number): string {
  const code = String(randomInt(10 ** (size - 1), 10 ** size));
  return STATE.includes(code) ? newCode(size) : code;
}

export const codeWithZero = (size: number): string => `0${newCode(size - 1)}`;
export const newSecret = (): string => `${pick('abcdefghjkmnpqrstuvwxyz', 1)}${pick('abcdefghjkmnpqrstuvwxyzABCDEFGHJKMN23456789', 15)}`;
export const newNumber = (): string => `${randomInt(1, 9)}${pick('0123456789', 15)}`;

/** Three redactors that know the secret: what one removes, the others keep only by chance. */
export const redactors = (...secrets: readonly string[]): readonly Redactor[] =>
  [0, 1, 2].map(() => {
    const redactor = openRedactor(randomBytes(32));
    redactor.learn(...secrets);
    return redactor;
  });
