import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { text } from './responses.ts';
import type { Store } from '../state/store.ts';
import { pause, type Clock } from '../state/clock.ts';
import type { ServiceRequest, Handler } from './exchange.ts';
import { parseJson } from './json.ts';
import type { Policy } from '../service/policy.ts';
import type { Router } from './router.ts';
import { authenticate } from '../service/service.ts';
import { readBody, writeResponse } from './body.ts';

interface ServerOptions {
  store: Store;
  policy: Policy;
  clock: Clock;
  find: Router;
  handle: Handler;
  latencyMs: number;
}

interface RunningServer {
  baseUrl: string;
  close: () => Promise<void>;
}

// Allows large headers and long idle connections, so that a caller meets the service and not the limits of its server.
const SERVER_OPTIONS = { maxHeaderSize: 256 * 1024, keepAliveTimeout: 60_000, requireHostHeader: false };

export async function startServer(options: ServerOptions, port: number): Promise<RunningServer> {
  const own = { baseUrl: '', asked: 0 };
  const server = createServer(SERVER_OPTIONS, (incoming, outgoing) => {
    own.asked += 1;
    void answerRequest(options, { ...own }, incoming, outgoing);
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (socket.writable)
      socket.end(`HTTP/1.1 ${noHttpStatus(options.policy, error.code)}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
    else socket.destroy();
  });
  server.on('connect', (_request, socket) => socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n'));
  await listen(server, port);
  own.baseUrl = `http://127.0.0.1:${localPort(server)}`;
  return { baseUrl: own.baseUrl, close: () => close(server) };
}

const KINDS: Record<string, string> = {
  HPE_INVALID_VERSION: '505 HTTP Version Not Supported',
  HPE_INVALID_TRANSFER_ENCODING: '501 Not Implemented',
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
};

const noHttpStatus = ({ access }: Policy, kind = ''): string =>
  access.noHttp === 'by-kind' ? (KINDS[kind] ?? '400 Bad Request') : '400 Bad Request';

async function answerRequest(
  options: ServerOptions,
  own: { baseUrl: string; asked: number },
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  outgoing.on('error', () => undefined);
  try {
    const request = await readRequest(options, own, incoming);
    const response = await options.handle(request).catch(() => text(500, 'text/plain', 'sandbox out of order'));
    if (options.latencyMs > 0) await pause(options.clock, options.latencyMs);
    await writeResponse(outgoing, response, request);
  } catch {
    // The caller closed the connection, or a twist made a response that HTTP cannot carry.
    outgoing.destroy();
  }
}

async function readRequest(
  options: ServerOptions,
  { baseUrl, asked }: { baseUrl: string; asked: number },
  incoming: IncomingMessage,
): Promise<ServiceRequest> {
  const { method = 'GET', headers } = incoming;
  const body = await readBody(incoming);
  const raw = body === 'too-large' ? Buffer.alloc(0) : body;
  const parsed = raw.length === 0 ? undefined : parseJson(raw);
  const { path, query } = splitUrl(incoming.url ?? '/');
  const match = options.find(method, path);
  return {
    number: asked,
    method,
    path,
    query,
    headers,
    raw,
    body: parsed?.broken === false ? parsed.body : undefined,
    malformed: body === 'too-large' || parsed?.broken === true,
    operation: match?.route?.operation,
    pathOperation: match?.siblings[0]?.operation,
    agent: authenticate(options.store, headers.authorization, options.clock.now()),
    baseUrl,
    store: options.store,
    policy: options.policy,
    clock: options.clock,
  };
}

// Split by hand, because a URL parser would resolve dots and encodings.
function splitUrl(url: string): { path: string; query: URLSearchParams } {
  const local = url.replace(/^https?:\/\/[^/?#]*/i, '');
  const [path = '', ...query] = local.split('?');
  return { path: path === '' ? '/' : path, query: new URLSearchParams(query.join('?')) };
}

const listen = (server: Server, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve);
  });

const localPort = (server: Server): number => {
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
};

const close = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => {
      resolve();
    });
    server.closeAllConnections();
  });
