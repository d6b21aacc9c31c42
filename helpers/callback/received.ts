import { isRecord, parseJson, type Json } from '../core/json.ts';
import type { HeaderList, WireBody } from '../core/exchange.ts';

/** One request to a callback address. Null marks what a recording does not hold. */
export interface Received {
  /** ISO 8601. */
  readonly receivedAt: string | null;
  readonly method: string | null;
  /** As sent: a path, or an absolute address. */
  readonly url: string | null;
  readonly headers: HeaderList | null;
  readonly body: WireBody;
  /** The body was cut or is not in its named coding, so no check judges it. */
  readonly truncated: boolean;
  /** What our own receiver answered; null for a recording. */
  readonly answered: number | null;
}

export type Recording = { readonly ok: true; readonly received: readonly Received[] } | { readonly ok: false; readonly problem: string };

const textOrNull = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/** Accepts pairs, or an object whose values are texts or lists of texts. */
function parseRecordedHeaders(value: unknown): HeaderList | null {
  if (Array.isArray(value)) return value.flatMap((pair) => (Array.isArray(pair) ? [[String(pair[0]), String(pair[1])] as const] : []));
  if (!isRecord(value)) return null;
  return Object.entries(value).flatMap(([name, held]) => (Array.isArray(held) ? held : [held]).map((one) => [name, String(one)] as const));
}

const toUtf8Body = (text: string): WireBody => ({ text, encoding: 'utf8' });

/** A body recorded as text stays as it was; a JSON value is written as text again. */
const parseRecordedBody = (value: unknown): WireBody =>
  toUtf8Body(typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value));

const isRecordedRequest = (value: unknown): value is Json =>
  isRecord(value) && 'body' in value && ['receivedAt', 'method', 'headers'].some((name) => name in value);

/** One recorded callback: `{ receivedAt, method, headers, body }`, or its body alone. */
function parseReceived(value: unknown): Received {
  const { receivedAt, method, url, headers, body } = isRecordedRequest(value) ? value : { body: value };
  return {
    receivedAt: textOrNull(receivedAt),
    method: textOrNull(method)?.toUpperCase() ?? null,
    url: textOrNull(url),
    headers: parseRecordedHeaders(headers),
    body: parseRecordedBody(body),
    truncated: false,
    answered: null,
  };
}

/** So many callbacks cannot come from one interface, so the recording counts as unreadable. */
const createTooManyProblem = (count: number, most: number): Recording => ({
  ok: false,
  problem: `${count} callbacks, more than the ${most} that the suite reads`,
});

/** Reads one recorded callback, a JSON array of them, or one per line. */
export function readRecording(text: string, most = Number.POSITIVE_INFINITY): Recording {
  const whole = parseJson(text);
  if (Array.isArray(whole) && whole.length > most) return createTooManyProblem(whole.length, most);
  if (whole !== undefined) return { ok: true, received: (Array.isArray(whole) ? whole : [whole]).map(parseReceived) };
  const rows = text.split('\n').flatMap((line, index) => (line.trim() === '' ? [] : [{ line: index + 1, value: parseJson(line) }]));
  const broken = rows.find(({ value }) => value === undefined);
  if (broken !== undefined) return { ok: false, problem: `line ${broken.line} is not JSON` };
  if (rows.length > most) return createTooManyProblem(rows.length, most);
  return rows.length === 0 ? { ok: false, problem: 'nothing' } : { ok: true, received: rows.map(({ value }) => parseReceived(value)) };
}

/** `fresh` came after this sitting began to listen, `late` after the run began, `old` before the run. */
export type CallbackAge = 'fresh' | 'late' | 'old';
