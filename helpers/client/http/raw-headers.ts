import type { Dispatcher } from 'undici';
import type { HeaderList } from '../../core/exchange.ts';

type RawHeaders = Dispatcher.DispatchController['rawHeaders'];

const decodeLatin1 = (part: Buffer | string | undefined): string => (typeof part === 'string' ? part : (part?.toString('latin1') ?? ''));

export function parseRawHeaders(raw: RawHeaders): HeaderList {
  if (!Array.isArray(raw)) return [];
  const list: (readonly [string, string])[] = [];
  for (let at = 0; at < raw.length; at += 2) list.push([decodeLatin1(raw[at]), decodeLatin1(raw[at + 1])]);
  return list;
}

/** More than any server sends. The library fails once per line beyond its own limit, so its limit is far higher. */
export const MAX_HEAD_BYTES = 16 * 1024;

export const measureHeaders = (headers: HeaderList): number =>
  headers.reduce((size, [name, value]) => size + name.length + value.length, 0);

export function flattenHeaders(headers: HeaderList): string[] {
  const turns: string[] = [];
  for (const [name, value] of headers) turns.push(name, value);
  return turns;
}
