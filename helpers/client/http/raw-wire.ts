import { MAX_HEAD_BYTES } from './raw-headers.ts';
import { connect as connectPlain, type Socket } from 'node:net';
import { connect as connectSecurely, type SecureContext } from 'node:tls';
import { withoutBrackets } from '../../config/addresses.ts';
import { cutToBeginning, toWireBody } from './body.ts';
import { findHeader, type HeaderList, type TroubleKind } from '../../core/exchange.ts';
import { createTrouble } from './trouble.ts';
import type { WireResult } from './wire.ts';

interface RawCall {
  readonly origin: string;
  readonly bytes: Uint8Array;
  readonly timeoutMs: number;
  /** Head and body of the answer together. */
  readonly maxBytes: number;
  readonly secureContext: SecureContext | undefined;
}

function openSocket({ origin, secureContext }: RawCall): Socket {
  const { protocol, hostname, port } = new URL(origin);
  const host = withoutBrackets(hostname);
  if (protocol !== 'https:') return connectPlain({ host, port: Number(port === '' ? 80 : port) });
  const name = /^[\d.:]+$/.test(host) ? {} : { servername: host };
  return connectSecurely({
    host,
    port: Number(port === '' ? 443 : port),
    ...name,
    ...(secureContext === undefined ? {} : { secureContext }),
  });
}

const parseHeaderLines = (lines: string): HeaderList =>
  lines
    .split('\r\n')
    .filter((line) => line.includes(':'))
    .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()] as const);

const endOfHead = '\r\n\r\n';
const statusLine = /^HTTP\/1\.[01] (\d{3})[^\r\n]*(?:\r\n|$)/;

interface Head {
  readonly status: number;
  readonly headers: HeaderList;
  readonly end: number;
}

/** The head of the final answer; interim answers come before it. */
function parseHead(text: string): Head | null {
  for (let at = 0; ;) {
    const end = text.indexOf(endOfHead, at);
    if (end < 0 || end - at > MAX_HEAD_BYTES) return null;
    const head = text.slice(at, end);
    const [line, status] = statusLine.exec(head) ?? [];
    if (line === undefined || Number(status) < 100) return null;
    at = end + endOfHead.length;
    if (Number(status) >= 200) return { status: Number(status), headers: parseHeaderLines(head.slice(line.length)), end: at };
  }
}

interface Content {
  readonly body: string;
  /** The body ends where its headers say. */
  readonly whole: boolean;
}

function joinChunks(text: string): Content {
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

function parseContent(headers: HeaderList, rest: string): Content {
  if (/chunked/i.test(findHeader(headers, 'transfer-encoding') ?? '')) return joinChunks(rest);
  const length = Number(findHeader(headers, 'content-length') ?? Number.NaN);
  return Number.isNaN(length) ? { body: rest, whole: false } : { body: rest.slice(0, length), whole: rest.length >= length };
}

type ReadEnd = 'closed' | 'late' | 'full';

const troubleByEnd = { closed: 'reset', late: 'timeout', full: 'protocol' } as const satisfies Record<ReadEnd, TroubleKind>;

function parseAnswer(bytes: Buffer, end: ReadEnd): WireResult {
  const text = bytes.toString('latin1');
  const head = parseHead(text);
  if (head === null)
    return { response: null, trouble: createTrouble(text === '' ? troubleByEnd[end] : 'protocol', 'no HTTP answer'), sent: true };
  const { status, headers } = head;
  const { body, whole } = parseContent(headers, text.slice(head.end));
  const truncated = end !== 'closed' && !whole;
  const content = Buffer.from(body, 'latin1');
  return {
    response: { status, headers, body: toWireBody(truncated ? cutToBeginning(content) : content), truncated },
    trouble: null,
    sent: true,
  };
}

/** Sends the bytes over a new connection. Reads until it closes, the deadline passes or the answer is too long. */
export function exchangeRaw(call: RawCall): Promise<WireResult> {
  return new Promise((resolve) => {
    const socket = openSocket(call);
    const chunks: Buffer[] = [];
    let size = 0;
    const end = (how: ReadEnd): void => {
      clearTimeout(deadline);
      socket.destroy();
      resolve(parseAnswer(Buffer.concat(chunks), how));
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
