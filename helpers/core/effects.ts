import type { Subject } from '../../specs/clause.ts';
import type { Effect } from '../../specs/operation.ts';
import { operations } from '../../specs/operations.ts';
import { tokenEndpoint } from '../../specs/token.ts';

/** What a request may leave behind; `operational-write` changes the running service itself. */
export type CallEffect = Effect | 'operational-write';

const effectsByWeight: readonly CallEffect[] = ['none', 'operational-write', 'leaves-record', 'sends-otp', 'moves-money'];
const harmlessMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE']);

/** OP-9 is published in a second form, with the session as a query parameter. */
const withoutSessionId = (path: string): string => path.replace(/\/\{sessionId\}$/, '');

const toPathPattern = (path: string): string => path.toLowerCase().replaceAll(/\{\w+\}/g, '[^/]*');

/** Anything below the path of an operation with an effect may have it; the others are harmless exactly where they are. */
const patterns: readonly { readonly effect: Effect; readonly pattern: RegExp }[] = [
  ...operations
    .filter(({ effect }) => effect !== 'none')
    .map(({ effect, path }) => ({ effect, pattern: new RegExp(toPathPattern(withoutSessionId(path))) })),
  ...operations
    .filter(({ effect }) => effect === 'none')
    .map(({ effect, path }) => ({ effect, pattern: new RegExp(`${toPathPattern(path)}$`) })),
];

/** An address in which no two readers see two paths, as nearly all are. */
const plainAddress = /^https?:\/\/[^/?#@\\]+((?:\/[\w-]+)+)(?:\?[^#]*)?$/i;

/** The path as a lenient server may read it: dot segments gone, escapes undone, slashes single. */
function lenientPath(address: string): string {
  const read = plainAddress.exec(address)?.[1];
  if (read !== undefined) return read.toLowerCase();
  const { pathname } = new URL(address);
  try {
    return decodeURIComponent(pathname).replaceAll(/\/+/g, '/').toLowerCase();
  } catch {
    return pathname.toLowerCase();
  }
}

function pathEffect(path: string, method: string): CallEffect {
  const found = patterns.find(({ pattern }) => pattern.test(path));
  if (found !== undefined) return found.effect;
  if (path.includes('heapdump')) return 'operational-write';
  if (harmlessMethods.has(method)) return 'none';
  if (path.includes('/actuator')) return 'operational-write';
  return path.includes('/endpoint/') ? 'leaves-record' : 'none';
}

function subjectEffect(subject: Subject | null, method: string): CallEffect {
  if (subject === 'ACTUATOR') return harmlessMethods.has(method) ? 'none' : 'operational-write';
  // An address the specification does not know: whatever changes something there is not ours to judge harmless.
  if (subject === null) return harmlessMethods.has(method) ? 'none' : 'leaves-record';
  return operations.find(({ id }) => id === subject)?.effect ?? 'none';
}

/** What a request to an address may do. */
export interface RequestEffects {
  /** The worst of it, judged by what it is about and by where it really goes. */
  readonly effect: CallEffect;
  /** A dump of the memory holds everything, so it is asked for like a write. */
  readonly heapdump: boolean;
  /** It is where tokens are asked for. */
  readonly login: boolean;
}

export function requestEffects(subject: Subject | null, method: string, address: string): RequestEffects {
  const path = lenientPath(address);
  const [one, other] = [subjectEffect(subject, method.toUpperCase()), pathEffect(path, method.toUpperCase())];
  return {
    effect: effectsByWeight.indexOf(one) > effectsByWeight.indexOf(other) ? one : other,
    heapdump: path.includes('heapdump'),
    login: path.includes(tokenEndpoint.path),
  };
}

export const worstEffect = (subject: Subject | null, method: string, address: string): CallEffect =>
  requestEffects(subject, method, address).effect;
