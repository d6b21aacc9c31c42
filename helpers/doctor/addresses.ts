import { splitAddress } from '../config/addresses.ts';
import { userAgentHeader } from '../client/http/user-agent.ts';
import { openConnection } from '../client/http/connection.ts';
import { findHeader, type Exchange, type HeaderList, type WireRequest } from '../core/exchange.ts';
import { findMisdirection } from '../client/http/misdirected.ts';
import type { WireResult } from '../client/http/wire.ts';
import { warning, ok, stop, untried, type Diagnosis, type DoctorContext } from './diagnosis.ts';

const maxBytes = 64 * 1024;

const plainGet = (url: string): WireRequest => ({ method: 'GET', url, headers: [], body: null });

/** One GET without credentials on its own connection; it is not evidence. */
export async function getOnce({ config }: Pick<DoctorContext, 'config'>, address: string): Promise<WireResult> {
  const connection = openConnection(config.connection);
  const { timeoutMs } = config.connection;
  try {
    const headers: HeaderList = [userAgentHeader(), ['Accept', '*/*']];
    return await connection.exchange({ ...splitAddress(address), method: 'GET', headers, body: null }, { timeoutMs, maxBytes });
  } finally {
    await connection.close();
  }
}

const switchScheme = (address: string): string =>
  /^https:/i.test(address) ? address.replace(/^https:/i, 'http:') : address.replace(/^http:/i, 'https:');

/** A certificate, or a request for one, shows that the server speaks TLS. */
const isSchemeSpoken = ({ response, trouble }: WireResult, address: string): boolean =>
  response === null ? trouble.kind.startsWith('tls-') : findMisdirection({ request: plainGet(address), response })?.scheme !== 'https';

const wrongSchemeTroubles: ReadonlySet<string> = new Set(['tls', 'protocol', 'reset', 'cut', 'refused']);

/** A redirect may concern one page only; the server's words speak for the whole port. */
async function isWrongScheme(context: DoctorContext, met: WireResult, address: string): Promise<boolean> {
  if (met.response !== null) return met.response.status === 400 && !isSchemeSpoken(met, address);
  const other = switchScheme(address);
  return wrongSchemeTroubles.has(met.trouble.kind) && isSchemeSpoken(await getOnce(context, other), other);
}

const describeFailure = (kind: string, address: string): string =>
  kind.startsWith('tls') ? `TLS handshake with ${address} failed` : `no answer from ${address}`;

/** Tests DNS, TCP, TLS and proxy. Any answer in the right scheme is enough. */
export async function examineAddress(context: DoctorContext, name: string, address: string): Promise<Diagnosis> {
  const met = await getOnce(context, address);
  if (await isWrongScheme(context, met, address)) {
    const right = switchScheme(address);
    return stop('configuration', `${name}: the server speaks ${right.split(':', 1)[0] ?? ''}`, `write ${name}=${right}`);
  }
  if (met.response !== null) return ok(`${address} can be reached`);
  return stop('environment', `${name}: ${describeFailure(met.trouble.kind, address)}`, met.trouble.message);
}

/** Timestamps are compared in hours, but OTP sources search from a moment on, and tokens expire at one. */
const maxClockSkewMs = 30_000;

export function compareClocks(exchange: Exchange, receivedAt: number): Diagnosis {
  const theirs = Date.parse(findHeader(exchange.response?.headers ?? [], 'date') ?? '');
  if (Number.isNaN(theirs)) return untried('the service sends no Date header');
  const skew = Math.round((receivedAt - theirs) / 1000);
  const apart = `${Math.abs(skew)} s ${skew > 0 ? 'ahead of' : 'behind'} the service`;
  if (Math.abs(receivedAt - theirs) <= maxClockSkewMs) return ok('this clock and the clock of the service agree within 30 s');
  return warning(`this clock is ${apart}`, 'set this clock: the search for codes depends on it');
}
