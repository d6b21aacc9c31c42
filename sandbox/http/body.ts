import type { IncomingMessage, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { pause } from '../state/clock.ts';
import type { ServiceResponse, ServiceRequest } from './exchange.ts';
import { writeJson } from './json.ts';

const BODY_LIMIT = 2 * 1024 * 1024;
const DISCARD_LIMIT = 64 * BODY_LIMIT;

/** Discards what is beyond the limit, so that the caller still gets a response. */
export function readBody(incoming: IncomingMessage): Promise<Buffer | 'too-large'> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer | 'too-large'>();
  const chunks: Buffer[] = [];
  let size = 0;
  incoming.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size <= BODY_LIMIT) chunks.push(chunk);
    if (size > DISCARD_LIMIT) incoming.destroy();
  });
  incoming.on('end', () => {
    resolve(size > BODY_LIMIT ? 'too-large' : Buffer.concat(chunks));
  });
  incoming.on('error', reject);
  incoming.on('close', () => {
    if (!incoming.readableEnded) reject(new Error('the caller closed the connection'));
  });
  return promise;
}

export async function writeResponse(outgoing: ServerResponse, response: ServiceResponse, request: ServiceRequest): Promise<void> {
  const { wire } = response;
  if (wire?.kind === 'hang') return;
  if (wire?.kind === 'own') {
    wire.write(outgoing);
    return;
  }
  if (wire?.kind === 'reset' || wire?.kind === 'raw') {
    cutConnection(outgoing, wire);
    return;
  }
  if (wire?.kind === 'delay') await pause(request.clock, wire.ms);
  const body = encodeResponse(outgoing, response, request);
  if (wire?.kind === 'truncate') truncate(outgoing, body.subarray(0, wire.bytes));
  else if (wire?.kind === 'drip') await dripBody(outgoing, body, wire, request);
  else if (wire?.kind === 'repeat') await repeatBody(outgoing, body, wire.times);
  else outgoing.end(body);
}

function cutConnection({ socket }: ServerResponse, wire: { kind: 'reset' } | { kind: 'raw'; bytes: Uint8Array }): void {
  if (wire.kind === 'raw') socket?.end(wire.bytes);
  else socket?.resetAndDestroy();
}

/** Sets the head and returns the bytes of the body. */
function encodeResponse(
  outgoing: ServerResponse,
  { status, headers, json, bytes, wire }: ServiceResponse,
  request: ServiceRequest,
): Uint8Array {
  const { answers } = request.policy;
  const plain = bytes ?? (json === undefined ? new Uint8Array() : Buffer.from(writeJson(json, answers)));
  const zipped = answers.gzip && bytes === undefined && (request.headers['accept-encoding'] ?? '').includes('gzip');
  const body = zipped ? gzipSync(plain) : plain;
  outgoing.statusCode = status;
  for (const [name, value] of Object.entries({ ...answers.headers, ...headers })) outgoing.setHeader(name, value);
  if (zipped) outgoing.setHeader('content-encoding', 'gzip');
  if (answers.closeConnection) outgoing.setHeader('connection', 'close');
  const counted = answers.framing === 'length' && wire?.kind !== 'repeat' && status !== 204 && !outgoing.hasHeader('content-length');
  if (counted) outgoing.setHeader('content-length', body.length);
  else if (status !== 204) outgoing.flushHeaders();
  return body;
}

function truncate(outgoing: ServerResponse, part: Uint8Array): void {
  outgoing.flushHeaders();
  outgoing.write(part, () => outgoing.socket?.destroy());
}

async function dripBody(
  outgoing: ServerResponse,
  body: Uint8Array,
  { bytes, everyMs }: { bytes: number; everyMs: number },
  request: ServiceRequest,
): Promise<void> {
  outgoing.flushHeaders();
  for (let at = 0; at < body.length && !outgoing.destroyed; at += bytes) {
    await pause(request.clock, everyMs);
    outgoing.write(body.subarray(at, at + bytes));
  }
  outgoing.end();
}

async function repeatBody(outgoing: ServerResponse, body: Uint8Array, times: number): Promise<void> {
  for (let sent = 0; sent < times && !outgoing.destroyed; sent += 1) {
    if (!outgoing.write(body)) await waitForDrain(outgoing);
  }
  outgoing.end();
}

const waitForDrain = (outgoing: ServerResponse): Promise<void> =>
  new Promise((resolve) => {
    outgoing.once('drain', resolve).once('close', resolve);
  });
