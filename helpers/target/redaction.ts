import { randomBytes } from 'node:crypto';
import type { Subject } from '../../specs/clause.ts';
import type { Exchange, WireBody, WireRequest, WireResponse } from './exchange.ts';
import { mayHoldSecrets, sortOf, type FieldSort } from './fields.ts';
import { outlineOf } from './outline.ts';
import { redactHeaders } from './redact-headers.ts';
import { replaceValues, type Replace } from './json-text.ts';
import { openSecrets, type Secrets } from './secrets.ts';
import { standIns } from './stand-in.ts';

/** Takes out what must not reach a file. The same value has the same stand-in throughout a run. */
export interface Redactor {
  /** Makes a value a secret from now on. */
  readonly learn: (...values: readonly (string | null)[]) => void;
  /** One line of `exchanges.jsonl`; learns what the target's secret-bearing fields hold. */
  readonly line: (exchange: Exchange) => string;
  /** A JSON document the target sent outside an exchange. */
  readonly answer: (json: string, subject: Subject | null) => string;
  /** Words for people: expected, received, console. */
  readonly text: (words: string) => string;
  /** A JSON document of our own, such as a line of a journal; it stays one. */
  readonly json: (document: string) => string;
}

const UUID = '[\\da-fA-F]{8}-[\\da-fA-F]{4}-[\\da-fA-F]{4}-[\\da-fA-F]{4}-[\\da-fA-F]{12}';
const uuidOrCode = new RegExp(`${UUID}|(?<!\\d)\\d{4,8}(?!\\d)`, 'g');
const apiCodes: ReadonlySet<string> = new Set(['2000', '4000', '4001', '4040', '4160', '4170']);
const formSecret = /(^|&)(username|password|client_secret|refresh_token)=([^&]*)/g;

const codeLike = (value: string): boolean => /^\d{3,10}$/.test(value);
const accountLike = (value: string): boolean => /\d{5}|^[A-Z]{5}\d{4}[A-Z]$/.test(value);

/** What we sent came from the configuration, from the target, or was made up: made-up values stay, unless they look like the real thing. */
function inRequest({ learn, standIn, isShort, replaceLong }: Secrets): Replace {
  return (value, field, escaped) => {
    const sort = sortOf(field);
    if (sort === 'code' && (codeLike(value) || isShort(value))) return standIn(value);
    if (sort === 'secret') return standIn(value);
    if (sort === 'account' && accountLike(value)) {
      learn(value);
      return standIn(value);
    }
    return escaped ? replaceLong(value) : value;
  };
}

/** The query of the eKYC address opens the process to whoever has it. */
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

/** OP-3 may hand out a code nobody knows yet, so any number that could be one is taken for it. */
const maskUnknownCodes = ({ standIn }: Secrets, value: string): string =>
  value.replaceAll(uuidOrCode, (part) => (part.includes('-') ? part : standIn(part)));

/** What OP-3 is known to answer. */
const isPlain = (value: string, field: string): boolean => /^(state|timestamp)$/i.test(field) || (field === 'code' && apiCodes.has(value));

function inAnswer(secrets: Secrets, subject: Subject | null): Replace {
  const { learn, standIn, replaceShort, replaceLong } = secrets;
  const free = (value: string): string => (subject === 'OP-3' ? maskUnknownCodes(secrets, replaceShort(value)) : replaceShort(value));
  const learned = (value: string): string => {
    learn(value);
    return standIn(value);
  };
  const bySort: Readonly<Record<FieldSort, (value: string, field: string) => string>> = {
    code: standIn,
    secret: learned,
    account: (value) => (accountLike(value) ? learned(value) : standIn(value)),
    mobile: standIn,
    known: (value, field) => (subject === 'OP-3' && !isPlain(value, field) ? free(value) : value),
    free,
  };
  return (value, field, escaped) => {
    if (subject === 'OP-16' && /^url$/i.test(field)) return redactQuery(secrets, value);
    const redacted = bySort[sortOf(field)](value, field);
    return escaped ? replaceLong(redacted) : redacted;
  };
}

function answerText(secrets: Secrets, text: string, subject: Subject | null): string {
  const thorough = subject === 'OP-3' || subject === 'OP-16' || subject === 'TOKEN' || mayHoldSecrets(text) || secrets.holdsShort(text);
  if (!thorough) return text;
  if (/^\s*[[{"]/.test(text)) return replaceValues(text, inAnswer(secrets, subject));
  const words = secrets.replaceShort(text);
  return subject === 'OP-3' ? maskUnknownCodes(secrets, words) : words;
}

function requestText(secrets: Secrets, text: string, subject: Subject | null): string {
  if (!mayHoldSecrets(text)) return text;
  if (subject === 'TOKEN' || text.includes('grant_type='))
    return text.replaceAll(formSecret, (_, before: string, name: string, value: string) => `${before}${name}=${secrets.standIn(value)}`);
  return replaceValues(text, inRequest(secrets));
}

/** Bytes that are not text may still hold a secret: they are looked at as Latin-1. */
function redactBytes(secrets: Secrets, body: WireBody): WireBody {
  const bytes = Buffer.from(body.text, 'base64').toString('latin1');
  const redacted = secrets.replaceLong(bytes);
  return redacted === bytes ? body : { text: Buffer.from(redacted, 'latin1').toString('base64'), encoding: 'base64' };
}

function redactBody(secrets: Secrets, body: WireBody, redact: (text: string) => string): WireBody {
  if (body.encoding === 'base64') return redactBytes(secrets, body);
  const text = redact(body.text);
  return text === body.text ? body : { text, encoding: 'utf8' };
}

function redactRequest(secrets: Secrets, request: WireRequest, subject: Subject | null): WireRequest {
  // A callback is a request of the target's: what it holds is the target's as well, and its address may let others in.
  const isCallback = subject === 'CALLBACK';
  const redact = isCallback ? answerText : requestText;
  const headers = redactHeaders(secrets, request.headers);
  const body = request.body === null ? null : redactBody(secrets, request.body, (text) => redact(secrets, text, subject));
  return { ...request, url: isCallback ? redactQuery(secrets, request.url) : request.url, headers, body };
}

function redactResponse(secrets: Secrets, response: WireResponse, subject: Subject | null): WireResponse {
  const headers = redactHeaders(secrets, response.headers);
  const body = redactBody(secrets, response.body, (text) => answerText(secrets, text, subject));
  return { ...response, headers, body };
}

/** A short code in words for people is one that follows its name, or one too long to be anything else. */
function wordsWithoutCodes({ standIn, isShort }: Secrets, words: string): string {
  return words.replaceAll(/((?:otp|mpin|consent)\W{1,4})?(\w+)/gi, (whole, name: string | undefined, word: string) =>
    isShort(word) && (name !== undefined || word.length > 5) ? (name ?? '') + standIn(word) : whole,
  );
}

/** `outlined` tells of which answers nothing but key names and types may be kept. */
export function openRedactor(key: Buffer = randomBytes(32), outlined: (subject: Subject | null) => boolean = () => false): Redactor {
  const secrets = openSecrets(standIns(key));
  const answered = (response: WireResponse, subject: Subject | null): WireResponse =>
    outlined(subject)
      ? { ...response, headers: redactHeaders(secrets, response.headers), body: outlineOf(response.body) }
      : redactResponse(secrets, response, subject);
  return {
    learn(...values) {
      for (const value of values) if (value !== null) secrets.learn(value);
    },
    line(exchange) {
      const { operation, request, response } = exchange;
      const redacted = {
        ...exchange,
        // The answer first: what it teaches may already be in the request.
        response: response === null ? null : answered(response, operation),
        request: redactRequest(secrets, request, operation),
      };
      return secrets.replaceLong(JSON.stringify(redacted), true);
    },
    answer: (json, subject) => secrets.replaceLong(answerText(secrets, json, subject)),
    json: (document) => wordsWithoutCodes(secrets, secrets.replaceLong(document, true)),
    text: (words) => wordsWithoutCodes(secrets, secrets.replaceLong(words)),
  };
}
