import type { Exchange, WireResponse } from '../exchange.ts';

/** Most answers come whole, as text. A line of `exchanges.jsonl` leaves this end out, and it comes back when the line is read. */
const usualEnd = ',"encoding":"utf8"},"truncated":false},"trouble":null}';

export const toLeanLine = (line: string): string => (line.endsWith(usualEnd) ? `${line.slice(0, -usualEnd.length)}}}}` : line);

const fillResponse = (response: WireResponse): WireResponse => ({
  ...{ truncated: false },
  ...response,
  body: { ...{ encoding: 'utf8' as const }, ...response.body },
});

/** The exchange as it was before it was written. Lines of earlier releases are whole already. */
export const fillExchange = (exchange: Exchange): Exchange => ({
  ...{ trouble: null },
  ...exchange,
  response: exchange.response === null ? null : fillResponse(exchange.response),
});
