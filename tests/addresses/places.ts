import http, { type RequestListener } from 'node:http';
import net, { type AddressInfo } from 'node:net';

/** Servers on this machine, until they are closed. */
export interface Places {
  readonly serve: (answer: RequestListener) => Promise<string>;
  /** Hands on to an address what `path` gives a path for; everything else is HTTP 404. */
  readonly forward: (to: string, path: (asked: string) => string | null) => Promise<string>;
  /** Answers the first bytes of each connection with others, and ends it. */
  readonly speak: (bytes: Uint8Array) => Promise<string>;
  readonly close: () => void;
}

function handOn(to: string, path: (asked: string) => string | null): RequestListener {
  return (request, response) => {
    const asked = path(request.url ?? '/');
    if (asked === null) {
      request.resume();
      response.writeHead(404, { 'Content-Type': 'application/json' }).end('{"error":"Not Found"}');
      return;
    }
    const { method, headers } = request;
    const onward = http.request(`${to}${asked}`, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    request.pipe(onward);
  };
}

export function openPlaces(): Places {
  const servers: net.Server[] = [];
  const listen = async (server: net.Server): Promise<string> => {
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  };
  const serve = (answer: RequestListener): Promise<string> => listen(http.createServer(answer));
  return {
    serve,
    forward: (to, path) => serve(handOn(to, path)),
    speak: (bytes) =>
      listen(
        net.createServer((socket) => {
          socket.on('error', () => undefined).once('data', () => socket.end(bytes));
        }),
      ),
    close() {
      for (const server of servers) {
        if (server instanceof http.Server) server.closeAllConnections();
        server.close();
      }
    },
  };
}
