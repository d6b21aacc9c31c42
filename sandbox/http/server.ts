import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { text } from './responses.ts';
import type { Bank } from '../state/store.ts';
import { pause, type Clock } from '../state/clock.ts';
import type { Ask, Handler } from './exchange.ts';
import { parse } from './json.ts';
import type { Policy } from '../service/policy.ts';
import type { Router } from './router.ts';
import { bearer } from '../service/service.ts';
import { readBody, writeAnswer } from './body.ts';

interface House {
  bank: Bank;
  policy: Policy;
  clock: Clock;
  find: Router;
  handle: Handler;
  latencyMs: number;
}

interface Served {
  baseUrl: string;
  close: () => Promise<void>;
}

// Generous to headers and to idle connections, so that what a caller sees is the service and not its server.
const OPTIONS = { maxHeaderSize: 256 * 1024, keepAliveTimeout: 60_000, requireHostHeader: false };

export async function serve(house: House, port: number): Promise<Served> {
  const own = { baseUrl: '', asked: 0 };
  const server = createServer(OPTIONS, (request, response) => {
    own.asked += 1;
    void reply(house, { ...own }, request, response);
  });
  server.on('clientError', (_error, socket) => {
    if (socket.writable) socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
    else socket.destroy();
  });
  server.on('connect', (_request, socket) => socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n'));
  await listen(server, port);
  own.baseUrl = `http://127.0.0.1:${portOf(server)}`;
  return { baseUrl: own.baseUrl, close: () => close(server) };
}

async function reply(
  house: House,
  own: { baseUrl: string; asked: number },
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  response.on('error', () => undefined);
  try {
    const ask = await readAsk(house, own, request);
    const answer = await house.handle(ask).catch(() => text(500, 'text/plain', 'sandbox out of order'));
    if (house.latencyMs > 0) await pause(house.clock, house.latencyMs);
    await writeAnswer(response, answer, ask);
  } catch {
    // The caller hung up, or a twist asked for something HTTP cannot say: there is nobody left to answer.
    response.destroy();
  }
}

async function readAsk(house: House, { baseUrl, asked }: { baseUrl: string; asked: number }, request: IncomingMessage): Promise<Ask> {
  const { method = 'GET', headers } = request;
  const body = await readBody(request);
  const raw = body === 'too-large' ? Buffer.alloc(0) : body;
  const parsed = raw.length === 0 ? undefined : parse(raw);
  const { path, query } = address(request.url ?? '/');
  const match = house.find(method, path);
  return {
    number: asked,
    method,
    path,
    query,
    headers,
    raw,
    body: parsed?.broken === false ? parsed.body : undefined,
    broken: body === 'too-large' || parsed?.broken === true,
    operation: match?.route?.operation,
    pathOperation: match?.siblings[0]?.operation,
    agent: bearer(house.bank, headers.authorization, house.clock.now()),
    baseUrl,
    bank: house.bank,
    policy: house.policy,
    clock: house.clock,
  };
}

// By hand: a URL parser would resolve dots and encodings that are nobody's business here.
function address(url: string): { path: string; query: URLSearchParams } {
  const local = url.replace(/^https?:\/\/[^/?#]*/i, '');
  const [path = '', ...query] = local.split('?');
  return { path: path === '' ? '/' : path, query: new URLSearchParams(query.join('?')) };
}

const listen = (server: Server, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve);
  });

const portOf = (server: Server): number => {
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
