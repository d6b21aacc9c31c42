import { createAdaptorServer } from '@hono/node-server';
import { randomBytes } from 'node:crypto';
import { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Engine } from '../engine.ts';
import { openSteps } from '../steps/steps.ts';
import { openKeys } from './keys.ts';
import { createApp } from './routes.ts';

const loopback = '127.0.0.1';

/** Whoever takes longer for a request, or opens more connections, is no person with a browser on this machine. */
const createLimits = (requestTimeoutMs: number) => ({
  headersTimeout: requestTimeoutMs,
  requestTimeout: requestTimeoutMs,
  connectionsCheckingInterval: requestTimeoutMs / 10,
  maxHeaderSize: 16_384,
});
const maxConnections = 64;

export interface ServedUi {
  /** A new address with a key that works once; an earlier one that nobody used is void. */
  readonly newAddress: () => string;
  readonly isRunning: () => boolean;
  /** Stops a run that is under way, and waits for its reports. */
  readonly stop: () => Promise<void>;
  readonly close: () => Promise<void>;
}

export interface ServeUiOptions {
  readonly port?: number;
  /** How long a code can be corrected after it was entered. */
  readonly holdCodesMs?: number;
  /** For a whole request with its body. */
  readonly requestTimeoutMs?: number;
  /** Hears of an error of the suite, while the page goes on. */
  readonly onTrouble?: (error: Error) => void;
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, loopback, () => {
      // `listen` on a host and a port has an address with a port.
      resolve((server.address() as AddressInfo).port);
    });
  });
}

/** Serves the page on the loopback address until the caller closes it. */
export async function serveUi(
  engine: Engine,
  { port = 0, holdCodesMs = 3_000, requestTimeoutMs = 10_000, onTrouble = () => undefined }: ServeUiOptions = {},
): Promise<ServedUi> {
  const keys = openKeys();
  const steps = openSteps(engine, holdCodesMs);
  const place = { host: '', base: `/${randomBytes(8).toString('hex')}` };
  const app = createApp({ keys, steps, place, onTrouble });
  const server = createAdaptorServer({ fetch: app.fetch, serverOptions: createLimits(requestTimeoutMs) });
  if (!(server instanceof Server)) throw new Error('expected a server of HTTP/1.1, received another');
  server.maxConnections = maxConnections;
  place.host = `${loopback}:${await listen(server, port)}`;
  return {
    newAddress: () => `http://${place.host}${place.base}/#key=${keys.issue()}`,
    isRunning: steps.run.isRunning,
    stop: steps.run.stop,
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}
