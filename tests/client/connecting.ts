import { onTestFinished } from 'vitest';
import { openConnection, type ConnectionSettings } from '../../helpers/client/http/connection.ts';
import type { Bounds, HttpRequest, WireResult } from '../../helpers/client/http/wire.ts';

const plain: ConnectionSettings = {
  caFile: null,
  certFile: null,
  keyFile: null,
  proxy: null,
  noProxy: '',
  timeoutMs: 10_000,
  maxConcurrency: 4,
  maxRps: null,
};

export function get(
  origin: string,
  settings: Partial<ConnectionSettings> = {},
  { timeoutMs = 10_000, maxBytes = 1024 * 1024, ...request }: Partial<HttpRequest & Bounds> = {},
): Promise<WireResult> {
  const connection = openConnection({ ...plain, ...settings });
  onTestFinished(connection.close);
  const usual = { origin, path: '/', method: 'GET', headers: [], body: null };
  return connection.exchange({ ...usual, ...request }, { timeoutMs, maxBytes });
}

export const awaitTroubleKind = async (result: Promise<WireResult>): Promise<string | undefined> => (await result).trouble?.kind;
