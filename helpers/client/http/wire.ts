import type { Dispatcher } from 'undici';
import { beginningOf, decode, wireBody } from './body.ts';
import type { HeaderList, Trouble, WireResponse } from '../../core/exchange.ts';
import { explain, isOwnMistake, troubleOf } from './trouble.ts';

/** One request as it is to go over the wire; origin and path are sent as given. */
export interface WireCall {
  readonly origin: string;
  readonly path: string;
  readonly method: string;
  /** Names and values in turn. */
  readonly headers: string[];
  readonly body: string | Uint8Array | null;
  /** In place of all of it. */
  readonly bytes?: Uint8Array | undefined;
  readonly timeoutMs: number;
  /** Of the answer's body, unpacked. */
  readonly maxBytes: number;
  readonly proxied: boolean;
  readonly rootCause: (error: Error) => Error;
}

export type WireResult =
  | { readonly response: WireResponse; readonly trouble: null; readonly sent: true }
  | { readonly response: null; readonly trouble: Trouble; readonly sent: boolean };

type RawHeaders = Dispatcher.DispatchController['rawHeaders'];

const latin1 = (part: Buffer | string | undefined): string => (typeof part === 'string' ? part : (part?.toString('latin1') ?? ''));

function headerList(raw: RawHeaders): HeaderList {
  if (!Array.isArray(raw)) return [];
  const list: (readonly [string, string])[] = [];
  for (let at = 0; at < raw.length; at += 2) list.push([latin1(raw[at]), latin1(raw[at + 1])]);
  return list;
}

/** More than any server sends. The library under us fails once for each line beyond its own bound, so its bound is far behind this one. */
export const MAX_HEAD_BYTES = 16 * 1024;

const sizeOf = (headers: HeaderList): number => headers.reduce((size, [name, value]) => size + name.length + value.length, 0);

const codingOf = (headers: HeaderList): string => headers.find(([name]) => name.toLowerCase() === 'content-encoding')?.[1] ?? '';

/** At once when there is nothing to unpack. */
function finish(
  status: number,
  headers: HeaderList,
  bytes: Uint8Array,
  cut: boolean,
  maxBytes: number,
): WireResponse | Promise<WireResponse> {
  const read = (whole: Uint8Array, truncated: boolean): WireResponse => ({
    status,
    headers,
    body: wireBody(truncated ? beginningOf(whole) : whole),
    truncated,
  });
  const coding = codingOf(headers);
  if (coding === '') return read(bytes, cut);
  return decode(bytes, coding, maxBytes).then((decoded) => {
    const response = read(decoded.bytes, cut || decoded.truncated);
    // Of what is cut nobody knows whether it could have been unpacked.
    return decoded.unreadable && !cut ? { ...response, unreadable: true } : response;
  });
}

/** Sends one request and reads the whole answer, up to a size and by a deadline; redirects are answers like any other. */
export function exchangeOver(dispatcher: Dispatcher, call: WireCall): Promise<WireResult> {
  return new Promise((resolve, reject) => {
    let controller: Dispatcher.DispatchController | null = null;
    let status = 0;
    let headers: HeaderList = [];
    let chunks: Buffer[] = [];
    let size = 0;
    let done = false;

    const end = (): boolean => {
      if (done) return false;
      done = true;
      clearTimeout(deadline);
      return true;
    };
    const fail = (trouble: Trouble): void => {
      if (end()) resolve({ response: null, trouble, sent: controller !== null });
    };
    const succeed = (cut: boolean): void => {
      if (!end()) return;
      const bytes = chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks);
      const response = finish(status, headers, cut ? bytes.subarray(0, call.maxBytes) : bytes, cut, call.maxBytes);
      if (!(response instanceof Promise)) resolve({ response, trouble: null, sent: true });
      else
        response.then(
          (unpacked) => {
            resolve({ response: unpacked, trouble: null, sent: true });
          },
          (error: unknown) => {
            reject(error instanceof Error ? error : new Error(String(error)));
          },
        );
    };
    const late = (): void => {
      const connecting = call.proxied ? 'proxy' : 'unreachable';
      const waited = `${call.timeoutMs} ms`;
      fail(controller === null ? troubleOf(connecting, `no connection within ${waited}`) : troubleOf('timeout', `waited ${waited}`));
      controller?.abort(new Error('deadline'));
    };
    const deadline = setTimeout(late, call.timeoutMs);

    const { origin, path, method, body } = call;
    dispatcher.dispatch(
      { origin, path, method, headers: call.headers, body, headersTimeout: 0, bodyTimeout: 0 },
      {
        onRequestStart(started) {
          controller = started;
          // The deadline passed while the connection was made: nothing may leave any more.
          if (done) started.abort(new Error('deadline'));
        },
        onResponseStart(answering, code) {
          if (code < 200) return;
          status = code;
          headers = headerList(answering.rawHeaders);
          if (sizeOf(headers) <= MAX_HEAD_BYTES) return;
          fail(troubleOf('protocol', `headers of more than ${MAX_HEAD_BYTES / 1024} KiB`));
          answering.abort(new Error('longer than the cap'));
        },
        onResponseData(answering, chunk) {
          chunks.push(chunk);
          size += chunk.length;
          if (size <= call.maxBytes) return;
          succeed(true);
          chunks = [];
          answering.abort(new Error('longer than the cap'));
        },
        onResponseEnd() {
          succeed(false);
        },
        onResponseError(_, error) {
          if (!isOwnMistake(error))
            fail(explain(call.rootCause(error), { sent: controller !== null, answered: status !== 0, proxied: call.proxied }));
          else if (end()) reject(error);
        },
      },
    );
  });
}
