import { json, text } from '../../sandbox/http/responses.ts';
import type { ServiceResponse } from '../../sandbox/http/exchange.ts';
import { onRoute, combine, respondWith, on, changeResultField } from '../../sandbox/twists/twists.ts';
import { behavior, type Behavior } from './behavior.ts';
import { gzipped } from './packing.ts';
import { drip, flood, own } from './writing.ts';

/** Redirects, tokens, codes and relays: what stands beside the answers. */

const redirect = (location: string): ServiceResponse => ({ status: 302, headers: { location } });

const redirects: readonly Behavior[] = [
  behavior(
    'redirects to itself',
    ['OP-2'],
    1,
    respondWith(on('OP-2'), ({ baseUrl, path }) => redirect(baseUrl + path)),
  ),
  {
    ...behavior('redirects to another host', ['OP-2'], 1, (right) => right),
    twist: ({ stranger }) => respondWith(on('OP-2'), () => redirect(stranger)),
  },
  behavior(
    'redirects to a file',
    ['OP-2'],
    1,
    respondWith(on('OP-2'), () => redirect('file:///etc/passwd')),
  ),
  {
    ...behavior('redirects the request for a token to another host', ['TOKEN', 'OP-2'], 1, (right) => right),
    twist: ({ stranger }) => respondWith(on('TOKEN'), () => ({ ...redirect(stranger), status: 307 })),
  },
];

const tokens: readonly Behavior[] = [
  behavior(
    'never answers a request for a token',
    ['TOKEN', 'OP-2'],
    4,
    respondWith(on('TOKEN'), () => own(() => undefined)),
  ),
  behavior(
    'answers a request for a token without end',
    ['TOKEN', 'OP-2'],
    4,
    respondWith(on('TOKEN'), () => flood(Number.POSITIVE_INFINITY)),
  ),
  behavior(
    'gives a token of 500,000 letters',
    ['TOKEN', 'OP-2'],
    1,
    respondWith(on('TOKEN'), () => json(200, { access_token: 'a'.repeat(500_000) })),
  ),
];

const relay = (story: string, answer: () => ServiceResponse): Behavior => ({
  ...behavior(story, ['CALLBACK'], 4, respondWith(onRoute('GET', '/relay'), answer)),
  environment: ({ address }) => ({ DMT_CALLBACK_POLL_URL: `${address}/relay` }),
});

const relays: readonly Behavior[] = [
  relay('has a relay that answers without end', () => flood(Number.POSITIVE_INFINITY)),
  relay('has a relay that lists half a million calls', () => text(200, 'application/json', `[${'{"body":1},'.repeat(500_000)}1]`)),
  relay('has a relay that says nonsense', () => text(200, 'text/html', '\u001b[2J<html>\u0000')),
];

const codes = (story: string, answer: () => ServiceResponse): Behavior => behavior(story, ['OP-4'], 3, respondWith(on('PHONE'), answer));

const sources: readonly Behavior[] = [
  codes('has a source of codes that answers 1 GB', () => flood(1024, { 'content-type': 'text/plain' })),
  codes('has a source of codes that drips', () => drip(20)),
  codes('has a source of codes that sends a bomb', () => gzipped),
  codes('has a source of codes that says nonsense', () => text(200, 'text/html', '\u001b[2J<b>no code</b>\u0000')),
];

const fetching = (story: string, url: (stranger: string) => string): Behavior => ({
  ...behavior(story, ['CALLBACK'], 3, (right) => right),
  twist: ({ stranger }) =>
    combine(
      changeResultField('OP-16', 'url', (_, { baseUrl }) => url(stranger).replace('{service}', baseUrl)),
      respondWith(onRoute('GET', '/leads-away'), () => redirect(stranger)),
    ),
  environment: ({ receiver }) => ({ DMT_CALLBACK_LISTEN: receiver, DMT_EKYC_COMPLETE: 'fetch' }),
});

const pages: readonly Behavior[] = [
  fetching('has an eKYC page that redirects to another host', () => '{service}/leads-away'),
  fetching('has an eKYC page that is a script', () => 'javascript:alert(1)'),
  fetching('has an eKYC page that is a file', () => 'file:///etc/passwd'),
];

export const externalInputs: readonly Behavior[] = [...redirects, ...tokens, ...relays, ...sources, ...pages];
