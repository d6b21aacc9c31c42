import type { HeaderList } from '../core/exchange.ts';
import { maskCodes, type CodeSuspects } from './mask-codes.ts';
import { replaceInPlainLetters } from './plain-letters.ts';
import type { Secrets } from './secrets.ts';
import { everyUuidOrWord } from '../core/ids.ts';

const secretHeader = /consent|authorization|cookie|otp|mpin|passw|token|secret|api-?key/i;
/** Headers with fixed content: times, sizes, media types. */
const fixedHeader =
  /^(?:request-time|date|age|expires|last-modified|retry-after|content-(?:length|type|encoding|range)|accept|accept-(?:encoding|ranges)|cache-control|connection|keep-alive|transfer-encoding|host|vary|strict-transport-security)$/i;

type HeaderSort = 'fixed' | 'free' | 'consent' | 'authorization' | 'cookie' | 'secret';

function classifyHeaderName(name: string): HeaderSort {
  if (fixedHeader.test(name)) return 'fixed';
  if (!secretHeader.test(name)) return 'free';
  if (/^consent$/i.test(name)) return 'consent';
  if (/authorization$/i.test(name)) return 'authorization';
  return /cookie$/i.test(name) ? 'cookie' : 'secret';
}

/** A hostile target may send any number of names. */
const MOST_NAMES = 1000;
const headerSortCache = new Map<string, HeaderSort>();

export function headerSortByName(name: string): HeaderSort {
  const found = headerSortCache.get(name);
  if (found !== undefined) return found;
  const sort = classifyHeaderName(name);
  if (headerSortCache.size < MOST_NAMES) headerSortCache.set(name, sort);
  return sort;
}

const authScheme = /^\s*(?:bearer|basic)\s+/i;

/** In a consent every number is a code, right or wrong; the state, a UUID, stays readable. */
function maskConsent({ standIn, codes }: Secrets, value: string): string {
  const mask = (word: string): string => (codes.isKnown(word) ? standIn(word) : word.replaceAll(/\d+/g, standIn));
  return replaceInPlainLetters(value, (text) => text.replaceAll(everyUuidOrWord, (part) => (part.includes('-') ? part : mask(part))));
}

function redactHeader(secrets: Secrets, sort: Exclude<HeaderSort, 'fixed'>, value: string, suspects: CodeSuspects): string {
  const { standIn } = secrets;
  if (sort === 'free') return maskCodes(secrets, value, suspects);
  if (sort === 'consent') return maskConsent(secrets, value);
  if (sort === 'cookie') return value.replaceAll(/=([^;]*)/g, (_, held: string) => `=${standIn(held)}`);
  if (sort === 'secret') return standIn(value);
  const named = authScheme.exec(value)?.[0] ?? '';
  return named + standIn(value.slice(named.length));
}

export function redactHeaders(secrets: Secrets, headers: HeaderList, suspects: CodeSuspects): HeaderList {
  if (headers.every(([name]) => headerSortByName(name) === 'fixed')) return headers;
  return headers.map(([name, value]) => {
    const sort = headerSortByName(name);
    if (sort === 'fixed') return [name, value];
    return [sort === 'free' ? maskCodes(secrets, name, suspects) : name, redactHeader(secrets, sort, value, suspects)];
  });
}
