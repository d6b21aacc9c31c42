import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Engine } from '../engine.ts';
import { openSteps } from '../steps/steps.ts';
import { openKeys } from './keys.ts';
import { route, type Parts } from './routes.ts';

const loopback = '127.0.0.1';

/** Whoever takes longer for a request, or opens more connections, is no person with a browser on this machine. */
const [maxConnections, maxHeaderSize] = [64, 16_384];

export type ServedUi = Awaited<ReturnType<typeof serveUi>>;

export interface ServeUiOptions {
  readonly port?: number;
  /** How long a code can be corrected after it was entered. */
  readonly holdCodesMs?: number;
  /** For a whole request with its body. */
  readonly requestTimeoutMs?: number;
  /** Hears of an error of the suite, while the page goes on. */
  readonly onTrouble?: (error: Error) => void;
}

async function respond(request: IncomingMessage, response: ServerResponse, parts: Parts): Promise<void> {
  const { method = '', url = '', headers } = request;
  const found = await route({ method, path: url.split('?')[0] ?? '', headers }, request, parts);
  if ('bytes' in found) response.writeHead(200, { ...found.headers }).end(found.bytes);
  else response.writeHead(found.status, { 'Content-Type': 'text/plain' }).end(found.words);
}

/** Serves the page on the loopback address until the caller closes it. */
export async function serveUi(engine: Engine, options: ServeUiOptions = {}) {
  const { port = 0, holdCodesMs = 3_000, requestTimeoutMs = 10_000, onTrouble = () => undefined } = options;
  const keys = openKeys();
  const steps = openSteps(engine, holdCodesMs);
  const place = { host: '', base: `/${randomBytes(8).toString('hex')}` };
  const times = { headersTimeout: requestTimeoutMs, requestTimeout: requestTimeoutMs, connectionsCheckingInterval: requestTimeoutMs / 10 };
  const server = createServer({ ...times, maxHeaderSize }, (request, response) => {
    respond(request, response, { keys, steps, place }).catch((error: unknown) => {
      onTrouble(error instanceof Error ? error : new Error(String(error)));
      response.writeHead(500).end('the suite failed; the terminal says why');
    });
  });
  server.maxConnections = maxConnections;
  await once(server.listen(port, loopback), 'listening');
  // A server that listens on a host and a port has an address with a port.
  place.host = `${loopback}:${(server.address() as AddressInfo).port}`;
  return {
    /** A new address with a key that works once. An earlier key that was not used is void. */
    newAddress: () => `http://${place.host}${place.base}/#key=${keys.issue()}`,
    isRunning: steps.run.isRunning,
    /** Stops a run that is under way, and waits for its reports. */
    stop: steps.run.stop,
    close: async (): Promise<void> => {
      const closed = once(server.close(), 'close');
      server.closeAllConnections();
      await closed;
    },
  };
}
