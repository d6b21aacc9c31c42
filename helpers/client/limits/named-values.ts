import type { Operation } from '../../../specs/operation.ts';
import { relativePath, type Call, type RawRequest } from '../http/call.ts';
import { replaceValues } from '../../core/json-text.ts';
import { decodeSafely } from '../../core/text.ts';

/** Whose accounts or ids a request names, word by word; null where nobody can tell, since it is no text that is read here. */
export type NamedValues = readonly string[] | null;

/** Operations that register, activate or pay somebody: OP-7, OP-13, OP-9 in both forms; and whatever may lead there. */
const recipientOperations: ReadonlySet<string> = new Set(['OP-7', 'OP-9', 'OP-13']);
const recipientPaths = /benefici?ary|fundtransfer\/request/i;

/** Documented fields that say nothing of who is registered or paid; whatever stands under another name may. */
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

const textOrExponent = /"(?:[^"\\]|\\.)*"?|\d[\d.]*[eE][+-]?\d+/gs;

/** In JSON, whole or broken: a key may stand there twice, or a lenient reader may find one where there is none. */
function collectFromBody(body: RawRequest['body'] | undefined): NamedValues {
  if (body === undefined || body === null) return [];
  if (typeof body !== 'string') return null;
  const words: string[] = [];
  // A number with an exponent is another number than its digits.
  const written = body.replaceAll(textOrExponent, (part) => (part.startsWith('"') ? part : `"${part}"`));
  replaceValues(written, (value, { field, isKey }) => {
    if (!isKey && !harmlessFields.has(normalizeName(field))) words.push(value);
    return value;
  });
  return words;
}

const beneficiaryIdPath = /beneficary\/([^?#]*)/i;

/** Of OP-13: everything behind its name is, or may be taken for, the id. Decoded twice, as some do. */
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

/** What is about to leave is read, whatever it was meant to be. */
export function collectNamedInCall(operation: Operation, call: Call): NamedValues {
  const { rawBody, rawRequest, payload } = call;
  const path = relativePath(operation, call);
  if (!recipientOperations.has(operation.id) && !recipientPaths.test(path)) return [];
  // Of a request written by hand, or under an odd path, nobody can tell where its parts end up.
  if (rawRequest !== undefined || (operation.id === 'OP-13' && !beneficiaryIdPath.test(path))) return null;
  return collectFromParts(path, rawBody ?? (payload === undefined ? null : JSON.stringify(payload)));
}

export const collectNamedInRequest = ({ url, body }: RawRequest): NamedValues =>
  recipientPaths.test(url) ? collectFromParts(url, body) : [];
