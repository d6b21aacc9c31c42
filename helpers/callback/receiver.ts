import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { cutToBeginning, decodeBody, toWireBody } from '../client/http/body.ts';
import { parseRawHeaders } from '../client/http/raw-headers.ts';
import { findHeader } from '../core/exchange.ts';
import type { Received } from './received.ts';

/** The setting for the next port, where this one is occupied. */
export const exampleBeside = ({ host, port }: { readonly host: string; readonly port: number }): string =>
  `DMT_CALLBACK_LISTEN=${host}:${port < 65_535 ? port + 1 : 8099}`;

export interface Receiver {
  readonly url: string;
  readonly turnedAway: () => number;
  readonly close: () => Promise<void>;
}

export interface ReceiverLimits {
  /** Limit of one unpacked body; the rest is cut. */
  readonly maxBytes: number;
  /** Limit of all bodies under way together. */
  readonly maxBytesAtOnce: number;
  /** A slower body is dropped, and so is a connection that begins later. */
  readonly timeoutMs: number;
  /** Further connections are refused: our own calls need connections too. */
  readonly maxConnections: number;
}

const usualLimits: ReceiverLimits = { maxBytes: 1024 * 1024, maxBytesAtOnce: 32 * 1024 * 1024, timeoutMs: 10_000, maxConnections: 1000 };

interface CollectedBody {
  readonly bytes: Uint8Array;
  readonly cut: boolean;
}

/** Reads the body up to the limits; null when it broke off or took too long. */
function collectBody(
  request: IncomingMessage,
  { maxBytes, timeoutMs }: ReceiverLimits,
  room: { bytes: number },
): Promise<CollectedBody | null> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    let ended = false;
    const end = (collected: CollectedBody | null): void => {
      clearTimeout(deadline);
      ended = true;
      room.bytes += size;
      size = 0;
      resolve(collected);
    };
    const deadline = setTimeout(end, timeoutMs, null);
    request.on('data', (chunk: Buffer) => {
      if (ended) return;
      const fits = Math.min(chunk.length, maxBytes - size, room.bytes);
      chunks.push(chunk.subarray(0, fits));
      size += fits;
      room.bytes -= fits;
      if (fits < chunk.length) end({ bytes: Buffer.concat(chunks), cut: true });
    });
    request.on('end', () => {
      end({ bytes: Buffer.concat(chunks), cut: false });
    });
    request.on('close', () => {
      end(null);
    });
  });
}

/** Only confirms the arrival. The checks judge the content later. */
function sendAnswer(response: ServerResponse, status: number, request: IncomingMessage): void {
  const whole = request.complete;
  // An idle connection would block another one.
  response.writeHead(status, { 'content-length': '0', connection: 'close' });
  response.end(() => {
    if (!whole) request.destroy();
  });
}

/** Listens for callbacks and passes each on, whatever its method, path or content. Rejects when it cannot listen. */
export function openReceiver(
  { host, port }: { readonly host: string; readonly port: number },
  take: (received: Received) => void,
  limits: ReceiverLimits = usualLimits,
): Promise<Receiver> {
  const room = { bytes: limits.maxBytesAtOnce };
  const receive = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const receivedAt = new Date().toISOString();
    const collected = await collectBody(request, limits, room);
    if (collected === null) {
      sendAnswer(response, 408, request);
      return;
    }
    const { method = '', url = '' } = request;
    const headers = parseRawHeaders(request.rawHeaders);
    const { bytes, truncated, unreadable } = await decodeBody(
      collected.bytes,
      findHeader(headers, 'content-encoding') ?? '',
      limits.maxBytes,
    );
    const unread = truncated || unreadable || collected.cut;
    take({ receivedAt, method, url, headers, body: toWireBody(unread ? cutToBeginning(bytes) : bytes), truncated: unread, answered: 200 });
    sendAnswer(response, 200, request);
  };
  const { timeoutMs, maxConnections } = limits;
  const patience = { headersTimeout: timeoutMs, requestTimeout: timeoutMs, connectionsCheckingInterval: Math.min(timeoutMs, 1000) };
  const server = createServer(patience, (request, response) => void receive(request, response));
  server.maxConnections = maxConnections;
  let turnedAway = 0;
  server.on('drop', () => (turnedAway += 1));
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => {
        resolve();
      });
      server.closeAllConnections();
    });
  return new Promise((resolve, reject) => {
    // After listening began, a rejection has no effect: one failed connection ends nothing.
    server.on('error', reject);
    server.listen(port, host, () => {
      const address = server.address();
      const bound = typeof address === 'object' && address !== null ? address.port : port;
      resolve({ url: `http://${host.includes(':') ? `[${host}]` : host}:${bound}/callback`, turnedAway: () => turnedAway, close });
    });
  });
}
