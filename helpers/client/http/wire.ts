import type { Dispatcher } from 'undici';
import { beginningOf, decode, wireBody } from './body.ts';
import { headerOf, type HeaderList, type Trouble, type WireResponse } from '../../core/exchange.ts';
import { explain, isOwnMistake, troubleOf } from './trouble.ts';

/** One request as it leaves; origin and path are sent as given. */
export interface HttpRequest {
  readonly method: string;
  readonly origin: string;
  readonly path: string;
  readonly headers: HeaderList;
  readonly body: string | Uint8Array | null;
  /** Sent as they are, in place of all of it. */
  readonly bytes?: Uint8Array | undefined;
}

/** How much of an answer is waited for. */
export interface Bounds {
  readonly timeoutMs: number;
  /** Of the answer's body, unpacked. */
  readonly maxBytes: number;
}

/** What the way to an origin says of its failures. */
interface Way {
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

/** Names and values in turn, as the library takes them. */
function namesAndValues(headers: HeaderList): string[] {
  const turns: string[] = [];
  for (const [name, value] of headers) turns.push(name, value);
  return turns;
}

/** What came of an answer so far. */
interface Received {
  controller: Dispatcher.DispatchController | null;
  status: number;
  headers: HeaderList;
  chunks: Buffer[];
  size: number;
  done: boolean;
  deadline: NodeJS.Timeout | undefined;
}

const nothingYet = (): Received => ({ controller: null, status: 0, headers: [], chunks: [], size: 0, done: false, deadline: undefined });

/** At once when there is nothing to unpack. */
function responseOf({ status, headers, chunks }: Received, cut: boolean, maxBytes: number): WireResponse | Promise<WireResponse> {
  const all = chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks);
  const bytes = cut ? all.subarray(0, maxBytes) : all;
  const read = (whole: Uint8Array, truncated: boolean): WireResponse => ({
    status,
    headers,
    body: wireBody(truncated ? beginningOf(whole) : whole),
    truncated,
  });
  const coding = headerOf(headers, 'content-encoding') ?? '';
  if (coding === '') return read(bytes, cut);
  return decode(bytes, coding, maxBytes).then((decoded) => {
    const response = read(decoded.bytes, cut || decoded.truncated);
    // Of what is cut nobody knows whether it could have been unpacked.
    return decoded.unreadable && !cut ? { ...response, unreadable: true } : response;
  });
}

/** How an exchange ends; only the first of them counts. */
interface Ending {
  readonly fail: (trouble: Trouble) => void;
  readonly succeed: (cut: boolean) => void;
  readonly reject: (error: Error) => void;
}

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));

function endingOf(received: Received, maxBytes: number, resolve: (result: WireResult) => void, reject: (error: Error) => void): Ending {
  const isFirst = (): boolean => {
    const first = !received.done;
    received.done = true;
    clearTimeout(received.deadline);
    return first;
  };
  const answered = (response: WireResponse): void => {
    resolve({ response, trouble: null, sent: true });
  };
  return {
    fail(trouble) {
      if (isFirst()) resolve({ response: null, trouble, sent: received.controller !== null });
    },
    succeed(cut) {
      if (!isFirst()) return;
      const response = responseOf(received, cut, maxBytes);
      if (!(response instanceof Promise)) answered(response);
      else
        response.then(answered, (error: unknown) => {
          reject(asError(error));
        });
    },
    reject(error) {
      if (isFirst()) reject(error);
    },
  };
}

const beyondTheCap = (): Error => new Error('longer than the cap');

function handlerOf(received: Received, ending: Ending, maxBytes: number, { proxied, rootCause }: Way): Dispatcher.DispatchHandler {
  return {
    onRequestStart(controller) {
      received.controller = controller;
      // The deadline passed while the connection was made: nothing may leave any more.
      if (received.done) controller.abort(new Error('deadline'));
    },
    onResponseStart(controller, status) {
      if (status < 200) return;
      received.status = status;
      received.headers = headerList(controller.rawHeaders);
      if (sizeOf(received.headers) <= MAX_HEAD_BYTES) return;
      ending.fail(troubleOf('protocol', `headers of more than ${MAX_HEAD_BYTES / 1024} KiB`));
      controller.abort(beyondTheCap());
    },
    onResponseData(controller, chunk) {
      received.chunks.push(chunk);
      received.size += chunk.length;
      if (received.size <= maxBytes) return;
      ending.succeed(true);
      received.chunks = [];
      controller.abort(beyondTheCap());
    },
    onResponseEnd() {
      ending.succeed(false);
    },
    onResponseError(_, error) {
      if (isOwnMistake(error)) ending.reject(error);
      else ending.fail(explain(rootCause(error), { sent: received.controller !== null, answered: received.status !== 0, proxied }));
    },
  };
}

/** Sends one request and reads the whole answer, up to a size and by a deadline; redirects are answers like any other. */
export function exchangeOver(dispatcher: Dispatcher, request: HttpRequest, { timeoutMs, maxBytes }: Bounds, way: Way): Promise<WireResult> {
  const received = nothingYet();
  return new Promise((resolve, reject) => {
    const ending = endingOf(received, maxBytes, resolve, reject);
    const late = (): void => {
      const { controller } = received;
      const connecting = way.proxied ? 'proxy' : 'unreachable';
      const waited = `${timeoutMs} ms`;
      ending.fail(controller === null ? troubleOf(connecting, `no connection within ${waited}`) : troubleOf('timeout', `waited ${waited}`));
      controller?.abort(new Error('deadline'));
    };
    received.deadline = setTimeout(late, timeoutMs);
    const { origin, path, method, body } = request;
    const options = { origin, path, method, headers: namesAndValues(request.headers), body, headersTimeout: 0, bodyTimeout: 0 };
    dispatcher.dispatch(options, handlerOf(received, ending, maxBytes, way));
  });
}
