import { shorten } from '../../core/text.ts';
import type { Exchange, WireBody } from '../../core/exchange.ts';

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

function describeAnswer({ response, trouble }: Exchange, name: string | null): MarkedText {
  if (response === null) return [{ text: `no answer: ${trouble?.kind ?? ''} ${trouble?.message ?? ''}`, marked: true }];
  const status = { text: `HTTP ${response.status}`, marked: name === null };
  return [status, ...plain('\n'), ...markBody(response.body, name === null ? null : fieldPattern(name))];
}

/** Request and answer. Without a field, the status of the answer is what the card is about. Secrets are already replaced by stand-ins. */
export function markExchange(exchange: Exchange, name: string | null): MarkedText {
  const { request } = exchange;
  const body = request.body === null ? [] : [...plain('\n'), ...markBody(request.body, name === null ? null : fieldPattern(name))];
  return [...plain(`${request.method} ${request.url}`), ...body, ...plain('\n\n'), ...describeAnswer(exchange, name)];
}

/** The call that asked for what is expected: the expected value in it is marked, wherever it stands, and so is the field. */
export function markAsking(exchange: Exchange, name: string | null, value: string | null): MarkedText {
  const { request, response } = exchange;
  const sources = [name === null ? null : fieldPattern(name).source, value === null ? null : value.replaceAll(/[^\w\s]/g, '\\$&')];
  const source = sources.filter((one) => one !== null).join('|');
  const pattern = source === '' ? null : new RegExp(source, 'g');
  const body = request.body === null ? [] : [...plain('\n'), ...markBody(request.body, pattern)];
  const answer = response === null ? plain('no answer') : [...plain(`HTTP ${response.status}\n`), ...markBody(response.body, pattern)];
  return [...plain(`${request.method} ${request.url}`), ...body, ...plain('\n\n'), ...answer];
}
