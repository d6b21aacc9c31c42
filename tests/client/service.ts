import { setImmediate } from 'node:timers/promises';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { SendResult } from '../../helpers/client/send-result.ts';
import { openTarget, type Target, type TargetOptions } from '../../helpers/client/client.ts';
import { readConfig } from '../../helpers/config/read-config.ts';
import { unknownValues } from '../../helpers/core/unknown-values.ts';
import type { LedgerLine } from '../../helpers/client/journal/ledger.ts';
import type { Environment } from '../../helpers/config/settings.ts';
import { uat } from '../config/environments.ts';
import { serveHttp } from './servers.ts';

export const STATE = '5f0c7a52-1111-4abc-8def-0123456789ab';

export interface Service {
  /** Default: a new token for each request. */
  readonly token?: (count: number) => readonly [status: number, body: unknown];
  /** Wraps a token answer; by default the answer goes out at once. */
  readonly tokenTakes?: (answer: () => Promise<void>) => Promise<void>;
  readonly answer?: (request: IncomingMessage, response: ServerResponse) => void;
}

export interface Seen {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export interface Surroundings {
  readonly target: Target;
  readonly seen: Seen[];
  readonly tokens: () => number;
  readonly folder: string;
}

export const envelope = (code: number): string => JSON.stringify({ status: { message: null, code }, result: null });
export const accept = (_: IncomingMessage, response: ServerResponse): void => {
  response.writeHead(200, { 'Content-Type': 'application/json' }).end(envelope(2000));
};

async function serve(
  { token = (count) => [200, { access_token: `artificial-token-${count}` }], tokenTakes = (go) => go(), answer = accept }: Service,
  seen: Seen[],
  countToken: () => number,
) {
  return serveHttp((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      seen.push({ method: request.method, url: request.url, headers: request.headers, body });
      if (request.url !== '/authserver/oauth/token') {
        answer(request, response);
        return;
      }
      const [status, given] = token(countToken());
      response.writeHead(status, { 'Content-Type': 'application/json' });
      void tokenTakes(async () => {
        await setImmediate();
        response.end(typeof given === 'string' ? given : JSON.stringify(given));
      });
    });
  });
}

export async function openSurroundings(
  service: Service = {},
  environment: Environment = {},
  options: TargetOptions = {},
): Promise<Surroundings> {
  const folder = mkdtempSync(join(tmpdir(), 'target-'));
  const seen: Seen[] = [];
  let tokens = 0;
  const address = await serve(service, seen, () => (tokens += 1));
  const where = { DMT_BASE_URL: address, DMT_AUTH_URL: address, DMT_REPORT_DIR: folder };
  const permissions = { DMT_EFFECTS_ON: new URL(address).host, DMT_MAX_SPEND: '4000', DMT_MAX_TRANSFERS: '40', DMT_MAX_OTPS: '120' };
  const read = readConfig({ ...uat, ...where, ...permissions, ...environment });
  if (!read.ok) throw new Error(read.problems.join('; '));
  const target = openTarget(read.config, { run: 'run-1', ...options });
  onTestFinished(async () => {
    await target.close();
    rmSync(folder, { recursive: true });
  });
  return { target, seen: seen, tokens: () => tokens, folder };
}

export const readLines = <Line>(folder: string, file: string): Line[] =>
  readFileSync(join(folder, file), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);
export const readLedgerStates = (folder: string): string[] => readLines<LedgerLine>(folder, 'ledger.jsonl').map(({ state }) => state);
export const withoutTokenCalls = (seen: readonly Seen[]): Seen[] => seen.filter(({ url }) => url !== '/authserver/oauth/token');

export function requireReply(result: SendResult): Extract<SendResult, { kind: 'reply' }> {
  if (result.kind !== 'reply') throw new Error(`expected a reply, received ${JSON.stringify(result)}`);
  return result;
}

export const tagCall = { path: { userType: 'customer', mobile: '9990000002' }, consent: `OTP 2000 ${STATE}` };
export const otpCall = { payload: { object: 9_990_000_002 } };
export const transferCall = (correlationId: string, amount = 100.5) => ({
  path: { sessionId: STATE },
  query: { subAgentTagId: STATE },
  consent: `OTP 2000 ${STATE}`,
  payload: { amount, correlationId, from: STATE, to: unknownValues.number, type: 'imps' },
});
