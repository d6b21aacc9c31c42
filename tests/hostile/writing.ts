import type { ServerResponse } from 'node:http';
import type { ServiceResponse, Wire } from '../../sandbox/http/exchange.ts';

/** Answers written by hand, for as long as the caller listens. */

export type Write = Extract<Wire, { kind: 'own' }>['write'];

export const own = (write: Write): ServiceResponse => ({ status: 200, headers: {}, wire: { kind: 'own', write } });

/** These bytes and nothing else; the connection stays open unless they are the end. */
export const bytes = (text: string | Uint8Array, ends = true): ServiceResponse =>
  own(({ socket }) => {
    socket?.write(text);
    if (ends) socket?.end();
  });

/** An HTTP/1.1 answer with these lines in its head. */
export const raw = (lines: readonly string[], body: string, ends = true): ServiceResponse =>
  bytes(Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body}`, 'latin1'), ends);

export const ok = 'HTTP/1.1 200 OK';
export const asJson = 'Content-Type: application/json';
export const envelope = '{"status":{"message":"success","code":2000},"result":["wallet"]}';

const drained = (response: ServerResponse): Promise<void> =>
  new Promise((resolve) => {
    const settle = (): void => {
      response.off('drain', settle).off('close', settle);
      resolve();
    };
    response.on('drain', settle).on('close', settle);
  });

async function pour(response: ServerResponse, chunk: Uint8Array | string, times: number): Promise<void> {
  for (let sent = 0; sent < times && !response.destroyed; sent += 1) {
    if (!response.write(chunk)) await drained(response);
  }
  response.end();
}

const mebi = 1024 * 1024;

/** So many mebibytes of a body that begins as it should and goes on with one letter. */
export const flood = (
  mebibytes: number,
  headers: Readonly<Record<string, string>> = { 'content-type': 'application/json' },
): ServiceResponse =>
  own((response) => {
    response.writeHead(200, headers);
    response.write('{"status":{"message":"');
    void pour(response, Buffer.alloc(mebi / 4, 'a'), mebibytes * 4);
  });

/** One byte at a time, for ever. */
export const drip = (everyMs: number, head = true): ServiceResponse =>
  own((response) => {
    const { socket } = response;
    if (head) response.writeHead(200, { 'content-type': 'application/json' }).flushHeaders();
    else socket?.write('HTTP/1.1 200 OK\r\nX-Slow: ');
    const timer = setInterval(() => (head ? response.write(' ') : socket?.write('a')), everyMs);
    response.on('close', () => {
      clearInterval(timer);
    });
  });
