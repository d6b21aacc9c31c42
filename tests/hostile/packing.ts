import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { ServiceResponse } from '../../sandbox/http/exchange.ts';
import { envelope, own } from './writing.ts';

/** Bombs: small when they arrive, and beyond any memory when unpacked. */

const mebi = 1024 * 1024;

/** A gibibyte of blanks in a mebibyte; members of one archive are read one after the other. */
const gzipBomb = (): Uint8Array => {
  const member = gzipSync(Buffer.alloc(64 * mebi, ' '));
  return Buffer.concat(Array.from({ length: 16 }, () => member));
};

const brotliBomb = (): Uint8Array => brotliCompressSync(Buffer.alloc(256 * mebi, ' '), { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } });

const packed = (coding: string, pack: () => Uint8Array): ServiceResponse => {
  let made: Uint8Array | null = null;
  return own((response) => {
    made ??= pack();
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': coding }).end(made);
  });
};

export const gzipped = packed('gzip', gzipBomb);
export const brotlied = packed('br', brotliBomb);
/** What it unpacks to is a bomb as well. */
export const twice = packed('gzip, gzip', () => gzipSync(gzipBomb()));
export const cutGzip = packed('gzip', () => gzipSync(envelope).subarray(0, 20));
export const noGzip = packed('gzip', () => Buffer.from(envelope));
