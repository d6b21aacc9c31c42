import { plain, refused } from '../http/responses.ts';
import type { Agent, Bank } from '../state/store.ts';
import { Refused, refuse, type Answer, type Ask, type Handler, type Visit } from '../http/exchange.ts';
import { isObject } from '../http/json.ts';
import type { Match, Route, Router } from '../http/router.ts';

/** The honest service: find the route, let the caller in, look at the request, do what it asks. */
export const honest =
  (find: Router): Handler =>
  (ask) =>
    Promise.resolve(attempt(ask, () => answer(ask, find(ask.method, ask.path))));

function attempt(ask: Ask, act: () => Answer): Answer {
  try {
    return act();
  } catch (error) {
    if (error instanceof Refused) return refused(ask, error.form, error.message);
    // Code 4000 is the document's word for a failure of the system.
    return refused(ask, 4000, 'system.failure');
  }
}

function answer(ask: Ask, match: Match | undefined): Answer {
  if (match === undefined) return plain(ask, 404);
  const visit: Visit = { ask, params: match.params, bank: ask.bank, policy: ask.policy, now: ask.clock.now() };
  const business = match.siblings.some((sibling) => sibling.business);
  if (business) return answerBusiness(visit, match);
  const { route } = match;
  if (route === undefined) return plain(ask, match.siblings.some(({ operation }) => operation === 'TOKEN') ? 415 : 404);
  return route.business ? plain(ask, 404) : route.handle(visit);
}

function answerBusiness(visit: Visit, { route, siblings }: Match): Answer {
  if (visit.policy.access.first === 'method') checkMethod(visit, route, siblings);
  const agent = checkToken(visit);
  checkMethod(visit, route, siblings);
  if (route?.business !== true) return plain(visit.ask, 415);
  checkHeaders(visit, route);
  if (route.payload === true) checkPayload(visit);
  return route.handle({ ...visit, agent });
}

function checkToken({ ask }: Visit): Agent {
  return bearer(ask.bank, ask.headers.authorization, ask.clock.now()) ?? refuse('http-401', 'token.unknown');
}

export function bearer(bank: Bank, authorization: string | undefined, now: number): Agent | undefined {
  const [, value = ''] = /^Bearer ([^\s,]+)$/i.exec(authorization ?? '') ?? [];
  const token = bank.tokens.get(value);
  return token !== undefined && now < token.expiresAt ? token.agent : undefined;
}

const SWAPPED: Record<string, string> = { GET: 'POST', POST: 'GET' };

/** 415 stands for GET in place of POST and the reverse (HTTP status codes); other verbs are open. */
function checkMethod({ ask, policy }: Visit, route: Route | undefined, siblings: Route[]): void {
  if (route !== undefined) return;
  const swapped = siblings.some(({ method }) => method === SWAPPED[ask.method]);
  if (swapped || policy.access.otherVerb === 415) refuse('http-415', 'method.wrong');
  refuse(policy.access.otherVerb === 404 ? 'http-404' : 'http-405', 'method.wrong');
}

function checkHeaders({ ask, policy }: Visit, route: Route): void {
  const requestTime = ask.headers['request-time'];
  const told = typeof requestTime === 'string' && /^\d{1,18}$/.test(requestTime);
  if (policy.access.requestTime === 'required' && !told) refuse('http-400', 'request.time.missing');
  const typed = ask.headers['content-type']?.toLowerCase().startsWith('application/json') === true;
  if (policy.access.contentType === 'required' && route.payload === true && !typed) refuse('http-415', 'content.type.wrong');
}

function checkPayload({ ask, policy }: Visit): void {
  if (ask.broken || ask.body === undefined) refuse('http-400', 'payload.broken');
  if (!isObject(ask.body)) refuse(policy.refusals.invalidValue, 'payload.invalid');
}
