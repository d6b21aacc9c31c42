import { isUtf8 } from 'node:buffer';
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib';
import type { Transform } from 'node:stream';
import type { WireBody } from '../../core/exchange.ts';

/** Many senders omit the zlib header that `deflate` requires. */
const createInflater = ([first = 0]: Uint8Array): Transform => ((first & 0x0f) === 8 ? createInflate() : createInflateRaw());

const decoders: Readonly<Record<string, (bytes: Uint8Array) => Transform>> = {
  gzip: () => createGunzip(),
  'x-gzip': () => createGunzip(),
  deflate: createInflater,
  br: () => createBrotliDecompress(),
};

export interface Decoded {
  readonly bytes: Uint8Array;
  readonly truncated: boolean;
  /** The bytes do not match the named coding, or the coding is unknown: kept as received. */
  readonly unreadable: boolean;
}

export function toWireBody(bytes: Uint8Array): WireBody {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return isUtf8(buffer) ? { text: buffer.toString('utf8'), encoding: 'utf8' } : { text: buffer.toString('base64'), encoding: 'base64' };
}

/** No answer of the interface comes near this size. Longer answers are cut, unless the call says otherwise. */
export const MAX_BODY_BYTES = 512 * 1024;

export const maxBodyText = `${MAX_BODY_BYTES / 1024} KiB`;

/** How much is kept of a cut body: no check judges it, and this much shows what it was. */
const KEPT_BYTES_OF_CUT = 16 * 1024;

/** Ends at the last whole letter. */
export function cutToBeginning(bytes: Uint8Array): Uint8Array {
  if (bytes.length <= KEPT_BYTES_OF_CUT) return bytes;
  let end = KEPT_BYTES_OF_CUT;
  while (end > KEPT_BYTES_OF_CUT - 4 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return bytes.slice(0, end);
}

/** Unpacks at most `maxBytes`, so that a small answer cannot fill the memory. */
export function decodeBody(bytes: Uint8Array, given: string, maxBytes: number): Promise<Decoded> {
  const coding = given.trim().toLowerCase();
  const decoder = decoders[coding]?.(bytes);
  const asItCame = { bytes, truncated: false, unreadable: bytes.length > 0 && coding !== '' && coding !== 'identity' };
  if (decoder === undefined || bytes.length === 0) return Promise.resolve(asItCame);
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    decoder.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      size += chunk.length;
      if (size <= maxBytes) return;
      decoder.destroy();
      resolve({ bytes: Buffer.concat(chunks).subarray(0, maxBytes), truncated: true, unreadable: false });
    });
    decoder.on('end', () => {
      resolve({ bytes: Buffer.concat(chunks), truncated: false, unreadable: false });
    });
    decoder.on('error', () => {
      resolve(asItCame);
    });
    decoder.end(bytes);
  });
}
