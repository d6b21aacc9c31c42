import { STATUS_CODES } from 'node:http';
import {
  ALLURE_HTTP_EXCHANGE_CONTENT_TYPE,
  ALLURE_HTTP_EXCHANGE_FILE_EXTENSION,
  type HttpExchange,
  type HttpExchangeBody,
} from 'allure-js-commons/http';
import { findHeader, type Exchange, type HeaderList, type WireBody } from '../../core/exchange.ts';
import { parseQuery, countBytes } from '../evidence/har.ts';
import { pickAttachedIds } from '../evidence/attached.ts';
import { formatAttachmentName, type ResultFiles } from './results.ts';
import { decodeHeader, toOneLine } from '../../core/text.ts';
import type { VerdictCheck } from '../model/verdict-file.ts';

/** Characters of one body. The report of a whole run must stay small enough for a browser. */
const longestBody = 20_000;
const shortestBody = 500;
const reportBudget = 30_000_000;

/** Few answers are this long. Many long ones share one budget, since the page is built in memory. */
const longBody = 2000;
const allLongBodies = 300_000;

/** `x12 POST /wallet/endpoint/v3/… 200` */
export function formatExchangeName({ id, request, response, trouble }: Exchange): string {
  const path = URL.canParse(request.url) ? new URL(request.url).pathname : request.url;
  return `${id} ${request.method} ${path} ${response?.status ?? trouble?.kind ?? 'no answer'}`;
}

const exchangeFileName = (id: string, check: string): string =>
  formatAttachmentName(check, `${id}-attachment${ALLURE_HTTP_EXCHANGE_FILE_EXTENSION}`);

export const buildAttachment = (
  exchange: Exchange,
  check: VerdictCheck,
  code: string | undefined,
): { name: string; source: string; type: string } => ({
  name: `${formatExchangeName(exchange)}${code === undefined ? '' : `, ${toOneLine(code)}`}`,
  source: exchangeFileName(exchange.id, check.id),
  type: ALLURE_HTTP_EXCHANGE_CONTENT_TYPE,
});

/** UTF-8 and a whole body are what readers expect, so only the others are named. */
function toHttpBody(body: WireBody, headers: HeaderList, limit: number, cut: boolean): HttpExchangeBody {
  const { text, encoding } = body;
  return {
    contentType: findHeader(headers, 'content-type') ?? '',
    ...(encoding === 'utf8' ? {} : { encoding }),
    value: text.slice(0, limit),
    size: countBytes(body),
    ...(cut || text.length > limit ? { truncated: true } : {}),
  };
}

const alwaysSecret = /^(authorization|proxy-authorization|cookie|set-cookie)$/i;

/** The journal has stand-ins of the same shape for secrets; a reader must not mistake one for the real value. */
function markStandIn(name: string, value: string): string {
  const secret = alwaysSecret.test(name) || (/^consent$/i.test(name) && value !== 'NONE');
  return secret ? `${decodeHeader(value)} (stand-in)` : decodeHeader(value);
}

const toMarkedHeaders = (headers: HeaderList): { name: string; value: string }[] =>
  headers.map(([name, value]) => ({ name, value: markStandIn(name, value) }));

function toHttpExchange({ startedAt, durationMs, request, response, trouble }: Exchange, limit: number): HttpExchange {
  const start = Date.parse(startedAt);
  const { method, url, headers, body } = request;
  const query = parseQuery(url);
  const answered = response && {
    status: response.status,
    statusText: STATUS_CODES[response.status] ?? '',
    headers: toMarkedHeaders(response.headers),
    body: toHttpBody(response.body, response.headers, limit, response.truncated),
  };
  return {
    schemaVersion: 1,
    start,
    stop: start + Math.round(durationMs),
    request: {
      method,
      url,
      headers: toMarkedHeaders(headers),
      ...(query.length > 0 && { query }),
      ...(body && { body: toHttpBody(body, headers, limit, false) }),
    },
    ...(answered && { response: answered }),
    ...(trouble && { error: { name: trouble.kind, message: trouble.message } }),
  };
}

const isLong = ({ request, response }: Exchange): boolean =>
  (request.body?.text.length ?? 0) > longBody || (response?.body.text.length ?? 0) > longBody;

function bodyLimit(shown: readonly Exchange[]): number {
  const forEach = Math.max(shortestBody, Math.floor(reportBudget / (2 * shown.length + 1)));
  const forLong = Math.max(longBody, Math.floor(allLongBodies / Math.max(1, shown.filter(isLong).length)));
  return Math.min(longestBody, forEach, forLong);
}

/** Adds each exchange once for every check that shows it. */
export function addExchanges(results: ResultFiles, checks: readonly VerdictCheck[], exchanges: ReadonlyMap<string, Exchange>): void {
  const uses = checks.flatMap((check) => pickAttachedIds(check).map((id) => ({ id, file: exchangeFileName(id, check.id) })));
  const limit = bodyLimit(uses.flatMap(({ id }) => exchanges.get(id) ?? []));
  for (const [id, files] of Map.groupBy(uses, (use) => use.id)) {
    const exchange = exchanges.get(id);
    if (exchange === undefined) continue;
    const content = Buffer.from(JSON.stringify(toHttpExchange(exchange, limit)));
    for (const { file } of files) results.set(file, content);
  }
}
