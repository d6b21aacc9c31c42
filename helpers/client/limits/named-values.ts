import type { Operation } from '../../../specs/operation.ts';
import { relativePath, type Call, type RawRequest } from '../http/call.ts';
import { replaceValues } from '../../core/json-text.ts';
import { decodeSafely } from '../../core/text.ts';

/** Accounts and ids that a request names; null when they cannot be read. */
export type NamedValues = readonly string[] | null;

/** Operations that register, activate or pay a person: OP-7, OP-13 and both forms of OP-9. Paths that may lead there count too. */
const recipientOperations: ReadonlySet<string> = new Set(['OP-7', 'OP-9', 'OP-13']);
const recipientPaths = /benefici?ary|fundtransfer\/request/i;

/** Documented fields that do not say who is registered or paid; any other field may. */
const harmlessFields = new Set([
  'name',
  'amount',
  'correlationid',
  'from',
  'type',
  'options',
  'useragent',
  'sourceaddress',
  'geotag',
  'object',
  'invoiceid',
]);

const normalizeName = (name: string): string => name.toLowerCase().replaceAll(/[^a-z]/g, '');

const textOrFraction = /"(?:[^"\\]|\\.)*"?|\d[\d.]*[eE][+-]?\d+|\d+\.[\d.]*/gs;

/** Reads valid and broken JSON: a key may appear twice, and a lenient reader may find more keys. */
function collectFromBody(body: RawRequest['body'] | undefined): NamedValues {
  if (body === undefined || body === null) return [];
  if (typeof body !== 'string') return null;
  const words: string[] = [];
  // A number with a point or an exponent differs from its digits.
  const written = body.replaceAll(textOrFraction, (part) => (part.startsWith('"') ? part : `"${part}"`));
  replaceValues(written, (value, { field, isKey }) => {
    if (!isKey && !harmlessFields.has(normalizeName(field))) words.push(value);
    return value;
  });
  return words;
}

const beneficiaryIdPath = /beneficary\/([^?#]*)/i;

/** The id of OP-13 is everything after its name, or may be read so. Decoded twice, as some servers do. */
function collectFromPath(path: string): readonly string[] {
  const [, rest = ''] = beneficiaryIdPath.exec(path) ?? [];
  return decodeSafely(decodeSafely(rest)).split('/');
}

const recipientNames = new Set(['to', 'id', 'beneficiaryid', 'accountno', 'ifsccode']);

function collectFromQuery(path: string): readonly string[] {
  const query = new URLSearchParams(path.split('#')[0]?.split('?').slice(1).join('&') ?? '');
  return [...query].filter(([name]) => recipientNames.has(normalizeName(name))).map(([, value]) => value);
}

function collectFromParts(path: string, body: RawRequest['body'] | undefined): NamedValues {
  const words = collectFromBody(body);
  return words === null ? null : [...words, ...collectFromPath(path), ...collectFromQuery(path)];
}

/** Reads the call as it will leave, whatever its purpose. */
export function collectNamedInCall(operation: Operation, call: Call): NamedValues {
  const { rawBody, rawRequest, payload } = call;
  const path = relativePath(operation, call);
  if (!recipientOperations.has(operation.id) && !recipientPaths.test(path)) return [];
  // In a handmade request, or under an odd path, the place of each part is unknown.
  if (rawRequest !== undefined || (operation.id === 'OP-13' && !beneficiaryIdPath.test(path))) return null;
  return collectFromParts(path, rawBody ?? (payload === undefined ? null : JSON.stringify(payload)));
}

export const collectNamedInRequest = ({ url, body }: RawRequest): NamedValues =>
  recipientPaths.test(url) ? collectFromParts(url, body) : [];
