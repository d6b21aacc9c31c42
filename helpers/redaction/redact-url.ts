import { fieldSortByName } from '../core/secret-fields.ts';
import { maskCodes, noCodeSuspects, type CodeSuspects } from './mask-codes.ts';
import type { Secrets } from './secrets.ts';

/** Numbers in a path look like codes, so only codes of the same request are masked there. */
const maskPath = (secrets: Secrets, path: string, { sent }: CodeSuspects): string =>
  sent.length === 0 ? path : path.replaceAll(/[^/]+/g, (segment) => maskCodes(secrets, segment, { ...noCodeSuspects, sent }));

function maskPair(secrets: Secrets, pair: string, suspects: CodeSuspects): string {
  const at = pair.indexOf('=');
  const [name, value] = at < 0 ? [pair, ''] : [pair.slice(0, at), pair.slice(at + 1)];
  const key = maskCodes(secrets, name, suspects);
  if (at < 0) return key;
  const sort = fieldSortByName(name);
  if (sort === 'known' || sort === 'mobile') return pair;
  return `${key}=${sort === 'secret' || sort === 'code' ? secrets.standIn(value) : maskCodes(secrets, value, suspects)}`;
}

export function redactUrl(secrets: Secrets, url: string, suspects: CodeSuspects): string {
  const at = url.indexOf('?');
  const origin = /^https?:\/\/[^/?#]*/.exec(url)?.[0] ?? '';
  const path = maskPath(secrets, url.slice(origin.length, at < 0 ? undefined : at), suspects);
  if (at < 0) return origin + path;
  const query = url.slice(at + 1).split('&');
  return `${origin}${path}?${query.map((pair) => maskPair(secrets, pair, suspects)).join('&')}`;
}
