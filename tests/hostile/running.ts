import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo, Server } from 'node:net';
import type { Environment } from '../../helpers/config/settings.ts';
import { startSandbox } from '../../sandbox/start.ts';
import { timeoutSettings, type Behavior } from './behavior.ts';

interface Listening {
  readonly host: string;
  readonly close: () => Promise<void>;
}

async function listen(answer: RequestListener): Promise<Listening> {
  const server: Server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => {
        resolve();
      });
    });
  return { host: `127.0.0.1:${port}`, close };
}

/** Where nothing listens just now. */
async function freeHost(): Promise<string> {
  const { host, close } = await listen(() => undefined);
  await close();
  return host;
}

export interface Met {
  /** How a run meets it. */
  readonly environment: Environment;
  /** How often the stranger was visited. */
  readonly visits: () => number;
  readonly close: () => Promise<void>;
}

/** Serves a behavior until it is closed. */
export async function serveHostile({ twist, callbackTwist, environment }: Behavior): Promise<Met> {
  let visits = 0;
  const stranger = await listen((_, response) => {
    visits += 1;
    response.setHeader('connection', 'close').end('{}');
  });
  const where = { receiver: await freeHost(), stranger: `http://${stranger.host}` };
  const calls = callbackTwist && { callbackTwist: callbackTwist(where.receiver), callbackUrl: `http://${where.receiver}/callback` };
  const sandbox = await startSandbox({ twist: twist(where), ...calls });
  const own = environment?.({ ...where, address: sandbox.baseUrl }) ?? {};
  return {
    environment: { ...sandbox.environment, ...sandbox.permissions, ...timeoutSettings, ...own },
    visits: () => visits,
    close: async () => {
      await Promise.all([sandbox.close(), stranger.close()]);
    },
  };
}
