import { apiCodes } from '../../specs/codes.ts';
import type { Exchange } from './exchange.ts';
import { member, parseJson } from './json.ts';
import { decodeSafely } from './text.ts';

/** What answers tell to whoever only overhears them; whether they are as specified is judged elsewhere. */

/** `status.code` of a body, read leniently (`"2000"` too), so that one broken type does not hide the rest; the type is judged on its own. */
export function readApiCode(body: unknown): number | null {
  const code = member(member(body, 'status'), 'code');
  if (typeof code === 'number') return code;
  return typeof code === 'string' && /^\d{4}$/.test(code) ? Number(code) : null;
}

/** The result of a successful answer. */
export function readSuccessResult({ response }: Exchange): unknown {
  if (response?.status !== 200) return undefined;
  const body = parseJson(response.body.text);
  return readApiCode(body) === apiCodes.success ? member(body, 'result') : undefined;
}

export const toIdText = (value: unknown): string | null => (typeof value === 'string' || typeof value === 'number' ? String(value) : null);

/** The id that a path ends with; as it stands where it is oddly encoded. */
export const lastSegment = (url: string): string =>
  decodeSafely(
    url
      .replace(/[?#].*/s, '')
      .split('/')
      .at(-1) ?? '',
  );

/** How a transfer ended; of none of these more will be heard. */
export type TransferEnding = 'settled' | 'refunded' | 'failed' | 'unknown';

/** How OP-11 says that a transfer ended; null while it is under way. */
export function readTransferEnding(invoice: unknown): TransferEnding | null {
  const status = member(invoice, 'status');
  if (status === 'FAILED') return 'failed';
  if (status !== 'COMPLETED') return null;
  return String(member(invoice, 'isDelayed')) === 'true' ? 'refunded' : 'settled';
}
