import type { IncomingHttpHeaders } from 'node:http';
import type { Keys } from './keys.ts';

/** A request before its body was read. */
export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
}

/** The address that the server was opened at: any other Host is a name that somebody points at this machine. */
export interface Place {
  readonly host: string;
  /** A path that only this server has, so that no other port of this machine gets its cookie. */
  readonly base: string;
}

export interface Refusal {
  readonly status: number;
  readonly words: string;
}

export const refuse = (status: number, words: string): Refusal => ({ status, words });

/** Browsers say where a request comes from. A page of another site, or a sandboxed one, gets nothing but a link to us. */
function isForeign({ method, headers }: Asked, { host }: Place): boolean {
  const { origin, 'sec-fetch-site': site = 'none', 'sec-fetch-mode': mode } = headers;
  if (origin === undefined ? method !== 'GET' : origin !== `http://${host}`) return true;
  return site !== 'same-origin' && site !== 'none' && (mode !== 'navigate' || method !== 'GET');
}

/** For every request: Host, method and origin. */
export function checkRequest(asked: Asked, place: Place): Refusal | null {
  if (asked.headers.host !== place.host) return refuse(403, 'expected the address that the terminal shows');
  if (asked.method !== 'GET' && asked.method !== 'POST') return refuse(405, 'expected GET or POST');
  return isForeign(asked, place) ? refuse(403, 'expected a request of this page, received one of another') : null;
}

/** No script and no other site gets the cookie. */
export const formatCookie = (session: string, { base }: Place): string =>
  `dmt-session=${session}; Path=${base}/; HttpOnly; SameSite=Strict`;

/** For everything but the page's own files and the exchange of the key. */
export function checkSession({ headers: { cookie = '' } }: Asked, keys: Keys): Refusal | null {
  const session = /(?:^|; )dmt-session=([\w-]+)(?:;|$)/.exec(cookie)?.[1];
  if (session !== undefined && keys.isSession(session)) return null;
  return refuse(401, 'expected the key of this page: press Enter in the terminal for a new address');
}
