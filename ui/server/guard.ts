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

const refuse = (context: Context, status: 401 | 403 | 404 | 405, words: string): Response => context.text(words, status);

const isOwnOrigin = (origin: string | undefined, { host }: Place): boolean => origin === `http://${host}`;

/** Browsers say where a request comes from. A page of another site, or a sandboxed one, gets nothing but a link to us. */
function isForeign(context: Context, place: Place): boolean {
  const origin = context.req.header('origin');
  if (origin !== undefined && !isOwnOrigin(origin, place)) return true;
  if (context.req.method !== 'GET' && origin === undefined) return true;
  const site = context.req.header('sec-fetch-site');
  if (site === undefined || site === 'same-origin' || site === 'none') return false;
  return context.req.header('sec-fetch-mode') !== 'navigate' || context.req.method !== 'GET';
}

/** For every request: Host, method and origin. */
export const checkRequest =
  (place: Place): MiddlewareHandler =>
  async (context, next) => {
    if (context.req.header('host') !== place.host) return refuse(context, 403, 'expected the address that the terminal shows');
    if (context.req.method !== 'GET' && context.req.method !== 'POST') return refuse(context, 405, 'expected GET or POST');
    if (isForeign(context, place)) return refuse(context, 403, 'expected a request of this page, received one of another');
    return next();
  };

/** For everything but the page's own files and the exchange of the key. */
export const checkSession =
  (keys: Keys): MiddlewareHandler =>
  async (context, next) => {
    const session = getCookie(context, sessionCookie);
    if (session === undefined || !keys.isSession(session))
      return refuse(context, 401, 'expected the key of this page: press Enter in the terminal for a new address');
    return next();
  };
