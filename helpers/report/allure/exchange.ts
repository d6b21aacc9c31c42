import { createHash } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import {
  ALLURE_HTTP_EXCHANGE_CONTENT_TYPE,
  ALLURE_HTTP_EXCHANGE_FILE_EXTENSION,
  type HttpExchange,
  type HttpExchangeBody,
} from 'allure-js-commons/http';
import { headerOf, type Exchange, type HeaderList, type WireBody } from '../../core/exchange.ts';
import { queryOf, sizeOf } from '../evidence/har.ts';
import type { Results } from './results.ts';
import { oneLine } from '../../core/text.ts';
import type { VerdictCheck } from '../model/verdict-file.ts';

/** A sweep may rest on hundreds of exchanges: these many are shown with it, the rest is in `evidence.har`. */
const mostAttached = 12;

/** A pass is believed on less. */
const mostForPass = 4;

/** Characters of one body; the report of a whole run stays a file a browser opens at once. */
const longestBody = 20_000;
const shortestBody = 500;
const wholeReport = 30_000_000;

/** Few answers are this long; where many are, they share what is left for them, as the page is written in memory. */
const longBody = 2000;
const allLongBodies = 300_000;

/**
 * The exchange that decides comes first. A check that judged many answers lists those that broke its clause, the told one first;
 * any other lists its exchanges as they were made and ends with the one it judged.
 */
export function attachedIds({ verdict, evidence, seen }: Pick<VerdictCheck, 'verdict' | 'evidence' | 'seen'>): readonly string[] {
  const most = verdict === 'pass' || verdict === 'observed' ? mostForPass : mostAttached;
  const distinct = [...new Set(evidence)];
  if (seen !== null) return distinct.slice(0, most);
  const latest = distinct.slice(-most);
  return [...latest.slice(-1), ...latest.slice(0, -1)];
}

/** `x12 POST /wallet/endpoint/v3/… 200` */
export function exchangeName({ id, request, response, trouble }: Exchange): string {
  const path = URL.canParse(request.url) ? new URL(request.url).pathname : request.url;
  return `${id} ${request.method} ${path} ${response?.status ?? trouble?.kind ?? 'no answer'}`;
}

/** Allure gives an attached file to one test only, so each check has its own name for it. */
const fileOf = (id: string, check: string): string =>
  `${createHash('md5').update(check).digest('hex')}-${id}-attachment${ALLURE_HTTP_EXCHANGE_FILE_EXTENSION}`;

export const attachmentOf = (
  exchange: Exchange,
  check: VerdictCheck,
  code: string | undefined,
): { name: string; source: string; type: string } => ({
  name: `${exchangeName(exchange)}${code === undefined ? '' : `, ${oneLine(code)}`}`,
  source: fileOf(exchange.id, check.id),
  type: ALLURE_HTTP_EXCHANGE_CONTENT_TYPE,
});

function bodyOf(body: WireBody, headers: HeaderList, limit: number, cut: boolean): HttpExchangeBody {
  const { text, encoding } = body;
  return {
    contentType: headerOf(headers, 'content-type') ?? '',
    encoding,
    value: text.slice(0, limit),
    size: sizeOf(body),
    truncated: cut || text.length > limit,
  };
}

const alwaysSecret = /^(authorization|proxy-authorization|cookie|set-cookie)$/i;

/** The journal holds stand-ins of the same shape for secrets: a reader is told, lest he take one for the value. */
function marked(name: string, value: string): string {
  const secret = alwaysSecret.test(name) || (/^consent$/i.test(name) && value !== 'NONE');
  return secret ? `${value} (stand-in)` : value;
}

const pairs = (headers: HeaderList): { name: string; value: string }[] =>
  headers.map(([name, value]) => ({ name, value: marked(name, value) }));

/** An exchange in the form Allure's own viewer reads. */
function httpExchangeOf({ startedAt, durationMs, request, response, trouble }: Exchange, limit: number): HttpExchange {
  const start = Date.parse(startedAt);
  const { method, url, headers, body } = request;
  const answered = response && {
    status: response.status,
    statusText: STATUS_CODES[response.status] ?? '',
    headers: pairs(response.headers),
    body: bodyOf(response.body, response.headers, limit, response.truncated),
  };
  return {
    schemaVersion: 1,
    start,
    stop: start + durationMs,
    request: { method, url, headers: pairs(headers), query: queryOf(url), ...(body && { body: bodyOf(body, headers, limit, false) }) },
    ...(answered && { response: answered }),
    ...(trouble && { error: { name: trouble.kind, message: trouble.message } }),
  };
}

const isLong = ({ request, response }: Exchange): boolean =>
  (request.body?.text.length ?? 0) > longBody || (response?.body.text.length ?? 0) > longBody;

/** How much of one body is shown, by the exchanges that are. */
function limitFor(shown: readonly Exchange[]): number {
  const forEach = Math.max(shortestBody, Math.floor(wholeReport / (2 * shown.length + 1)));
  const forLong = Math.max(longBody, Math.floor(allLongBodies / Math.max(1, shown.filter(isLong).length)));
  return Math.min(longestBody, forEach, forLong);
}

/** Adds the exchanges the checks show, each under a name for each check that shows it. */
export function addExchanges(results: Results, checks: readonly VerdictCheck[], exchanges: ReadonlyMap<string, Exchange>): void {
  const uses = checks.flatMap((check) => attachedIds(check).map((id) => ({ id, file: fileOf(id, check.id) })));
  const limit = limitFor(uses.flatMap(({ id }) => exchanges.get(id) ?? []));
  for (const [id, files] of Map.groupBy(uses, (use) => use.id)) {
    const exchange = exchanges.get(id);
    if (exchange === undefined) continue;
    const text = JSON.stringify(httpExchangeOf(exchange, limit));
    for (const { file } of files) results.set(file, text);
  }
}
