import type { Subject } from '../../specs/clause.ts';
import type { Effect } from '../../specs/operation.ts';
import { operations } from '../../specs/operations.ts';
import { tokenEndpoint } from '../../specs/token.ts';

export type CallEffect = Effect | 'operational-write';

const effectsByWeight: readonly CallEffect[] = ['none', 'operational-write', 'leaves-record', 'sends-otp', 'moves-money'];
const harmlessMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE']);

/** OP-9 has a second published form, with the session as a query parameter. */
const withoutSessionId = (path: string): string => path.replace(/\/\{sessionId\}$/, '');

const toPathPattern = (path: string): string => path.toLowerCase().replaceAll(/\{\w+\}/g, '[^/]*');

/** Any path below an operation with an effect may have that effect. An operation without effect is harmless only at its exact path. */
const patterns: readonly { readonly effect: Effect; readonly pattern: RegExp }[] = [
  ...operations
    .filter(({ effect }) => effect !== 'none')
    .map(({ effect, path }) => ({ effect, pattern: new RegExp(toPathPattern(withoutSessionId(path))) })),
  ...operations
    .filter(({ effect }) => effect === 'none')
    .map(({ effect, path }) => ({ effect, pattern: new RegExp(`${toPathPattern(path)}$`) })),
];

/** An address that every server reads the same way, as nearly all addresses are. */
const plainAddress = /^https?:\/\/[^/?#@\\]+((?:\/[\w-]+)+)(?:\?[^#]*)?$/i;

/** The path as a lenient server may read it: without dot segments, with escapes decoded and single slashes. */
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
  // The specification does not know this address, so a changing method may leave a record.
  if (subject === null) return harmlessMethods.has(method) ? 'none' : 'leaves-record';
  return operations.find(({ id }) => id === subject)?.effect ?? 'none';
}

export interface RequestEffects {
  /** The worse of two readings: by the subject, and by the real address. */
  readonly effect: CallEffect;
  /** A heap dump holds every secret, so it needs the permission of a write. */
  readonly heapdump: boolean;
  readonly login: boolean;
}

export function requestEffects(subject: Subject | null, method: string, address: string): RequestEffects {
  const path = lenientPath(address);
  const one = subjectEffect(subject, method.toUpperCase());
  const other = pathEffect(path, method.toUpperCase());
  return {
    effect: effectsByWeight.indexOf(one) > effectsByWeight.indexOf(other) ? one : other,
    heapdump: path.includes('heapdump'),
    login: path.includes(tokenEndpoint.path),
  };
}

export const worstEffect = (subject: Subject | null, method: string, address: string): CallEffect =>
  requestEffects(subject, method, address).effect;
