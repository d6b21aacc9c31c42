import type { Operation } from '../../../specs/operation.ts';
import { splitAddress } from '../../config/addresses.ts';
import type { Ticket } from './barrier.ts';
import type { HeaderList } from '../../core/exchange.ts';
import type { HttpRequest } from './wire.ts';

/** A token given by value is sent as it is. */
export type TokenChoice = 'agent' | 'other' | 'none' | { readonly value: string };

export type ExtraHeaders = Readonly<Record<string, string>> | HeaderList;

/** Keeps calls that cannot be repeated from leaving while the target may be out of order. */
export interface Hold {
  readonly isOn: () => boolean;
  /** Rejects when the call is not to leave at all. */
  readonly untilOver: () => Promise<void>;
}

/** How a call is sent, and what it counts as: nothing of this goes over the wire. */
interface CallTerms {
  /** The call is as documented. The breaker counts such calls apart from those that are to be refused. */
  readonly documented?: true;
  /** Other calls wait for this one, so it takes the next free slot. */
  readonly priority?: true;
  /** For calls that leave together. */
  readonly ticket?: Ticket;
  /** Asked when a slot is free: trouble may have come while the call waited for one. */
  readonly hold?: Hold | undefined;
  /** Milliseconds to wait for the answer, if less than DMT_TIMEOUT_MS. */
  readonly withinMs?: number | undefined;
  /** The amount of a transfer whose payload does not hold it as a number. */
  readonly effectAmount?: string;
  /** The mobile for which the call sends a code that is known to be wrong. */
  readonly wrongCode?: string;
  /** Part of a fuzz campaign: a call with effects needs its own permission. */
  readonly fuzzed?: true;
  /** Counts against the campaign's budget although the call is not odd. */
  readonly campaign?: true;
}

/** The arguments of one call. Everything left out takes its documented form. */
export interface Call extends CallTerms {
  /** Replaces the path of the operation; `{name}` marks each value. */
  readonly template?: string;
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  /** The Consent header; absent sends none. */
  readonly consent?: string;
  /** Sent as JSON. */
  readonly payload?: unknown;
  readonly token?: TokenChoice;
  readonly method?: string;
  /** Replace headers of the same name; others are added. */
  readonly headers?: ExtraHeaders;
  readonly omitHeaders?: readonly string[];
  /** Replaces the payload, byte for byte. */
  readonly rawBody?: string | Uint8Array;
  /** Replaces path and query, relative to the base address, byte for byte. */
  readonly rawPath?: string;
  /** Replaces the whole request. `{method}`, `{target}`, `{origin}`, `{headers}` and `{body}` insert the parts of the normal request. */
  readonly rawRequest?: string;
}

export interface RawRequest {
  readonly method: string;
  /** Absolute, or relative to the base address when it begins with a slash. */
  readonly url: string;
  readonly headers?: ExtraHeaders;
  readonly body?: string | Uint8Array | null;
  /** None by default; a token goes to the base address only. */
  readonly token?: TokenChoice;
  readonly timeoutMs?: number;
  readonly maxBytes?: number;
}

const isSameHeader = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();
const isList = (headers: ExtraHeaders): headers is HeaderList => Array.isArray(headers);
export const toHeaderList = (headers: ExtraHeaders): HeaderList => (isList(headers) ? headers : Object.entries(headers));

/** Literal parts and names of a path, in turn. A cache, because there are few paths. */
const pathPartsCache = new Map<string, readonly string[]>();

function splitPath(path: string): readonly string[] {
  const known = pathPartsCache.get(path);
  if (known !== undefined) return known;
  const parts = path.split(/\{(\w+)\}/);
  pathPartsCache.set(path, parts);
  return parts;
}

/** Fills the names of a path with values. `whose` names the operation in the error for a missing value. */
export function fillPath(path: string, values: Readonly<Record<string, string>>, whose: string): string {
  let filled = '';
  for (const [at, part] of splitPath(path).entries()) {
    const value = at % 2 === 0 ? part : values[part];
    if (value === undefined) throw new Error(`expected a path value ${part} for ${whose}, received none: add it to the call`);
    filled += at % 2 === 0 ? value : encodeURIComponent(value);
  }
  return filled;
}

function buildQuery(values: Call['query']): string {
  if (values === undefined) return '';
  let query = '';
  for (const [name, value] of Object.entries(values))
    query += `${query === '' ? '?' : '&'}${encodeURIComponent(name)}=${encodeURIComponent(value)}`;
  return query;
}

export const relativePath = ({ path, id }: Operation, call: Call): string =>
  call.rawPath ?? fillPath(call.template ?? path, call.path ?? {}, id) + buildQuery(call.query);

function buildBody({ rawBody, payload }: Call): string | Uint8Array | null {
  if (rawBody !== undefined) return rawBody;
  return payload === undefined ? null : JSON.stringify(payload);
}

function buildHeaders(
  call: Call,
  token: string | null,
  hasBody: boolean,
  own: readonly [HeaderList[number], HeaderList[number]],
): HeaderList {
  const [caller, requestTime] = own;
  const headers: (readonly [string, string])[] = [caller];
  if (token !== null) headers.push(['Authorization', `Bearer ${token}`]);
  headers.push(requestTime);
  if (call.consent !== undefined) headers.push(['Consent', call.consent]);
  if (hasBody) headers.push(['Content-Type', 'application/json']);
  const { headers: extra, omitHeaders: omitted } = call;
  if (extra === undefined && omitted === undefined) return headers;
  const added = toHeaderList(extra ?? []);
  const gone = [...(omitted ?? []), ...added.map(([name]) => name)];
  return [...headers.filter(([name]) => !gone.some((other) => isSameHeader(name, other))), ...added];
}

/** Writes a handmade request as Latin-1, one byte per letter. */
function renderRawRequest(template: string, { method, origin, path, headers, body }: HttpRequest): Uint8Array {
  const text = typeof body === 'string' ? body : '';
  const own =
    /^(content-length|transfer-encoding):/im.test(template) || text === ''
      ? []
      : [['Content-Length', String(Buffer.byteLength(text))] as const];
  const lines = [['Host', new URL(origin).host] as const, ...headers, ...own, ['Connection', 'close'] as const];
  const parts: Readonly<Record<string, string>> = {
    method,
    target: path,
    origin,
    headers: lines.map(([name, value]) => `${name}: ${value}\r\n`).join(''),
    body: Buffer.from(text, 'utf8').toString('latin1'),
  };
  return Buffer.from(
    template.replaceAll(/\{(\w+)\}/g, (whole, name: string) => parts[name] ?? whole),
    'latin1',
  );
}

const furthestAheadMs = 1000;

/** Milliseconds since the epoch, another value for each request: a service may refuse a time that it has seen. It stays near the clock. */
function createRequestTimes(): () => number {
  let last = 0;
  return () => {
    const now = Date.now();
    last = last >= now && last < now + furthestAheadMs ? last + 1 : now;
    return last;
  };
}

/** Builds requests to a base address. `caller` is the User-Agent header, unless a call has its own. */
export function createRequestBuilder(baseUrl: string, caller: HeaderList[number]) {
  const { origin, path } = splitAddress(baseUrl);
  const prefix = path === '/' ? '' : path;
  const takeRequestTime = createRequestTimes();
  return {
    origin,
    fromCall(operation: Operation, call: Call, token: string | null): HttpRequest {
      const relative = relativePath(operation, call);
      const body = buildBody(call);
      const request: HttpRequest = {
        method: call.method ?? operation.method,
        origin,
        path: prefix + relative,
        headers: buildHeaders(call, token, body !== null, [caller, ['request-time', String(takeRequestTime())]]),
        body,
      };
      return call.rawRequest === undefined ? request : { ...request, bytes: renderRawRequest(call.rawRequest, request) };
    },
    fromRaw({ method, url, headers = [], body = null }: RawRequest, token: string | null): HttpRequest {
      const address = url.startsWith('/') ? { origin, path: prefix + url } : splitAddress(url);
      if (token !== null && address.origin !== origin)
        throw new Error(`expected a token to go to ${origin} only, received ${address.origin}`);
      const bearer = token === null ? [] : [['Authorization', `Bearer ${token}`] as const];
      const own = toHeaderList(headers);
      const callerHeaders = own.some(([name]) => isSameHeader(name, caller[0])) ? [] : [caller];
      return { method, ...address, headers: [...callerHeaders, ...bearer, ...own], body };
    },
  };
}
