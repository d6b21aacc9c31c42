import { connect as connectPlain, type Socket } from 'node:net';
import { connect as connectSecurely, type SecureContext } from 'node:tls';
import { beginningOf, wireBody } from './body.ts';
import { headerOf, type HeaderList, type TroubleKind } from '../../core/exchange.ts';
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

const headerList = (lines: string): HeaderList =>
  lines
    .split('\r\n')
    .filter((line) => line.includes(':'))
    .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()] as const);

/** The same bound as of other calls, so that no answer is nothing but headers. */
const MAX_HEAD_BYTES = 16 * 1024;
const endOfHead = '\r\n\r\n';
const statusLine = /^HTTP\/1\.[01] (\d{3})[^\r\n]*(?:\r\n|$)/;

interface Head {
  readonly status: number;
  readonly headers: HeaderList;
  readonly end: number;
}

/** The head of the last answer in what was read: interim ones come before it. */
function headOf(text: string): Head | null {
  for (let at = 0; ;) {
    const end = text.indexOf(endOfHead, at);
    if (end < 0 || end - at > MAX_HEAD_BYTES) return null;
    const head = text.slice(at, end);
    const [line, status] = statusLine.exec(head) ?? [];
    if (line === undefined || Number(status) < 100) return null;
    at = end + endOfHead.length;
    if (Number(status) >= 200) return { status: Number(status), headers: headerList(head.slice(line.length)), end: at };
  }
}

interface Content {
  readonly body: string;
  /** It ends where it says that it ends. */
  readonly whole: boolean;
}

/** The chunks of a body put together; what is no chunk ends it. */
function unchunked(text: string): Content {
  const size = /([\da-f]+)[^\r\n]*\r\n/iy;
  const parts: string[] = [];
  for (let at = 0; ;) {
    size.lastIndex = at;
    const length = Number.parseInt(size.exec(text)?.[1] ?? '', 16);
    if (Number.isNaN(length) || length === 0) return { body: parts.join(''), whole: length === 0 };
    parts.push(text.slice(size.lastIndex, size.lastIndex + length));
    at = size.lastIndex + length + 2;
  }
}

function contentOf(headers: HeaderList, rest: string): Content {
  if (/chunked/i.test(headerOf(headers, 'transfer-encoding') ?? '')) return unchunked(rest);
  const length = Number(headerOf(headers, 'content-length') ?? Number.NaN);
  return Number.isNaN(length) ? { body: rest, whole: false } : { body: rest.slice(0, length), whole: rest.length >= length };
}

/** Why nothing more was read. */
type End = 'closed' | 'late' | 'full';

const troubles = { closed: 'reset', late: 'timeout', full: 'protocol' } as const satisfies Record<End, TroubleKind>;

function read(bytes: Buffer, end: End): WireResult {
  const text = bytes.toString('latin1');
  const head = headOf(text);
  if (head === null) return { response: null, trouble: troubleOf(text === '' ? troubles[end] : 'protocol', 'no HTTP answer'), sent: true };
  const { status, headers } = head;
  const { body, whole } = contentOf(headers, text.slice(head.end));
  const truncated = end !== 'closed' && !whole;
  const content = Buffer.from(body, 'latin1');
  return {
    response: { status, headers, body: wireBody(truncated ? beginningOf(content) : content), truncated },
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
    const end = (how: End): void => {
      clearTimeout(deadline);
      socket.destroy();
      resolve(read(Buffer.concat(chunks), how));
    };
    const deadline = setTimeout(() => {
      end('late');
    }, call.timeoutMs);
    socket.on('connect', () => socket.write(call.bytes));
    socket.on('data', (chunk) => {
      chunks.push(chunk);
      size += chunk.length;
      if (size > call.maxBytes) end('full');
    });
    socket.on('error', () => {
      end('closed');
    });
    socket.on('close', () => {
      end('closed');
    });
  });
}
