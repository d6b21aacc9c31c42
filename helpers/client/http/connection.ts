import { readFileSync } from 'node:fs';
import tls, { createSecureContext, type SecureContext } from 'node:tls';
import { Agent, ProxyAgent, type Dispatcher } from 'undici';
import { isLoopback } from '../../config/addresses.ts';
import type { Config } from '../../config/config.ts';
import { openConnector } from './connector.ts';
import { bypassesProxy } from './no-proxy.ts';
import { exchangeRaw } from './raw-wire.ts';
import { openTunnels } from './tunnel.ts';
import { createTrouble } from './trouble.ts';
import { MAX_HEAD_BYTES } from './raw-headers.ts';
import { exchangeOver, type Bounds, type HttpRequest, type WireResult } from './wire.ts';

export type ConnectionSettings = Config['connection'];

export interface Connection {
  readonly exchange: (request: HttpRequest, bounds: Bounds) => Promise<WireResult>;
  readonly close: () => Promise<void>;
}

const readOptionalFile = (file: string | null): string | undefined => (file === null ? undefined : readFileSync(file, 'utf8'));

/** Node 20 knows its own list alone, without that of NODE_EXTRA_CA_CERTS. */
function listPublicAuthorities(): readonly string[] {
  const perhaps: Partial<typeof tls> = tls;
  return perhaps.getCACertificates?.() ?? tls.rootCertificates;
}

/** Empty when the system's trust is enough. A private authority is trusted in addition to the public ones. */
function buildTlsOptions({ caFile, certFile, keyFile }: ConnectionSettings): { readonly secureContext?: SecureContext } {
  const ca = readOptionalFile(caFile);
  const cert = readOptionalFile(certFile);
  const key = readOptionalFile(keyFile);
  if (ca === undefined && cert === undefined) return {};
  return {
    secureContext: createSecureContext({
      ...(ca === undefined ? {} : { ca: [...listPublicAuthorities(), ca] }),
      ...(cert === undefined ? {} : { cert }),
      ...(key === undefined ? {} : { key }),
    }),
  };
}

/** HTTPS_PROXY applies to everything except NO_PROXY and plain http on this machine. */
function isProxied({ proxy, noProxy }: ConnectionSettings, origin: string): boolean {
  if (proxy === null || bypassesProxy(noProxy, origin)) return false;
  return origin.toLowerCase().startsWith('https:') || !isLoopback(origin);
}

/** Milliseconds. A server may close what is idle just when a call leaves, and a call with an effect is not sent twice. */
const keepAliveTimeout = 1000;

/** One pool for all requests. HTTP/1.1 only, so that the evidence shows what went over the wire. */
export function openConnection(settings: ConnectionSettings): Connection {
  const trust = buildTlsOptions(settings);
  const { timeoutMs: timeout, maxConcurrency: connections, proxy } = settings;
  const common = { connections, keepAliveTimeout, allowH2: false, headersTimeout: 0, bodyTimeout: 0, maxHeaderSize: 16 * MAX_HEAD_BYTES };
  const { connect, rootCause } = openConnector({ ...trust, timeout, allowH2: false });
  const direct = new Agent({ ...common, connect });
  // Plain http is tunneled too, so that paths stay as they are.
  const proxyAgent =
    proxy === null
      ? null
      : new ProxyAgent({
          ...common,
          uri: proxy,
          proxyTunnel: true,
          connectTimeout: timeout,
          requestTls: trust,
          proxyTls: trust,
          factory: openTunnels,
        });
  const routes = new Map<string, { dispatcher: Dispatcher; proxied: boolean }>();

  const findRoute = (origin: string): { dispatcher: Dispatcher; proxied: boolean } => {
    const known = routes.get(origin);
    if (known !== undefined) return known;
    const way =
      proxyAgent !== null && isProxied(settings, origin)
        ? { dispatcher: proxyAgent, proxied: true }
        : { dispatcher: direct, proxied: false };
    routes.set(origin, way);
    return way;
  };

  return {
    exchange(request, bounds) {
      const { origin, bytes } = request;
      const { dispatcher, proxied } = findRoute(origin);
      if (bytes !== undefined) {
        if (!proxied) return exchangeRaw({ ...bounds, origin, bytes, secureContext: trust.secureContext });
        const trouble = createTrouble('proxy', 'a handmade request is not sent through a proxy');
        return Promise.resolve({ response: null, trouble, sent: false });
      }
      return exchangeOver(dispatcher, request, bounds, { proxied, rootCause });
    },
    async close() {
      await Promise.all([direct.destroy(), proxyAgent?.destroy()]);
    },
  };
}
