import type { IncomingMessage, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { pause } from '../state/clock.ts';
import type { Answer, Ask } from './exchange.ts';
import { write } from './json.ts';

const LIMIT = 2 * 1024 * 1024;
const PATIENCE = 64 * LIMIT;

/** Reads a body; beyond the limit it is read on and thrown away, so that the caller can still hear the answer. */
export async function readBody(request: IncomingMessage): Promise<Buffer | 'too-large'> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= LIMIT) chunks.push(chunk);
    if (size > PATIENCE) request.destroy();
  }
  return size > LIMIT ? 'too-large' : Buffer.concat(chunks);
}

export async function writeAnswer(response: ServerResponse, answer: Answer, ask: Ask): Promise<void> {
  const { wire } = answer;
  if (wire?.kind === 'hang') return;
  if (wire?.kind === 'own') {
    wire.write(response);
    return;
  }
  if (wire?.kind === 'reset' || wire?.kind === 'raw') {
    cut(response, wire);
    return;
  }
  if (wire?.kind === 'delay') await pause(ask.clock, wire.ms);
  const body = encode(response, answer, ask);
  if (wire?.kind === 'truncate') truncate(response, body.subarray(0, wire.bytes));
  else if (wire?.kind === 'drip') await drip(response, body, wire, ask);
  else if (wire?.kind === 'repeat') await repeat(response, body, wire.times);
  else response.end(body);
}

function cut({ socket }: ServerResponse, wire: { kind: 'reset' } | { kind: 'raw'; bytes: Uint8Array }): void {
  if (wire.kind === 'raw') socket?.end(wire.bytes);
  else socket?.resetAndDestroy();
}

/** Sets the head and yields the bytes of the body. */
function encode(response: ServerResponse, { status, headers, json, bytes, wire }: Answer, ask: Ask): Uint8Array {
  const { answers } = ask.policy;
  const plain = bytes ?? (json === undefined ? new Uint8Array() : Buffer.from(write(json, answers)));
  const zipped = answers.gzip && bytes === undefined && (ask.headers['accept-encoding'] ?? '').includes('gzip');
  const body = zipped ? gzipSync(plain) : plain;
  response.statusCode = status;
  for (const [name, value] of Object.entries({ ...answers.headers, ...headers })) response.setHeader(name, value);
  if (zipped) response.setHeader('content-encoding', 'gzip');
  if (answers.closeConnection) response.setHeader('connection', 'close');
  const counted = answers.framing === 'length' && wire?.kind !== 'repeat' && status !== 204 && !response.hasHeader('content-length');
  if (counted) response.setHeader('content-length', body.length);
  else if (status !== 204) response.flushHeaders();
  return body;
}

function truncate(response: ServerResponse, part: Uint8Array): void {
  response.flushHeaders();
  response.write(part, () => response.socket?.destroy());
}

async function drip(
  response: ServerResponse,
  body: Uint8Array,
  { bytes, everyMs }: { bytes: number; everyMs: number },
  ask: Ask,
): Promise<void> {
  response.flushHeaders();
  for (let at = 0; at < body.length && !response.destroyed; at += bytes) {
    await pause(ask.clock, everyMs);
    response.write(body.subarray(at, at + bytes));
  }
  response.end();
}

async function repeat(response: ServerResponse, body: Uint8Array, times: number): Promise<void> {
  for (let sent = 0; sent < times && !response.destroyed; sent += 1) {
    if (!response.write(body)) await drained(response);
  }
  response.end();
}

const drained = (response: ServerResponse): Promise<void> =>
  new Promise((resolve) => {
    response.once('drain', resolve).once('close', resolve);
  });
