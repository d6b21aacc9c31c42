import type { Dispatcher } from 'undici';
import { cutToBeginning, decodeBody, toWireBody } from './body.ts';
import { findHeader, type HeaderList, type Trouble, type WireBody, type WireResponse } from '../../core/exchange.ts';
import { flattenHeaders, MAX_HEAD_BYTES, measureHeaders, parseRawHeaders } from './raw-headers.ts';
import { explainError, isOwnMistake, createTrouble } from './trouble.ts';

/** Origin and path are sent as given. */
export interface HttpRequest {
  readonly method: string;
  readonly origin: string;
  readonly path: string;
  readonly headers: HeaderList;
  readonly body: string | Uint8Array | null;
  /** Sent instead of all other parts. */
  readonly bytes?: Uint8Array | undefined;
}

export interface Bounds {
  readonly timeoutMs: number;
  readonly maxBytes: number;
}

interface OriginRoute {
  readonly proxied: boolean;
  readonly rootCause: (error: Error) => Error;
}

export type WireResult =
  | { readonly response: WireResponse; readonly trouble: null; readonly sent: true }
  | { readonly response: null; readonly trouble: Trouble; readonly sent: boolean };

interface PartialAnswer {
  controller: Dispatcher.DispatchController | null;
  status: number;
  headers: HeaderList;
  chunks: Buffer[];
  size: number;
  done: boolean;
  deadline: NodeJS.Timeout | undefined;
}

const createPartialAnswer = (): PartialAnswer => ({
  controller: null,
  status: 0,
  headers: [],
  chunks: [],
  size: 0,
  done: false,
  deadline: undefined,
});

/** Returns no promise when nothing must be unpacked. */
function buildResponse({ status, headers, chunks }: PartialAnswer, cut: boolean, maxBytes: number): WireResponse | Promise<WireResponse> {
  const all = chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks);
  const bytes = cut ? all.subarray(0, maxBytes) : all;
  const read = (whole: Uint8Array, truncated: boolean): WireResponse => ({
    status,
    headers,
    body: toWireBody(truncated ? cutToBeginning(whole) : whole),
    truncated,
  });
  const coding = findHeader(headers, 'content-encoding') ?? '';
  if (coding === '') return read(bytes, cut);
  return decodeBody(bytes, coding, maxBytes).then((decoded) => {
    const response = read(decoded.bytes, cut || decoded.truncated);
    // A cut body does not show whether it could be unpacked.
    return decoded.unreadable && !cut ? { ...response, unreadable: true } : response;
  });
}

/** Only the first call counts. */
interface ExchangeEnding {
  readonly fail: (trouble: Trouble) => void;
  readonly succeed: (cut: boolean) => void;
  readonly reject: (error: Error) => void;
}

const toError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));

function createEnding(
  received: PartialAnswer,
  maxBytes: number,
  resolve: (result: WireResult) => void,
  reject: (error: Error) => void,
): ExchangeEnding {
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
      const response = buildResponse(received, cut, maxBytes);
      if (!(response instanceof Promise)) answered(response);
      else
        response.then(answered, (error: unknown) => {
          reject(toError(error));
        });
    },
    reject(error) {
      if (isFirst()) reject(error);
    },
  };
}

const createCapError = (): Error => new Error('longer than the cap');

function createHandler(
  received: PartialAnswer,
  ending: ExchangeEnding,
  maxBytes: number,
  { proxied, rootCause }: OriginRoute,
): Dispatcher.DispatchHandler {
  return {
    onRequestStart(controller) {
      received.controller = controller;
      // The deadline passed while connecting, so nothing may leave.
      if (received.done) controller.abort(new Error('deadline'));
    },
    onResponseStart(controller, status) {
      if (status < 200) return;
      received.status = status;
      received.headers = parseRawHeaders(controller.rawHeaders);
      if (measureHeaders(received.headers) <= MAX_HEAD_BYTES) return;
      ending.fail(createTrouble('protocol', `headers of more than ${MAX_HEAD_BYTES / 1024} KiB`));
      controller.abort(createCapError());
    },
    onResponseData(controller, chunk) {
      received.chunks.push(chunk);
      received.size += chunk.length;
      if (received.size <= maxBytes) return;
      ending.succeed(true);
      received.chunks = [];
      controller.abort(createCapError());
    },
    onResponseEnd() {
      ending.succeed(false);
    },
    onResponseError(_, error) {
      if (isOwnMistake(error)) ending.reject(error);
      else ending.fail(explainError(rootCause(error), { sent: received.controller !== null, answered: received.status !== 0, proxied }));
    },
  };
}

/** Sends one request and reads the answer, up to a size and a deadline. Redirects are ordinary answers. */
export function exchangeOver(
  dispatcher: Dispatcher,
  request: HttpRequest,
  { timeoutMs, maxBytes }: Bounds,
  way: OriginRoute,
): Promise<WireResult> {
  const received = createPartialAnswer();
  return new Promise((resolve, reject) => {
    const ending = createEnding(received, maxBytes, resolve, reject);
    const late = (): void => {
      const { controller } = received;
      const connecting = way.proxied ? 'proxy' : 'unreachable';
      const waited = `${timeoutMs} ms`;
      ending.fail(
        controller === null ? createTrouble(connecting, `no connection within ${waited}`) : createTrouble('timeout', `waited ${waited}`),
      );
      controller?.abort(new Error('deadline'));
    };
    received.deadline = setTimeout(late, timeoutMs);
    const { origin, path, method, body } = request;
    const options = { origin, path, method, headers: flattenHeaders(request.headers), body, headersTimeout: 0, bodyTimeout: 0 };
    dispatcher.dispatch(options, createHandler(received, ending, maxBytes, way));
  });
}

export function toRecordedBody({ body }: Pick<HttpRequest, 'body'>): WireBody | null {
  if (body === null) return null;
  return typeof body === 'string' ? { text: body, encoding: 'utf8' } : toWireBody(body);
}
