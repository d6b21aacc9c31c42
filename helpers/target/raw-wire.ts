import { connect as connectPlain, type Socket } from 'node:net';
import { connect as connectSecurely, type SecureContext } from 'node:tls';
import { wireBody } from './body.ts';
import type { HeaderList } from './exchange.ts';
import { troubleOf } from './trouble.ts';
import type { WireResult } from './wire.ts';

/** Bytes that no HTTP client would send, to an origin. */
export interface RawCall {
  readonly origin: string;
  readonly bytes: Uint8Array;
  readonly timeoutMs: number;
  /** Of the answer, head and body. */
  readonly maxBytes: number;
  readonly secureContext: SecureContext | undefined;
}

function open({ origin, secureContext }: RawCall): Socket {
  const { protocol, hostname, port } = new URL(origin);
  const host = hostname.replace(/^\[|\]$/g, '');
  if (protocol !== 'https:') return connectPlain({ host, port: Number(port === '' ? 80 : port) });
  const name = /^[\d.:]+$/.test(host) ? {} : { servername: host };
  return connectSecurely({
    host,
    port: Number(port === '' ? 443 : port),
    ...name,
    ...(secureContext === undefined ? {} : { secureContext }),
  });
}

const head = /^HTTP\/1\.[01] (\d{3})[^\r\n]*\r\n((?:[^\r\n]+\r\n)*)\r\n/;

const headerList = (text: string): HeaderList =>
  text
    .split('\r\n')
    .filter((line) => line.includes(':'))
    .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()] as const);

/** The chunks of a body put together; what is no chunk ends it. */
function unchunked(body: string): string {
  const [line, size] = /^([\da-f]+)[^\r\n]*\r\n/i.exec(body) ?? [];
  const length = Number.parseInt(size ?? '0', 16);
  if (line === undefined || length === 0) return '';
  return body.slice(line.length, line.length + length) + unchunked(body.slice(line.length + length + 2));
}

/** The last answer in what was read: interim ones come before it. */
function read(bytes: Buffer, truncated: boolean): WireResult {
  const text = bytes.toString('latin1');
  const found = head.exec(text);
  const [whole, status, lines] = found ?? [];
  if (whole === undefined || status === undefined || lines === undefined)
    return { response: null, trouble: troubleOf(text === '' ? 'reset' : 'protocol', 'no HTTP answer'), sent: true };
  const rest = text.slice(whole.length);
  if (Number(status) < 200) return read(Buffer.from(rest, 'latin1'), truncated);
  const headers = headerList(lines);
  const chunked = headers.some(([name, value]) => name.toLowerCase() === 'transfer-encoding' && /chunked/i.test(value));
  const length = Number(headers.find(([name]) => name.toLowerCase() === 'content-length')?.[1] ?? rest.length);
  const body = chunked ? unchunked(rest) : rest.slice(0, length);
  return {
    response: { status: Number(status), headers, body: wireBody(Buffer.from(body, 'latin1')), truncated },
    trouble: null,
    sent: true,
  };
}

/** Writes the bytes over a connection of their own and reads until the other side has had its say. */
export function exchangeRaw(call: RawCall): Promise<WireResult> {
  return new Promise((resolve) => {
    const socket = open(call);
    const chunks: Buffer[] = [];
    let size = 0;
    const end = (truncated: boolean): void => {
      clearTimeout(deadline);
      socket.destroy();
      resolve(read(Buffer.concat(chunks), truncated));
    };
    const deadline = setTimeout(() => {
      end(true);
    }, call.timeoutMs);
    socket.on('connect', () => socket.write(call.bytes));
    socket.on('data', (chunk) => {
      chunks.push(chunk);
      size += chunk.length;
      if (size > call.maxBytes) end(true);
    });
    socket.on('error', () => {
      end(false);
    });
    socket.on('close', () => {
      end(false);
    });
  });
}
