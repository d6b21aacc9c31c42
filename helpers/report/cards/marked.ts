import { shorten } from '../../core/text.ts';
import type { Exchange, WireBody } from '../../core/exchange.ts';
import type { BrokenRow } from '../model/check-row.ts';

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

/** What the card is about: a field of the body, the status, or both. */
export interface Mark {
  readonly field: string | null;
  readonly status: boolean;
}

/** Of an answer with another API code than expected, the code deviates, and its status only where another one is expected. */
export function findMark({ place, deviation, expected }: Pick<BrokenRow, 'place' | 'deviation' | 'expected'>): Mark {
  const field = findFieldName(place);
  if (field !== null) return { field, status: false };
  const isByCode = deviation === 'served' || deviation?.startsWith('code-') === true;
  return isByCode ? { field: 'code', status: /^HTTP (?!200)/.test(expected ?? '') } : { field: null, status: true };
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

function describeAnswer({ response, trouble }: Exchange, { field, status: isMarked }: Mark): MarkedText {
  if (response === null) return [{ text: `no answer: ${trouble?.kind ?? ''} ${trouble?.message ?? ''}`, marked: true }];
  const status = { text: `HTTP ${response.status}`, marked: isMarked };
  return [status, ...plain('\n'), ...markBody(response.body, toPattern(field))];
}

const toPattern = (name: string | null): RegExp | null => (name === null ? null : fieldPattern(name));

/** With the header that gives the consent of the sender: a wrong code in it is what many cards are about. */
function describeCall({ request: { method, url, headers, body } }: Exchange, pattern: RegExp | null): MarkedText {
  const consents = headers.filter(([name]) => /^consent$/i.test(name)).map(([name, value]) => `\n${name}: ${value}`);
  return [...plain(`${method} ${url}${consents.join('')}`), ...(body === null ? [] : [...plain('\n'), ...markBody(body, pattern)])];
}

/** Request and answer. Secrets are already replaced by stand-ins. */
export function markExchange(exchange: Exchange, mark: Mark): MarkedText {
  return [...describeCall(exchange, toPattern(mark.field)), ...plain('\n\n'), ...describeAnswer(exchange, mark)];
}

/** The call that asked for what is expected: the expected value in it is marked, wherever it stands, and so is the field. */
export function markAsking(exchange: Exchange, name: string | null, value: string | null): MarkedText {
  const { response } = exchange;
  const sources = [name === null ? null : fieldPattern(name).source, value === null ? null : value.replaceAll(/[^\w\s]/g, '\\$&')];
  const source = sources.filter((one) => one !== null).join('|');
  const pattern = source === '' ? null : new RegExp(source, 'g');
  const answer = response === null ? plain('no answer') : [...plain(`HTTP ${response.status}\n`), ...markBody(response.body, pattern)];
  return [...describeCall(exchange, pattern), ...plain('\n\n'), ...answer];
}
