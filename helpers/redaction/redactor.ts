import { apiCodes } from '../../specs/codes.ts';
import { randomBytes } from 'node:crypto';
import type { Subject } from '../../specs/clause.ts';
import type { Exchange, WireBody, WireRequest, WireResponse } from '../core/exchange.ts';
import type { FieldSort } from '../core/secret-fields.ts';
import { readSuccessResult } from '../core/answers.ts';
import { replaceValues, type ReplaceValue } from '../core/json-text.ts';
import { maskCodes, noCodeSuspects, type CodeSuspects } from './mask-codes.ts';
import { toBodyShape } from './body-shape.ts';
import { changeBodyText } from './packed-body.ts';
import { redactHeaders } from './redact-headers.ts';
import { redactUrl } from './redact-url.ts';
import { redactWords } from './redact-words.ts';
import { openSecrets, type Secrets } from './secrets.ts';
import { collectSentCodes } from './sent-codes.ts';
import { replaceMobile } from './mobiles.ts';
import { createStandIns } from './stand-in.ts';
import { isUuid } from '../core/ids.ts';

/** Removes what must not reach a file. A value has the same stand-in throughout a run. */
export interface Redactor {
  readonly learn: (...values: readonly (string | null)[]) => void;
  /** For values of the configuration that are no secret, such as an IFSC code. */
  readonly keepReadable: (value: string) => void;
  /** One line of `exchanges.jsonl`. Learns the secrets in the target's answer. */
  readonly line: (exchange: Exchange) => string;
  /** For a JSON document that the target sent outside an exchange. */
  readonly answer: (json: string, subject: Subject | null) => string;
  /** For words that people read: expected, received, console. */
  readonly text: (words: string) => string;
  /** For a JSON document of our own, such as a journal line; the result is still JSON. */
  readonly json: (document: string) => string;
}

const codeTexts: ReadonlySet<string> = new Set(Object.values(apiCodes).map(String));
const formSecret = /(^|&)(username|password|client_secret|refresh_token)=([^&]*)/g;

const looksLikeCode = (value: string): boolean => /^\d{3,10}$/.test(value);
const looksLikeAccount = (value: string): boolean => /\d{5}|^[A-Z]{5}\d{4}[A-Z]$/.test(value);

/** A value may itself be a JSON document. */
const isDocument = (value: string): boolean => /^\s*[[{]/.test(value);

/** Below a secret field, names of fields stay readable: a code has digits, and a token is not a plain word. */
const isFieldName = (value: string): boolean => /^[a-z_]{1,20}$/i.test(value);

/** Request values come from the configuration, from the target, or are made up. Made-up values stay unless they look real. */
function createRequestReplacer(secrets: Secrets, suspects: CodeSuspects): ReplaceValue {
  const { learn, keepReadable, standIn, codes } = secrets;
  const maskCodeField = (value: string): string =>
    looksLikeCode(value)
      ? standIn(value)
      : maskCodes(secrets, value, { ...suspects, mayBeCode: (digits) => codes.findIn(digits).length > 0 });
  const replace: ReplaceValue = (value, { sort, isKey }) => {
    if (isKey && isFieldName(value)) return value;
    if (isDocument(value)) return replaceValues(value, replace, sort);
    if (sort === 'code') return maskCodeField(value);
    if (sort === 'secret') return standIn(value);
    if (sort === 'mobile') return value;
    if (sort === 'known') {
      keepReadable(value);
      return value;
    }
    if (sort === 'account' && looksLikeAccount(value) && !isUuid(value)) learn(value);
    return sort === 'account' && looksLikeAccount(value) ? standIn(value) : maskCodes(secrets, value, suspects);
  };
  return replace;
}

/** The query of the eKYC address gives access to the process. */
function redactQuery({ learnBriefly: learn, standIn }: Secrets, address: string): string {
  const at = address.indexOf('?');
  if (at < 0) return address;
  const query = address.slice(at + 1);
  learn(query);
  const masked = query.replaceAll(/=([^&#]*)/g, (_, value: string) => {
    learn(value);
    return `=${standIn(value)}`;
  });
  return address.slice(0, at + 1) + masked;
}

const isKnownOtpAnswer = (value: string, field: string): boolean =>
  (/^state$/i.test(field) && (isUuid(value) || !/\d{4}/.test(value))) ||
  /^timestamp$/i.test(field) ||
  (field === 'code' && codeTexts.has(value));

function createAnswerReplacer(secrets: Secrets, subject: Subject | null, suspects: CodeSuspects): ReplaceValue {
  const { learn, standIn, codes } = secrets;
  const free = (value: string): string => maskCodes(secrets, value, suspects);
  const learnAndMask = (value: string): string => {
    learn(value);
    return standIn(value);
  };
  const bySort: Readonly<Record<FieldSort, (value: string, field: string) => string>> = {
    code: (value) =>
      /^\d{4,10}$/.test(value) ? learnAndMask(value) : /\d/.test(value) || codes.isKnown(value) ? standIn(value) : free(value),
    secret: learnAndMask,
    account: (value) => (looksLikeAccount(value) && !isUuid(value) ? learnAndMask(value) : standIn(value)),
    mobile: (value) => replaceMobile(value, standIn),
    known: (value, field) => (subject === 'OP-3' && !isKnownOtpAnswer(value, field) ? free(value) : value),
    words: free,
    free,
  };
  const replace: ReplaceValue = (value, { field, sort, isKey }) => {
    if (isKey && isFieldName(value)) return value;
    if (isDocument(value)) return replaceValues(value, replace, sort);
    if (subject === 'OP-16' && /^url$/i.test(field)) return redactQuery(secrets, value);
    return bySort[sort](value, field);
  };
  return replace;
}

function redactAnswerText(secrets: Secrets, text: string, subject: Subject | null, suspects: CodeSuspects): string {
  if (/^\s*[[{"]/.test(text)) return replaceValues(text, createAnswerReplacer(secrets, subject, suspects));
  return maskCodes(secrets, text, suspects);
}

function redactRequestText(secrets: Secrets, text: string, subject: Subject | null, suspects: CodeSuspects): string {
  if (subject === 'TOKEN' || text.includes('grant_type='))
    return text.replaceAll(formSecret, (_, before: string, name: string, value: string) => `${before}${name}=${secrets.standIn(value)}`);
  if (text.includes('"')) return replaceValues(text, createRequestReplacer(secrets, suspects));
  return maskCodes(secrets, text, suspects);
}

/** Bytes that are not text may still hold a secret. */
const redactBody = (secrets: Secrets, body: WireBody, redact: (text: string) => string): WireBody =>
  changeBodyText(body, (text) => (body.encoding === 'utf8' ? redact(text) : secrets.replaceLong(redact(text))));

function redactRequest(secrets: Secrets, request: WireRequest, subject: Subject | null, suspects: CodeSuspects): WireRequest {
  // A callback is a request from the target.
  const isCallback = subject === 'CALLBACK';
  const redact = isCallback ? redactAnswerText : redactRequestText;
  const headers = redactHeaders(secrets, request.headers, suspects);
  const body = request.body === null ? null : redactBody(secrets, request.body, (text) => redact(secrets, text, subject, suspects));
  return { ...request, url: isCallback ? redactQuery(secrets, request.url) : redactUrl(secrets, request.url, suspects), headers, body };
}

function redactResponse(secrets: Secrets, response: WireResponse, subject: Subject | null, suspects: CodeSuspects): WireResponse {
  const headers = redactHeaders(secrets, response.headers, suspects);
  const body = redactBody(secrets, response.body, (text) => redactAnswerText(secrets, text, subject, suspects));
  return { ...response, headers, body };
}

/** OP-3 may send a code that the suite does not know yet. A refusal of a wrong code may name the right one. */
function chooseSuspects(subject: Subject | null, sent: readonly string[]): CodeSuspects {
  const lengths = new Set(sent.map(({ length }) => length));
  const isLong = (digits: string): boolean => digits.length >= 4 && digits.length <= 8;
  if (subject === 'OP-3') return { sent, mayBeCode: isLong };
  return { sent, mayBeCode: (digits) => lengths.has(digits.length) && isLong(digits) && !codeTexts.has(digits) };
}

const redactToNothing = (): string => '';

/** For runs that write nothing: learns nothing, and replaces every text by an empty one. */
export const noRecord: Redactor = {
  learn: () => undefined,
  keepReadable: () => undefined,
  line: redactToNothing,
  answer: redactToNothing,
  text: redactToNothing,
  json: redactToNothing,
};

/** `isShapeOnly` selects answers of which only key names and types may be kept. */
export function openRedactor(key: Buffer = randomBytes(32), isShapeOnly: (subject: Subject | null) => boolean = () => false): Redactor {
  const secrets = openSecrets(createStandIns(key));
  const redactAnswered = (response: WireResponse, subject: Subject | null, suspects: CodeSuspects): WireResponse =>
    isShapeOnly(subject)
      ? { ...response, headers: redactHeaders(secrets, response.headers, suspects), body: toBodyShape(response.body) }
      : redactResponse(secrets, response, subject, suspects);
  const text = (words: string): string => redactWords(secrets, secrets.replaceLong(words));
  return {
    learn(...values) {
      for (const value of values) if (value !== null) secrets.learn(value);
    },
    keepReadable: secrets.keepReadable,
    line(exchange) {
      const { operation, request, response } = exchange;
      const sent = collectSentCodes(secrets, request);
      // What a served call answers are its own figures: only a refusal may name a code that nobody knows yet.
      const isServed = operation !== 'OP-3' && readSuccessResult(exchange) !== undefined;
      const suspects = isServed ? { ...noCodeSuspects, sent } : chooseSuspects(operation, sent);
      const redacted = {
        ...exchange,
        // The answer first: it may teach secrets that the request holds.
        response: response === null ? null : redactAnswered(response, operation, suspects),
        request: redactRequest(secrets, request, operation, { ...noCodeSuspects, sent }),
      };
      return secrets.replaceLong(JSON.stringify(redacted), true);
    },
    answer: (json, subject) => secrets.replaceLong(redactAnswerText(secrets, json, subject, chooseSuspects(subject, []))),
    json: (document) => secrets.replaceLong(replaceValues(document, text), true),
    text,
  };
}
