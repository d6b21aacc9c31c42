import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import http, { type RequestListener } from 'node:http';
import https, { type ServerOptions } from 'node:https';
import net, { type AddressInfo, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

async function listening(server: Server): Promise<number> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => sockets.add(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

export async function serveHttp(answer: RequestListener): Promise<string> {
  return `http://127.0.0.1:${await listening(http.createServer(answer))}`;
}

export async function serveHttps(options: ServerOptions, answer: RequestListener): Promise<string> {
  const server = https.createServer(options, answer);
  server.on('tlsClientError', () => undefined);
  return `https://127.0.0.1:${await listening(server)}`;
}

export async function serveTcp(onConnection: (socket: Socket) => void): Promise<string> {
  const server = net.createServer((socket) => {
    socket.on('error', () => undefined);
    onConnection(socket);
  });
  return `http://127.0.0.1:${await listening(server)}`;
}

export async function nowhere(): Promise<string> {
  const server = net.createServer();
  const port = await listening(server);
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${port}`;
}

/** A proxy that opens the requested tunnels and counts them. */
export async function serveProxy(): Promise<{ readonly address: string; readonly tunnels: string[] }> {
  const tunnels: string[] = [];
  const server = http.createServer();
  server.on('connect', (request, client) => {
    const [host = '', port = ''] = (request.url ?? '').split(':');
    tunnels.push(`${host}:${port}`);
    const upstream = net.connect(Number(port), host, () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n');
      upstream.pipe(client).pipe(upstream);
    });
    for (const end of [client, upstream]) end.on('error', () => undefined).on('close', () => upstream.destroy());
  });
  return { address: `http://127.0.0.1:${await listening(server)}`, tunnels };
}

export interface Certificates {
  readonly folder: string;
  readonly caFile: string;
  readonly otherCaFile: string;
  readonly server: { readonly key: string; readonly cert: string; readonly ca: string };
  readonly elsewhere: { readonly key: string; readonly cert: string };
  readonly clientCertFile: string;
  readonly clientKeyFile: string;
  readonly remove: () => void;
}

/** An authority and its certificates: a server for 127.0.0.1, one for another name, and a client. */
export function makeCertificates(): Certificates {
  const folder = mkdtempSync(join(tmpdir(), 'certificates-'));
  const at = (name: string): string => join(folder, name);
  const openssl = (...args: string[]): void => {
    execFileSync('openssl', args, { cwd: folder, stdio: 'ignore' });
  };
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const authority = (name: string): void => {
    openssl('req', '-x509', ...key, '-keyout', `${name}.key`, '-out', `${name}.pem`, '-days', '2', '-subj', `/CN=artificial ${name}`);
  };
  const signed = (name: string, names: string): void => {
    writeFileSync(at(`${name}.ext`), `subjectAltName=${names}\n`);
    openssl('req', ...key, '-keyout', `${name}.key`, '-out', `${name}.csr`, '-subj', `/CN=artificial ${name}`);
    const ca = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial'];
    openssl('x509', '-req', '-in', `${name}.csr`, ...ca, '-out', `${name}.pem`, '-days', '2', '-extfile', `${name}.ext`);
  };
  authority('ca');
  authority('other-ca');
  signed('server', 'IP:127.0.0.1');
  signed('elsewhere', 'DNS:elsewhere.example');
  signed('client', 'DNS:client.example');
  const read = (name: string): string => readFileSync(at(name), 'utf8');
  return {
    folder,
    caFile: at('ca.pem'),
    otherCaFile: at('other-ca.pem'),
    server: { key: read('server.key'), cert: read('server.pem'), ca: read('ca.pem') },
    elsewhere: { key: read('elsewhere.key'), cert: read('elsewhere.pem') },
    clientCertFile: at('client.pem'),
    clientKeyFile: at('client.key'),
    remove: () => {
      rmSync(folder, { recursive: true });
    },
  };
}
