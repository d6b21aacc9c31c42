import type { Big } from 'big.js';
import type { OperationId } from '../../../specs/operation.ts';
import { operations } from '../../../specs/operations.ts';
import { findHeader, type AgentName, type Departure } from '../../core/exchange.ts';
import { toIdText } from '../../core/answers.ts';
import { member, parseJson } from '../../core/json.ts';
import { decodeSafely } from '../../core/text.ts';
import { decimalAt } from '../exact-decimal.ts';

/** A request of a business operation, read back from the wire by the names of the document. */
export interface NamedCall {
  readonly operation: OperationId;
  readonly agent: AgentName;
  /** Values of path and query. */
  readonly values: Readonly<Record<string, string>>;
  /** Undefined when the body is not JSON. */
  readonly payload: unknown;
  /** Of the payload, with the digits as written; null where it holds no number: what such a request means is open. */
  readonly amount: Big | null;
  /** Of the challenge whose code it sends; empty where it sends none. */
  readonly state: string;
}

interface Route {
  readonly id: OperationId;
  readonly method: string;
  readonly pattern: RegExp;
}

const toPattern = (path: string): RegExp => new RegExp(`${path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`);

const routes: readonly Route[] = operations.flatMap(({ id, method, path, forms }) =>
  [path, ...Object.values(forms).flatMap((form: { readonly path?: string }) => form.path ?? [])].map((each) => ({
    id,
    method,
    pattern: toPattern(each),
  })),
);

const routesById: ReadonlyMap<string, readonly Route[]> = Map.groupBy(routes, ({ id }) => id);

/** Null where a name occurs twice: which of the two the service reads is open. */
function readQuery(query: string): Readonly<Record<string, string>> | null {
  const pairs = [...new URLSearchParams(query)];
  return new Set(pairs.map(([name]) => name)).size === pairs.length ? Object.fromEntries(pairs) : null;
}

const readAmount = (payload: unknown, text: string): Big | null =>
  typeof member(payload, 'amount') === 'number' ? decimalAt(text, 'amount') : null;

/** OP-12 has it in its payload, the others in the Consent header. */
function readState(headers: Departure['request']['headers'], payload: unknown): string {
  return /^OTP \S+ ([^\s,]+)/.exec(findHeader(headers, 'consent') ?? '')?.[1] ?? toIdText(member(payload, 'state')) ?? '';
}

/** Without regard to who sent it: a call without a token is read as one of the usual agent. */
export const readCallOfNobody = (departure: Departure): NamedCall | null =>
  departure.as === null ? parseCall({ ...departure, as: 'agent' }) : null;

function parseCall({ operation, request, as }: Departure): NamedCall | null {
  if (as === undefined || as === null || operation === null) return null;
  const [address = '', query = ''] = request.url.split('?', 2);
  const values = readQuery(query);
  for (const { id, method, pattern } of routesById.get(operation) ?? []) {
    const found = method === request.method ? pattern.exec(address) : null;
    if (found === null || values === null) continue;
    const path = Object.fromEntries(Object.entries(found.groups ?? {}).map(([name, value]) => [name, decodeSafely(value)]));
    const text = request.body?.encoding === 'utf8' ? request.body.text : '';
    const payload = parseJson(text);
    return {
      operation: id,
      agent: as,
      values: { ...values, ...path },
      payload,
      amount: readAmount(payload, text),
      state: readState(request.headers, payload),
    };
  }
  return null;
}

/** A call is read when it leaves, when its answer comes, and when the answer is judged. */
const known = new WeakMap<Departure['request'], NamedCall | null>();

/** Null for a request that no documented form explains: it establishes nothing. */
export function readNamedCall(departure: Departure): NamedCall | null {
  const before = known.get(departure.request);
  if (before !== undefined) return before;
  const read = parseCall(departure);
  known.set(departure.request, read);
  return read;
}
