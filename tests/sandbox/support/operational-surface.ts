import { request as open } from 'node:http';
import { text as textOf } from 'node:stream/consumers';
import type { Json } from '../../../sandbox/http/json.ts';
import { startSandbox, type SandboxOptions } from '../../../sandbox/start.ts';

const ROWS = [
  ...['', 'archaius', 'auditevents', 'beans', 'conditions', 'configprops', 'env', 'env/spring.application.name', 'features', 'filters'],
  ...['health', 'heapdump', 'httptrace', 'info', 'loggers', 'loggers/ROOT', 'mappings', 'metrics', 'metrics/jvm.memory.used', 'routes'],
  ...['routes/details', 'scheduledtasks', 'service-registry', 'threaddump'],
  ...['metrics/none', 'env/none', 'loggers/none'],
].map((name) => `GET /actuator${name === '' ? '' : `/${name}`}`);

const WRITES = ['env', 'loggers/ROOT', 'refresh', 'routes', 'service-registry'].map((name) => `POST /actuator/${name}`);

/** Every operational method and path, some with a body, and unknown names. */
export const REQUESTS: readonly string[] = [
  ...ROWS,
  ...WRITES,
  'DELETE /actuator/env',
  ...[...ROWS, ...WRITES, 'DELETE /actuator/env'].map((request) => `${request} +body`),
  ...['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH'].map((method) => `${method} /error`),
  'GET /service/wallet',
  'GET /service/none',
];

const parsed = (text: string): Json | undefined => {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
};

export function jsonKind(value: Json | undefined): string {
  if (value === undefined) return 'no JSON';
  if (value === null) return 'null';
  return Array.isArray(value) ? 'list' : typeof value;
}

const bodyKind = (text: string): string => (text === '' ? 'nothing' : jsonKind(parsed(text)));

interface Seen {
  status: number;
  type: string;
  text: string;
}

/** Not with fetch, which sends no body with GET. */
const exchange = (address: string, method: string, body: string): Promise<Seen> =>
  new Promise((resolve, reject) => {
    const headers = body === '' ? {} : { 'content-type': 'application/json', 'content-length': body.length };
    const outgoing = open(address, { method, headers, agent: false }, (incoming) => {
      const { statusCode: status = 0, headers: got } = incoming;
      textOf(incoming).then((text) => {
        resolve({ status, type: got['content-type'] ?? '-', text });
      }, reject);
    });
    outgoing.on('error', reject).end(body);
  });

async function look(baseUrl: string, request: string): Promise<string> {
  const [method = '', path = '', body] = request.split(' ');
  const { status, type, text } = await exchange(`${baseUrl}${path}`, method, body === undefined ? '' : '{"dmt":"value"}');
  return `${status} ${type} ${bodyKind(text)}`;
}

export async function surface(options: SandboxOptions): Promise<Record<string, string>> {
  const box = await startSandbox(options);
  try {
    const seen: Record<string, string> = {};
    for (const request of REQUESTS) seen[request] = await look(box.baseUrl, request);
    return seen;
  } finally {
    await box.close();
  }
}

/** The differences, with the value in the second surface. */
export const changes = (honest: Record<string, string>, other: Record<string, string>): string[] =>
  REQUESTS.filter((request) => honest[request] !== other[request]).map((request) => `${request} → ${other[request] ?? ''}`);
