import { findHeader, type Exchange, type WireResponse } from '../../core/exchange.ts';

/** An answer that shows a wrong address and says nothing about the call (reading 1). */
export interface Misdirected {
  /** `HTTP 404 from GET https://uat.example/…` */
  readonly received: string;
  /** The scheme to use instead; null when another part of the address is wrong. */
  readonly scheme: 'https' | null;
}

/** What common servers answer to plain http on their TLS port. */
const plainHttpNotices =
  /plain HTTP request was sent to HTTPS port|plain HTTP to an SSL-enabled|HTTP request to an HTTPS server|requires TLS/i;

const wantsHttps = ({ status, body }: WireResponse): boolean => status === 400 && plainHttpNotices.test(body.text);

/** A redirect to the same address over https. */
function leadsToHttps(url: string, { status, headers }: WireResponse): boolean {
  const to = findHeader(headers, 'location');
  if (![301, 302, 303, 307, 308].includes(status) || to === null || !URL.canParse(to, url)) return false;
  const asked = new URL(url);
  const target = new URL(to, url);
  const isSame = asked.hostname === target.hostname && asked.pathname === target.pathname;
  return asked.protocol === 'http:' && target.protocol === 'https:' && isSame;
}

/** Null when the service itself may have answered. */
export function findMisdirection({ request: { method, url }, response }: Pick<Exchange, 'request' | 'response'>): Misdirected | null {
  if (response === null) return null;
  const received = `HTTP ${response.status} from ${method} ${url}`;
  if (response.status === 404) return { received, scheme: null };
  return wantsHttps(response) || leadsToHttps(url, response) ? { received, scheme: 'https' } : null;
}

export type AddressName = 'DMT_BASE_URL' | 'DMT_AUTH_URL';

export function describeCorrection(name: AddressName, address: string, { scheme }: Misdirected): string {
  return scheme === null ? 'check its host and path' : `the service expects https: write ${name}=${address.replace(/^http:/i, 'https:')}`;
}
