import { apiCodes, isApiCode } from '../../specs/codes.ts';
import type { Exchange } from './exchange.ts';
import { isRecord, member, parseExactly } from './json.ts';
import { decodeSafely } from './text.ts';

const toApiCode = (code: unknown): number | null => {
  if (typeof code === 'number') return code;
  return typeof code === 'string' && /^\d{4}$/.test(code) ? Number(code) : null;
};

/** Error bodies of web servers have an HTTP status in the same place. */
const toListedCode = (value: unknown): number | null => {
  const code = toApiCode(value);
  return code !== null && isApiCode(code) ? code : null;
};

/** A list of one envelope says what the envelope says. That it is a list is judged elsewhere. */
export const unwrapEnvelope = (body: unknown): unknown =>
  Array.isArray(body) && body.length === 1 && isRecord(member(body[0], 'status')) ? body[0] : body;

/** Reads `status.code` leniently, `"2000"` as text too: one wrong type must not hide the rest. The type itself is judged elsewhere. */
export const readStatusCode = (body: unknown): number | null => toApiCode(member(member(body, 'status'), 'code'));

/** Of an answer with HTTP 200. Where there is no object `status`, a listed code in its place or beside it says the same. */
export function readApiCode(body: unknown): number | null {
  const envelope = unwrapEnvelope(body);
  const status = member(envelope, 'status');
  return isRecord(status) ? readStatusCode(envelope) : (toListedCode(status) ?? toListedCode(member(envelope, 'code')));
}

/** The result beside code 2000, with HTTP 201 and the like too: the status is accused once. Undefined for any other answer. */
export function readSuccessResult({ response }: Exchange): unknown {
  if (response === null || response.status < 200 || response.status > 299) return undefined;
  const body = unwrapEnvelope(parseExactly(response.body.text));
  return readApiCode(body) === apiCodes.success ? member(body, 'result') : undefined;
}

export const toIdText = (value: unknown): string | null => (typeof value === 'string' || typeof value === 'number' ? String(value) : null);

/** Unchanged where its percent escapes are invalid. */
export const lastSegment = (url: string): string =>
  decodeSafely(
    url
      .replace(/[?#].*/s, '')
      .split('/')
      .at(-1) ?? '',
  );

/** The first value of the name; null where the query has none. Never throws: an address may be odd. */
export const readQueryValue = (url: string, name: string): string | null =>
  new URLSearchParams(/^[^?#]*(\?[^#]*)/.exec(url)?.[1]).get(name);

/** These states are final. */
export type TransferEnding = 'settled' | 'refunded' | 'failed' | 'unknown';

/** Reads the result of OP-11; null while the transfer is under way. */
export function readTransferEnding(invoice: unknown): TransferEnding | null {
  const status = member(invoice, 'status');
  if (status === 'FAILED') return 'failed';
  if (status !== 'COMPLETED') return null;
  return String(member(invoice, 'isDelayed')) === 'true' ? 'refunded' : 'settled';
}
