import { STATUS_CODES } from 'node:http';
import type { Content, Entry, Creator, PostData } from 'har-format';
import { headerOf, type Exchange, type HeaderList, type WireBody, type WireRequest, type WireResponse } from '../../core/exchange.ts';
import { codesByExchange } from './codes.ts';
import type { VerdictFile } from '../model/verdict-file.ts';

const pairs = (headers: HeaderList): { name: string; value: string }[] => headers.map(([name, value]) => ({ name, value }));

export function queryOf(url: string): { name: string; value: string }[] {
  return URL.canParse(url) ? [...new URL(url).searchParams].map(([name, value]) => ({ name, value })) : [];
}

export const sizeOf = (body: WireBody | null): number => (body === null ? 0 : Buffer.byteLength(body.text, body.encoding));

/** HAR 1.2 has no encoding for a request's body: one that is not text says so in a comment. */
function postData(body: WireBody, headers: HeaderList): PostData {
  const mimeType = headerOf(headers, 'content-type') ?? '';
  return { mimeType, text: body.text, ...(body.encoding === 'base64' ? { comment: 'base64' } : {}) };
}

function requestOf({ method, url, headers, body }: WireRequest): Entry['request'] {
  const posted = body === null ? {} : { postData: postData(body, headers) };
  return {
    method,
    url,
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: pairs(headers),
    queryString: queryOf(url),
    headersSize: -1,
    bodySize: sizeOf(body),
    ...posted,
  };
}

function contentOf({ headers, body, truncated }: WireResponse): Content {
  const encoding = body.encoding === 'base64' ? { encoding: 'base64' } : {};
  const comment = truncated ? { comment: 'longer than recorded: cut' } : {};
  return { size: sizeOf(body), mimeType: headerOf(headers, 'content-type') ?? '', text: body.text, ...encoding, ...comment };
}

/** Status 0 stands for no answer, as browsers write it. */
const unanswered: Entry['response'] = {
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

function responseOf(response: WireResponse | null): Entry['response'] {
  if (response === null) return unanswered;
  const { status, headers, body } = response;
  return {
    status,
    statusText: STATUS_CODES[status] ?? '',
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: pairs(headers),
    content: contentOf(response),
    redirectURL: headerOf(headers, 'location') ?? '',
    headersSize: -1,
    bodySize: sizeOf(body),
  };
}

function entryOf({ id, purpose, startedAt, durationMs, request, response, trouble }: Exchange, code: string | undefined): Entry {
  return {
    startedDateTime: startedAt,
    time: durationMs,
    request: requestOf(request),
    response: responseOf(response),
    cache: {},
    timings: { send: 0, wait: durationMs, receive: 0 },
    comment: `${id} ${purpose}${trouble === null ? '' : `: ${trouble.kind}, ${trouble.message}`}${code === undefined ? '' : `; ${code}`}`,
  };
}

/** `evidence.har`: every recorded exchange, redacted, for any HAR viewer; in pieces, as the whole is as large as all answers together. */
export function* harOf({ run, verdict, codes }: VerdictFile, exchanges: readonly Exchange[]): Generator<string, void> {
  const codeWords = codesByExchange(codes);
  const creator: Creator = { name: 'dmt-conformance', version: run.suiteVersion };
  const comment = `run ${run.id} on ${run.hosts.join(', ')}: ${verdict}`;
  yield `{"log":{"version":"1.2","creator":${JSON.stringify(creator)},"entries":[`;
  for (const [index, exchange] of exchanges.entries())
    yield (index === 0 ? '' : ',') + JSON.stringify(entryOf(exchange, codeWords.get(exchange.id)));
  yield `],"comment":${JSON.stringify(comment)}}}`;
}
