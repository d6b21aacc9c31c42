import { API_CODES } from '../../http/codes.ts';
import { crashTable } from './crashes.ts';
import { campaignTable } from './table.ts';
import { isWellFormed, bodyText, withBody, readRawText } from '../../twists/requests.ts';
import type { Fault } from '../../catalog.ts';
import type { ServiceResponse, ServiceRequest } from '../../http/exchange.ts';
import { field, isObject, type Json } from '../../http/json.ts';
import { lenient, mendJson } from '../../twists/lenient-json.ts';
import { changeRequest, respondWith, on } from '../../twists/twists.ts';

const payloads = ['OP-3', 'OP-7', 'OP-9', 'OP-12', 'OP-13', 'OP-16'];

const isText = (value: Json | undefined): value is string => typeof value === 'string';
const sentAmounts = (request: ServiceRequest): number[] =>
  [...readRawText(request).matchAll(/"amount":(-?\d+(?:\.\d+)?)/g)].map(([, digits]) => Number(digits));
const nestingDepth = (raw: string): number => /^[[{"a:]+/.exec(raw)?.[0].replaceAll(/["a:]/g, '').length ?? 0;

const brokenJson = (bytes: Uint8Array): ServiceResponse => ({ status: 200, headers: { 'content-type': 'application/json' }, bytes });

const echoName = (name: string): ServiceResponse =>
  brokenJson(
    Buffer.from(`{"status":{"message":"name.invalid: ${name.replaceAll(/[^ -~]/g, '\u00ed\u00a0')}","code":4160},"result":null}`, 'latin1'),
  );

const stackTraceAnswer =
  'java.lang.IllegalArgumentException: Unrecognized character escape\n\tat com.example.dmt.api.PayloadReader.read(PayloadReader.java:40)';

const crashFaults = crashTable('payload', [
  {
    id: 'apostrophe-in-name',
    does: 'An apostrophe in a name answers 500.',
    on: ['OP-7'],
    when: (request) => bodyText(request, 'name').includes("'"),
  },
  {
    id: 'long-geo-tag',
    does: 'A long geoTag answers 500.',
    on: ['OP-9'],
    when: ({ body }) => {
      const tag = field(field(body, 'options'), 'geoTag');
      return isText(tag) && tag.length > 1000;
    },
  },
  { id: 'nul-in-name', does: 'NUL in a name answers 500.', on: ['OP-16'], when: (request) => bodyText(request, 'name').includes('\u0000') },
  {
    id: 'array-for-mpin',
    does: 'An array in place of the MPIN answers 500.',
    on: ['OP-12'],
    when: ({ body }) => Array.isArray(field(body, 'mpin')),
  },
  {
    id: 'number-too-large',
    does: 'A number no double holds answers 500.',
    on: ['OP-3'],
    when: (request) => /e400|\d{400}/.test(readRawText(request)),
  },
  {
    id: 'null-for-boolean',
    does: 'null in place of a boolean answers 500.',
    on: ['OP-13'],
    when: ({ body }) => field(body, 'object') === null,
  },
  {
    id: 'options-absent',
    does: 'A transfer without options answers 500.',
    on: ['OP-9'],
    when: ({ body }) => isObject(body) && !('options' in body),
  },
  {
    id: 'array-for-payload',
    does: 'An array in place of the payload answers 500.',
    on: ['OP-16'],
    when: ({ body }) => Array.isArray(body) && body.length === 1,
  },
  { id: 'deep-body', does: 'A deep body answers 500.', on: ['OP-7'], when: (request) => nestingDepth(readRawText(request)) >= 1000 },
  { id: 'byte-order-mark', does: 'A byte order mark answers 500.', on: ['OP-13'], when: ({ raw }) => raw[0] === 0xef && raw[1] === 0xbb },
  { id: 'utf-16', does: 'A body in UTF-16 answers 500.', on: ['OP-3'], when: ({ raw }) => raw[0] === 0 || raw[1] === 0 },
  {
    id: 'proto-key',
    does: 'A key that programs have uses for answers 500.',
    on: ['OP-12'],
    when: (request) => readRawText(request).includes('"__proto__"'),
  },
]);

const LENIENT: { id: string; does: string; on: readonly string[]; mend: (raw: string) => string }[] = [
  { id: 'trailing-comma', does: 'A trailing comma is let pass.', on: payloads, mend: lenient.trailingComma },
  {
    id: 'two-values',
    does: 'Of two JSON values the first is taken.',
    on: ['OP-3'],
    mend: lenient.textBehind,
  },
  { id: 'comments', does: 'Comments are let pass.', on: ['OP-16'], mend: lenient.comments },
  { id: 'not-a-number', does: 'NaN is read as null.', on: ['OP-9'], mend: lenient.notANumber },
  { id: 'single-quotes', does: 'Single quotes are let pass.', on: ['OP-7'], mend: lenient.singleQuotes },
];

const lenientFaults = campaignTable(
  LENIENT.map(({ mend, ...row }) => ({ ...row, breaks: ['HTTP-400'], dimension: 'json', twist: mendJson(on(...row.on), mend) })),
);

const answerFaults = campaignTable([
  {
    id: 'surrogate-echoed',
    breaks: ['ENVELOPE-BODY'],
    does: 'A lone surrogate in a name comes back as bytes that are no UTF-8.',
    on: ['OP-7'],
    dimension: 'payload',
    triedBy: 'HTTP-NO-5XX',
    also: ['ENVELOPE-BODY~object-OP-7'],
    twist: respondWith(
      (request) => on('OP-7')(request) && isWellFormed(request) && !bodyText(request, 'name').isWellFormed(),
      (request) => echoName(bodyText(request, 'name')),
    ),
  },
  {
    id: 'code-beside-400',
    breaks: ['CODE-ONLY-WITH-200'],
    does: 'A word that is no JSON is answered with HTTP 400 and a code.',
    on: ['OP-13'],
    dimension: 'json',
    triedBy: 'HTTP-400',
    also: ['CODE-ONLY-WITH-200~other-status-OP-13'],
    twist: respondWith(
      (request) => on('OP-13')(request) && request.agent !== undefined && request.malformed && /^[a-z]/.test(readRawText(request)),
      () => ({
        status: 400,
        headers: { 'content-type': 'application/json' },
        json: { status: { message: null, code: API_CODES.validationFailed }, result: null },
      }),
    ),
  },
  {
    id: 'trace-on-escape',
    warns: ['NO-STACK-TRACE'],
    does: 'A broken escape is answered with a stack trace.',
    on: ['OP-7'],
    dimension: 'json',
    triedBy: 'HTTP-400',
    also: ['NO-STACK-TRACE~every-answer-OP-7'],
    twist: respondWith(
      (request) => on('OP-7')(request) && request.malformed && readRawText(request).includes(String.raw`\x`),
      () => ({ status: 400, headers: { 'content-type': 'text/plain' }, bytes: Buffer.from(stackTraceAnswer) }),
    ),
  },
]);

const MISREAD: { id: string; does: string; sum: (request: ServiceRequest, amount: Json | undefined) => number | undefined }[] = [
  {
    id: 'third-decimal',
    does: 'A third decimal is rounded.',
    sum: (_, amount) =>
      typeof amount === 'number' && /\.\d{3}/.test(String(amount)) && amount > 0.005 ? Math.round(amount * 100) / 100 : undefined,
  },
  {
    id: 'repeated-amount',
    does: 'An amount told twice moves the sum of both.',
    sum: (request) => {
      const [first, second] = sentAmounts(request);
      return first === undefined || second === undefined ? undefined : first + second;
    },
  },
  {
    id: 'exponent',
    does: 'Of an amount with an exponent the digits before it are paid.',
    sum: (request) => {
      const digits = /"amount":(\d+(?:\.\d+)?)[eE]/.exec(readRawText(request))?.[1];
      return digits === undefined ? undefined : Number(digits);
    },
  },
  {
    id: 'amount-as-text',
    does: 'An amount written as a text is read in paise.',
    sum: (_, amount) => (isText(amount) && /^\d+$/.test(amount) ? Number(amount) / 100 : undefined),
  },
];

/** Pays another amount than the written one. */
const misreadFaults = campaignTable(
  MISREAD.map(({ sum, ...row }) => ({
    ...row,
    breaks: ['OP11-AMOUNT-EXACT'],
    on: ['OP-9'],
    dimension: 'payload',
    twist: changeRequest(
      (request) => on('OP-9')(request) && isWellFormed(request) && sum(request, field(request.body, 'amount')) !== undefined,
      (request) => withBody(request, (body) => ({ ...body, amount: sum(request, body['amount']) ?? null })),
    ),
  })),
);

export const campaignPayloadFaults: Fault[] = [...crashFaults, ...lenientFaults, ...answerFaults, ...misreadFaults];
