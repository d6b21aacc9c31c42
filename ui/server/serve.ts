import { createAdaptorServer } from '@hono/node-server';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Engine } from '../engine.ts';
import { openSteps } from '../steps/steps.ts';
import { openKeys } from './keys.ts';
import { createApp } from './routes.ts';

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

/** Serves the page on the loopback address until the caller closes it. */
export async function serveUi(engine: Engine, options: ServeUiOptions = {}) {
  const { port = 0, holdCodesMs = 3_000, requestTimeoutMs = 10_000, onTrouble = () => undefined } = options;
  const keys = openKeys();
  const steps = openSteps(engine, holdCodesMs);
  const place = { host: '', base: `/${randomBytes(8).toString('hex')}` };
  const app = createApp({ keys, steps, place, onTrouble });
  const times = { headersTimeout: requestTimeoutMs, requestTimeout: requestTimeoutMs, connectionsCheckingInterval: requestTimeoutMs / 10 };
  const server = createAdaptorServer({ fetch: app.fetch, serverOptions: { ...times, maxHeaderSize } });
  if (!(server instanceof Server)) throw new Error('expected a server of HTTP/1.1, received another');
  server.maxConnections = maxConnections;
  await once(server.listen(port, loopback), 'listening');
  // A server that listens on a host and a port has an address with a port.
  place.host = `${loopback}:${(server.address() as AddressInfo).port}`;
  return {
    /** A new address with a key that works once; an earlier one that nobody used is void. */
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
