import type { RequestListener } from 'node:http';
import type { Places } from './places.ts';

type Addresses = Readonly<Partial<Record<'DMT_BASE_URL' | 'DMT_AUTH_URL', string>>>;

/** One way to write an address wrongly, of a service that is well. */
export interface Misplaced {
  readonly story: string;
  /** What to write in place of the right addresses; `service` is the address of both. */
  readonly at: (service: string, places: Places) => Addresses | Promise<Addresses>;
  /** The variable that is wrong. */
  readonly variable: 'DMT_BASE_URL' | 'DMT_AUTH_URL';
  /** 2: refused before anything is sent; 4: found out by the answers. */
  readonly exitCode: 2 | 4;
  /** A URL that the message holds, as a path below what was written; for 2 the value to write instead, below the service. */
  readonly url: string;
  /** Where the answers look like something else as well: the cause that is told, and what it says of the address. */
  readonly cause?: readonly [cause: string, owner: 'configuration' | 'environment', says: string];
}

const tokenPath = '/authserver/oauth/token';
const firstRead = '/uiObjects/endpoint/v3/paymentSource';

const html: RequestListener = (_, response) => {
  response.writeHead(404, { 'Content-Type': 'text/html' }).end('<html><body>Not Found</body></html>');
};
const envelope: RequestListener = (_, response) => {
  response.writeHead(404, { 'Content-Type': 'application/json' }).end('{"status":{"message":"no.route","code":4040},"result":null}');
};
/** A gateway that lets nobody in without a token, and has no such service. */
const guarded: RequestListener = ({ headers }, response) => {
  response.writeHead(headers.authorization?.startsWith('Bearer ') === true ? 404 : 401).end();
};
const notice: RequestListener = (_, response) => {
  response
    .writeHead(400, { 'Content-Type': 'text/html' })
    .end('<html><body>400 The plain HTTP request was sent to HTTPS port</body></html>');
};
const toHttps: RequestListener = ({ headers, url }, response) => {
  response.writeHead(308, { Location: `https://${headers.host ?? ''}${url ?? ''}` }).end();
};

/** What a TLS server says to somebody who does not begin TLS: an alert, or nothing. */
const alert = Uint8Array.of(0x15, 3, 1, 0, 2, 2, 80);
const nothing = new Uint8Array();

const base = (DMT_BASE_URL: string): Addresses => ({ DMT_BASE_URL });
const auth = (DMT_AUTH_URL: string): Addresses => ({ DMT_AUTH_URL });

const refused = (variable: Misplaced['variable'], ending: string, prefix = ''): Misplaced => ({
  story: `${variable} with ${prefix}${ending} on it`,
  variable,
  exitCode: 2,
  url: prefix,
  at: (service) => ({ [variable]: service + prefix + ending }),
});

const found = (variable: Misplaced['variable'], story: string, at: Misplaced['at'], cause?: Misplaced['cause']): Misplaced => ({
  story,
  at,
  variable,
  exitCode: 4,
  url: variable === 'DMT_AUTH_URL' ? tokenPath : firstRead,
  ...(cause !== undefined && { cause }),
});

/** Of no row may anybody be accused. */
export const misplaced: readonly Misplaced[] = [
  refused('DMT_AUTH_URL', tokenPath),
  refused('DMT_AUTH_URL', '/authserver', '/partner'),
  refused('DMT_BASE_URL', '/uiObjects'),
  refused('DMT_BASE_URL', '/uiObjects/endpoint/v3'),
  refused('DMT_BASE_URL', '/wallet'),
  refused('DMT_BASE_URL', '/swagger-ui.html'),
  refused('DMT_BASE_URL', '/actuator'),
  found('DMT_BASE_URL', 'a base address with a segment too many', (service) => base(`${service}/partner`)),
  found('DMT_BASE_URL', 'a base address with a segment too few', async (service, { forward }) =>
    base(await forward(service, (path) => (path.startsWith('/dmt/') ? path.slice(4) : null))),
  ),
  found('DMT_AUTH_URL', 'an auth address with a segment too many', (service) => auth(`${service}/partner`)),
  found('DMT_AUTH_URL', 'auth and base address swapped', async (service, { forward }) => ({
    DMT_BASE_URL: await forward(service, (path) => (path.startsWith('/authserver/') ? path : null)),
    DMT_AUTH_URL: await forward(service, (path) => (path.startsWith('/authserver/') ? null : path)),
  })),
  found(
    'DMT_AUTH_URL',
    'both swapped, and the host of the service lets nobody in without a token',
    async (service, { forward, serve }) => ({
      DMT_BASE_URL: await forward(service, (path) => (path.startsWith('/authserver/') ? path : null)),
      DMT_AUTH_URL: await serve(guarded),
    }),
    ['credentials', 'configuration', 'check DMT_CLIENT_ID and DMT_CLIENT_PASSWORD'],
  ),
  found('DMT_BASE_URL', 'a base address whose host has an HTML 404 for everything', async (_, { serve }) => base(await serve(html))),
  found('DMT_BASE_URL', 'a base address whose host has an envelope with HTTP 404', async (_, { serve }) => base(await serve(envelope))),
  found('DMT_BASE_URL', 'a base address whose host wants a token and has nothing', async (_, { serve }) => base(await serve(guarded))),
  found('DMT_BASE_URL', 'a base address where https is spoken', async (_, { serve }) => base(await serve(notice))),
  found('DMT_BASE_URL', 'a base address that leads to https', async (_, { serve }) => base(await serve(toHttps))),
  found('DMT_AUTH_URL', 'an auth address where https is spoken', async (_, { serve }) => auth(await serve(notice))),
  found('DMT_AUTH_URL', 'an auth address that leads to https', async (_, { serve }) => auth(await serve(toHttps))),
  found('DMT_AUTH_URL', 'an auth address with https in place of http', (service) => auth(service.replace('http:', 'https:')), [
    'token-tls',
    'environment',
    'write http://',
  ]),
  found('DMT_AUTH_URL', 'an auth address with http in place of https', async (_, { speak }) => auth(await speak(alert)), [
    'token-tls',
    'environment',
    'write https://',
  ]),
  found('DMT_AUTH_URL', 'the same where the server just hangs up', async (_, { speak }) => auth(await speak(nothing)), [
    'token-reset',
    'environment',
    'the service may expect https',
  ]),
];
