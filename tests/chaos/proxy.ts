import net, { type AddressInfo, type Socket } from 'node:net';

/** What becomes of a request on its way. */
export type Mishap = 'none' | 'reset-before' | 'reset-after' | 'lost';

export interface Proxy {
  readonly address: string;
  /** How many requests met each mishap. */
  readonly met: Readonly<Record<Mishap, number>>;
  readonly close: () => Promise<void>;
}

const endOfHead = Buffer.from('\r\n\r\n');

/** Requests come one by one on a connection, each in few pieces, and begin with a method: that much of HTTP is looked at. */
const beginsRequest = (chunk: Buffer): boolean =>
  /^[A-Z]+ \S+ HTTP\/1\.1\r\n/.test(chunk.toString('latin1', 0, 4096)) && chunk.includes(endOfHead);

/** Passes connections on to the target, and lets some requests come to grief: before they arrive, or after they were answered. */
export async function startProxy(target: string, mishapOf: () => Mishap): Promise<Proxy> {
  const { hostname, port } = new URL(target);
  const met = { none: 0, 'reset-before': 0, 'reset-after': 0, lost: 0 };
  const open = new Set<Socket>();

  const pass = (client: Socket): void => {
    const service = net.connect(Number(port), hostname);
    let mishap: Mishap = 'none';
    const end = (): void => {
      client.resetAndDestroy();
      service.destroy();
    };
    for (const socket of [client, service]) {
      open.add(socket);
      socket
        .on('error', () => undefined)
        .on('close', () => {
          open.delete(socket);
          end();
        });
    }
    client.on('data', (chunk) => {
      if (beginsRequest(chunk)) met[(mishap = mishapOf())] += 1;
      if (mishap === 'reset-before') end();
      else service.write(chunk);
    });
    service.on('data', (chunk) => {
      if (mishap === 'reset-after') end();
      else if (mishap !== 'lost') client.write(chunk);
    });
  };

  const server = net.createServer(pass);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port: own } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${own}`,
    met,
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        for (const socket of open) socket.destroy();
      }),
  };
}
