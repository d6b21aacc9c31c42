import type { Target } from '../client/client.ts';
import type { Exchange, WireBody } from '../core/exchange.ts';
import { readRecordedCallbacks } from '../judge/recorded.ts';
import { readReply } from '../judge/reply.ts';
import type { EarlierSittings } from './earlier-sittings.ts';

type Restore = (text: string) => string;

/** Our own values by which answers of two sittings are compared. A value that is too short to be masked stays out. */
function createRestore({ config: { people, beneficiary }, redactor }: Pick<Target, 'config' | 'redactor'>): Restore {
  const own = [people.subAgentMobile, people.customerMobile, ...people.spareMobiles, ...beneficiary.accounts, beneficiary.name];
  const masked = own.map((value) => ({ value, standIn: redactor.text(value) })).filter(({ value, standIn }) => standIn !== value);
  return (text) => masked.reduce((restored, { value, standIn }) => restored.replaceAll(standIn, () => value), text);
}

const restoreBody = (restore: Restore, body: WireBody): WireBody =>
  body.encoding === 'utf8' ? { ...body, text: restore(body.text) } : body;

function restoreExchange(restore: Restore, exchange: Exchange): Exchange {
  const { request, response } = exchange;
  return {
    ...exchange,
    request: { ...request, url: restore(request.url), body: request.body === null ? null : restoreBody(restore, request.body) },
    ...(response !== null && { response: { ...response, body: restoreBody(restore, response.body) } }),
  };
}

/**
 * The record holds stand-ins, and what comes now the values themselves. A rule compares both, so our own values are put back: a mobile of an
 * earlier sitting is the mobile of this one (decision 18). They leave memory as the same stand-ins again.
 */
export function restoreSittings(target: Pick<Target, 'config' | 'redactor'>, earlier: EarlierSittings): EarlierSittings {
  const restore = createRestore(target);
  const exchanges = earlier.exchanges.map((exchange) => restoreExchange(restore, exchange));
  const replies = earlier.replies.map(({ operation, exchange, documented }) =>
    readReply(operation, restoreExchange(restore, exchange), documented),
  );
  return { ...earlier, exchanges, replies, callbacks: readRecordedCallbacks(exchanges) };
}
