import { isRecord, recordMember, type Json } from '../../core/json.ts';
import { decodeSafely } from '../../core/text.ts';

type Resolved = { readonly value: Json; readonly problem: null } | { readonly value: null; readonly problem: string };

/** A reference may lead to another; real chains are short. */
const mostHops = 50;

const unescapeToken = (token: string): string => token.replaceAll('~1', '/').replaceAll('~0', '~');

const descendTokens = (document: unknown, tokens: readonly string[]): unknown =>
  tokens.reduce<unknown>((value, token) => recordMember(value, token) ?? recordMember(value, unescapeToken(token)), document);

/** Also finds names with raw guillemets, percent signs and slashes. */
function followPointer(document: unknown, pointer: string): unknown {
  for (const spelled of [pointer, decodeSafely(pointer)]) {
    const [section = '', ...rest] = spelled.split('/');
    const found = recordMember(recordMember(document, section), rest.join('/')) ?? descendTokens(document, [section, ...rest]);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Follows `$ref` inside the document only: no file and no other host is read. */
export function resolveReference(document: unknown, value: unknown): Resolved {
  let found = value;
  for (let hops = 0; hops < mostHops; hops += 1) {
    if (!isRecord(found)) return { value: null, problem: 'is not an object' };
    if (!Object.hasOwn(found, '$ref')) return { value: found, problem: null };
    const reference = found['$ref'];
    // A body field may also be named `$ref`.
    if (typeof reference !== 'string') return { value: found, problem: null };
    if (!reference.startsWith('#')) return { value: null, problem: `$ref ${reference} leads outside the document and is not followed` };
    found = followPointer(document, reference.slice(1).replace(/^\//, ''));
    if (found === undefined) return { value: null, problem: `$ref ${reference} leads nowhere` };
  }
  return { value: null, problem: '$ref leads back to itself' };
}
