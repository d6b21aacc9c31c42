import { getCookie } from 'hono/cookie';
import type { Context, MiddlewareHandler } from 'hono';
import type { Keys } from './keys.ts';

export const sessionCookie = 'dmt-session';

/** The address that the server was opened at: any other Host is a name that somebody points at this machine. */
export interface Place {
  readonly host: string;
  /** A path that only this server has, so that no other port of this machine gets its cookie. */
  readonly base: string;
}

/** Browsers say where a request comes from. A page of another site, or a sandboxed one, gets nothing but a link to us. */
function isForeign({ req }: Context, { host }: Place): boolean {
  const [origin, site] = [req.header('origin'), req.header('sec-fetch-site')];
  if (origin === undefined ? req.method !== 'GET' : origin !== `http://${host}`) return true;
  if (site === undefined || site === 'same-origin' || site === 'none') return false;
  return req.header('sec-fetch-mode') !== 'navigate' || req.method !== 'GET';
}

/** For every request: Host, method and origin. */
export const checkRequest =
  (place: Place): MiddlewareHandler =>
  async (context, next) => {
    const { req } = context;
    if (req.header('host') !== place.host) return context.text('expected the address that the terminal shows', 403);
    if (req.method !== 'GET' && req.method !== 'POST') return context.text('expected GET or POST', 405);
    if (isForeign(context, place)) return context.text('expected a request of this page, received one of another', 403);
    return next();
  };

/** For everything but the page's own files and the exchange of the key. */
export const checkSession =
  (keys: Keys): MiddlewareHandler =>
  async (context, next) => {
    const session = getCookie(context, sessionCookie);
    if (session !== undefined && keys.isSession(session)) return next();
    return context.text('expected the key of this page: press Enter in the terminal for a new address', 401);
  };
