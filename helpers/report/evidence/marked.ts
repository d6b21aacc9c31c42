import { decodeHeader, shorten } from '../../core/text.ts';
import type { Exchange, WireBody } from '../../core/exchange.ts';
import type { CheckRow } from '../model/check-row.ts';
import { findExpectedValue } from './asking.ts';
import { findChanges } from '../verdict/changes.ts';

/** Text in pieces; the marked ones are what the card is about. */
export type MarkedText = readonly { readonly text: string; readonly marked: boolean }[];

/** Room for one body. */
const longest = 2000;
const before = 600;

const plain = (text: string): MarkedText => (text === '' ? [] : [{ text, marked: false }]);

/** `GET /wallet/… › result[].walletType` names `walletType`; null where the place is no field of a body. */
export function findFieldName(place: string | null): string | null {
  const field = place?.split(' › ').at(-1) ?? '';
  if (!place?.includes(' › ') || field.startsWith('header')) return null;
  return /(\w+)(?:\[\d*\])*$/.exec(field)?.[1] ?? null;
}

/** What the card is about: places of the body, the status, or both. */
export interface Mark {
  readonly pattern: RegExp | null;
  readonly status: boolean;
}

const patternOf = (names: readonly string[]): RegExp => new RegExp(names.map((name) => fieldPattern(name).source).join('|'), 'g');

/** Of a field that is missing, the opening bracket of what should hold it. */
function parentPattern(place: string): RegExp {
  const [, parent] = /(\w+)(?:\[\d*\])*\.\w+(?:\[\d*\])*$/.exec(place.split(' › ').at(-1) ?? '') ?? [];
  return parent === undefined ? /^\s*[{[]/g : fieldPattern(parent);
}

type Deviating = Pick<CheckRow, 'place' | 'deviation' | 'expected' | 'received'>;

/** Of an answer with another API code than expected, the code deviates, and its status only where another one is expected. */
export function findMark({ place, deviation, expected, received }: Deviating): Mark {
  const changes = findChanges(expected, received);
  if (changes.length > 0) return { pattern: patternOf(changes.map(({ name }) => name)), status: false };
  const field = findFieldName(place);
  if (field !== null) return { pattern: received === 'nothing' ? parentPattern(place ?? '') : fieldPattern(field), status: false };
  const isByCode = deviation === 'served' || deviation?.startsWith('code-') === true;
  return isByCode ? { pattern: fieldPattern('code'), status: /^HTTP (?!200)/.test(expected ?? '') } : { pattern: null, status: true };
}

/** The name and its value; of an object or a list only the bracket that opens it. */
const fieldPattern = (name: string): RegExp => new RegExp(`"${name}"\\s*:\\s*(?:"(?:[^"\\\\]|\\\\.)*"|[-+\\w.]+|[{[])`, 'g');

/** A long body is cut around the first match. */
function excerpt(text: string, pattern: RegExp): string {
  const at = text.length <= longest ? 0 : Math.max(0, text.search(pattern) - before);
  return `${at === 0 ? '' : '…'}${shorten(text.slice(at), longest)}`;
}

export function markAll(text: string, pattern: RegExp): MarkedText {
  const shown = excerpt(text, pattern);
  const pieces: MarkedText[number][] = [];
  let end = 0;
  for (const { index, 0: found } of shown.matchAll(pattern)) {
    pieces.push(...plain(shown.slice(end, index)), { text: found, marked: true });
    end = index + found.length;
  }
  return [...pieces, ...plain(shown.slice(end))];
}

const markBody = (body: WireBody, pattern: RegExp | null): MarkedText => {
  if (body.encoding === 'base64') return plain('(not text)');
  return pattern === null ? plain(shorten(body.text, longest)) : markAll(body.text, pattern);
};

function describeAnswer({ response, trouble }: Exchange, { pattern, status: isMarked }: Mark): MarkedText {
  if (response === null) return [{ text: `no answer: ${trouble?.kind ?? ''} ${trouble?.message ?? ''}`, marked: true }];
  const status = { text: `HTTP ${response.status}`, marked: isMarked };
  return [status, ...plain('\n'), ...markBody(response.body, pattern)];
}

/** With the header that gives the consent of the sender: a wrong code in it is what many cards are about. */
function describeCall({ request: { method, url, headers, body } }: Exchange, pattern: RegExp | null): MarkedText {
  const consents = headers.filter(([name]) => /^consent$/i.test(name)).map(([name, value]) => `\n${name}: ${decodeHeader(value)}`);
  return [...plain(`${method} ${url}${consents.join('')}`), ...(body === null ? [] : [...plain('\n'), ...markBody(body, pattern)])];
}

/** Request and answer. Secrets are already replaced by stand-ins. */
export const markExchange = (exchange: Exchange, mark: Mark): MarkedText => [
  ...describeCall(exchange, mark.pattern),
  ...plain('\n\n'),
  ...describeAnswer(exchange, mark),
];

/** In what stands beside: the same places, and the expected value wherever it stands. */
export function markBeside({ place, expected, received }: Deviating): RegExp | null {
  const changes = findChanges(expected, received);
  const field = findFieldName(place);
  const names = changes.length > 0 ? changes.map(({ name }) => name) : field === null ? [] : [field];
  const value = findExpectedValue(expected)?.replaceAll(/[^\w\s]/g, '\\$&');
  const sources = [...names.map((name) => fieldPattern(name).source), ...(value === undefined ? [] : [value])];
  return sources.length === 0 ? null : new RegExp(sources.join('|'), 'g');
}
