import { STATUS_CODES } from 'node:http';
import type { Content, Entry, Creator, PostData } from 'har-format';
import { findHeader, type Exchange, type HeaderList, type WireBody, type WireRequest, type WireResponse } from '../../core/exchange.ts';
import { member } from '../../core/json.ts';
import { parseAnswerBody } from '../../judge/reply.ts';
import { exchangesFile } from '../../client/journal/recorder.ts';
import { needsAction, pickAttachedIds } from './attached.ts';
import { describeCodesByExchange } from './codes.ts';
import type { VerdictFile } from '../model/verdict-file.ts';

const toNamedHeaders = (headers: HeaderList): { name: string; value: string }[] => headers.map(([name, value]) => ({ name, value }));

export function parseQuery(url: string): { name: string; value: string }[] {
  return URL.canParse(url) ? [...new URL(url).searchParams].map(([name, value]) => ({ name, value })) : [];
}

export const countBytes = (body: WireBody | null): number => (body === null ? 0 : Buffer.byteLength(body.text, body.encoding));

/** HAR 1.2 has no encoding for request bodies, so a comment marks base64. */
function toPostData(body: WireBody, headers: HeaderList): PostData {
  const mimeType = findHeader(headers, 'content-type') ?? '';
  return { mimeType, text: body.text, ...(body.encoding === 'base64' ? { comment: 'base64' } : {}) };
}

function toHarRequest({ method, url, headers, body }: WireRequest): Entry['request'] {
  const posted = body === null ? {} : { postData: toPostData(body, headers) };
  return {
    method,
    url,
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: toNamedHeaders(headers),
    queryString: parseQuery(url),
    headersSize: -1,
    bodySize: countBytes(body),
    ...posted,
  };
}

function toHarContent({ headers, body, truncated }: WireResponse): Content {
  const encoding = body.encoding === 'base64' ? { encoding: 'base64' } : {};
  const comment = truncated ? { comment: 'longer than recorded: cut' } : {};
  return { size: countBytes(body), mimeType: findHeader(headers, 'content-type') ?? '', text: body.text, ...encoding, ...comment };
}

/** Status 0 means no answer, as browsers write it. */
const noResponse: Entry['response'] = {
  status: 0,
  statusText: '',
  httpVersion: '',
  cookies: [],
  headers: [],
  content: { size: 0, mimeType: '' },
  redirectURL: '',
  headersSize: -1,
  bodySize: -1,
};

function toHarResponse(response: WireResponse | null): Entry['response'] {
  if (response === null) return noResponse;
  const { status, headers, body } = response;
  return {
    status,
    statusText: STATUS_CODES[status] ?? '',
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: toNamedHeaders(headers),
    content: toHarContent(response),
    redirectURL: findHeader(headers, 'location') ?? '',
    headersSize: -1,
    bodySize: countBytes(body),
  };
}

function toHarEntry({ id, purpose, startedAt, durationMs, request, response, trouble }: Exchange, code: string | undefined): Entry {
  return {
    startedDateTime: startedAt,
    time: durationMs,
    request: toHarRequest(request),
    response: toHarResponse(response),
    cache: {},
    timings: { send: 0, wait: durationMs, receive: 0 },
    comment: `${id} ${purpose}${trouble === null ? '' : `: ${trouble.kind}, ${trouble.message}`}${code === undefined ? '' : `; ${code}`}`,
  };
}

/** Answers of one operation that say the same: `OP-9 200 4170`. */
function describeKind(exchange: Exchange): string {
  const status = member(parseAnswerBody(exchange), 'status');
  return `${exchange.operation} ${exchange.response?.status} ${JSON.stringify(member(status, 'code'))}`;
}

/**
 * Every exchange of a check that has an owner. Of those that decided the first check of any other clause, one for each operation
 * and answer.
 */
function selectExchanges({ checks }: VerdictFile, exchanges: readonly Exchange[]): readonly Exchange[] {
  const firstByClause = new Map(checks.toReversed().map((check) => [check.clause, check]));
  const deciding = new Set([...firstByClause.values()].flatMap((check) => pickAttachedIds(check).slice(0, 1)));
  const ofEachKind = new Map(exchanges.filter(({ id }) => deciding.has(id)).map((exchange) => [describeKind(exchange), exchange.id]));
  const ids = new Set([...ofEachKind.values(), ...checks.filter(needsAction).flatMap(({ evidence }) => evidence)]);
  return exchanges.filter(({ id }) => ids.has(id));
}

/** `evidence.har`, redacted. Comes in pieces, since the whole may be as long as all answers together. */
export function* renderHar(file: VerdictFile, exchanges: readonly Exchange[]): Generator<string, void> {
  const { run, verdict, codes } = file;
  const codeWords = describeCodesByExchange(codes);
  const creator: Creator = { name: 'dmt-conformance', version: run.suiteVersion };
  const chosen = selectExchanges(file, exchanges);
  const comment = `run ${run.id} on ${run.hosts.join(', ')}: ${verdict}; ${chosen.length} of ${exchanges.length} exchanges, all are in ${exchangesFile}`;
  yield `{"log":{"version":"1.2","creator":${JSON.stringify(creator)},"entries":[`;
  for (const [index, exchange] of chosen.entries())
    yield (index === 0 ? '' : ',') + JSON.stringify(toHarEntry(exchange, codeWords.get(exchange.id)));
  yield `],"comment":${JSON.stringify(comment)}}}`;
}
