import type { HeaderList } from './exchange.ts';
import type { Secrets } from './secrets.ts';

const uuidOrDigits = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}|\d+/gi;
const secretHeader = /authorization|consent|cookie|otp|mpin|passw|token|secret|api-?key/i;

type HeaderSort = 'plain' | 'consent' | 'authorization' | 'cookie' | 'secret';

function readSort(name: string): HeaderSort {
  if (!secretHeader.test(name)) return 'plain';
  if (/^consent$/i.test(name)) return 'consent';
  if (/authorization$/i.test(name)) return 'authorization';
  return /cookie$/i.test(name) ? 'cookie' : 'secret';
}

/** A hostile target may invent names without end. */
const MOST_NAMES = 1000;
/** Every call brings the same few names. */
const sorts = new Map<string, HeaderSort>();

function sortOf(name: string): HeaderSort {
  const found = sorts.get(name);
  if (found !== undefined) return found;
  const sort = readSort(name);
  if (sorts.size < MOST_NAMES) sorts.set(name, sort);
  return sort;
}

const scheme = /^\s*(?:bearer|basic)\s+/i;

function redactHeader(secrets: Secrets, sort: Exclude<HeaderSort, 'plain'>, value: string): string {
  const { standIn } = secrets;
  if (sort === 'consent') return maskConsent(secrets, value);
  if (sort === 'cookie') return value.replaceAll(/=([^;]*)/g, (_, held: string) => `=${standIn(held)}`);
  if (sort === 'secret') return standIn(value);
  const named = scheme.exec(value)?.[0] ?? '';
  return named + standIn(value.slice(named.length));
}

/** In a consent every number is a code, right or wrong; the state, a UUID, stays readable. */
function maskConsent({ standIn, replaceShort }: Secrets, value: string): string {
  const masked = value.replaceAll(uuidOrDigits, (part) => (part.includes('-') ? part : standIn(part)));
  return masked === value ? replaceShort(value) : masked;
}

export function redactHeaders(secrets: Secrets, headers: HeaderList): HeaderList {
  if (headers.every(([name]) => sortOf(name) === 'plain')) return headers;
  return headers.map((header) => {
    const [name, value] = header;
    const sort = sortOf(name);
    return sort === 'plain' ? header : [name, redactHeader(secrets, sort, value)];
  });
}
