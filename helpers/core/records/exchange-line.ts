import type { Exchange, HeaderList, WireResponse } from '../exchange.ts';
import { isRecord } from '../json.ts';

/*
 * Lines of `exchanges.jsonl` leave out what is usual, and it comes back when they are read in their order:
 * - the end of an answer that came whole, as text;
 * - the value of a header that is the same as in the line before. The header is then `["Connection"]`.
 */

const usualEnd = ',"encoding":"utf8"},"truncated":false},"trouble":null}';

/** What the usual end says. */
const usual = { body: { encoding: 'utf8' }, response: { truncated: false }, exchange: { trouble: null } } as const;

type LeanHeader = readonly [name: string, value?: string];

/** The headers of the line before, by name. */
interface HeadersBefore {
  request: ReadonlyMap<string, string>;
  response: ReadonlyMap<string, string>;
}

const noHeaders = (): HeadersBefore => ({ request: new Map(), response: new Map() });

const noteHeaders = (before: HeadersBefore, { request, response }: Exchange): void => {
  before.request = new Map(request.headers);
  before.response = new Map(response?.headers ?? []);
};

const leaveOutValues = (headers: HeaderList, before: ReadonlyMap<string, string>): readonly LeanHeader[] =>
  headers.map(([name, value]) => (before.get(name) === value ? [name] : [name, value]));

const fillValues = (headers: readonly LeanHeader[], before: ReadonlyMap<string, string>): HeaderList =>
  headers.map(([name, value = before.get(name) ?? '']) => [name, value]);

export const isExchange = (value: unknown): value is Exchange =>
  isRecord(value) && typeof value['id'] === 'string' && isRecord(value['request']) && 'response' in value;

/** For the lines of one file, in their order. */
export function openLeanLines(): (exchange: Exchange) => string {
  const before = noHeaders();
  return (exchange) => {
    const { request, response } = exchange;
    const line = JSON.stringify({
      ...exchange,
      request: { ...request, headers: leaveOutValues(request.headers, before.request) },
      response: response === null ? null : { ...response, headers: leaveOutValues(response.headers, before.response) },
    });
    noteHeaders(before, exchange);
    return line.endsWith(usualEnd) ? `${line.slice(0, -usualEnd.length)}}}}` : line;
  };
}

const fillResponse = (response: WireResponse, before: ReadonlyMap<string, string>): WireResponse => ({
  ...usual.response,
  ...response,
  headers: fillValues(response.headers, before),
  body: { ...usual.body, ...response.body },
});

/** Each exchange as it was before it was written. Lines of earlier releases are whole already. */
export function fillExchanges(lines: readonly Exchange[]): readonly Exchange[] {
  const before = noHeaders();
  return lines.map((line) => {
    const { request, response } = line;
    const exchange = {
      ...usual.exchange,
      ...line,
      request: { ...request, headers: fillValues(request.headers, before.request) },
      response: response === null ? null : fillResponse(response, before.response),
    };
    noteHeaders(before, exchange);
    return exchange;
  });
}
