import { digits, keep, type Agent, type User } from '../state/store.ts';
import type { Ask } from '../http/exchange.ts';
import { field, isObject, type Json, type JsonObject } from '../http/json.ts';

/** What an ask is about, and the same ask with something else in it. */

const segmentsOf = ({ path }: Ask): string[] => path.split('/');

export const lastSegment = (ask: Ask): string => segmentsOf(ask).at(-1) ?? '';

/** The user whose tag is in the path. */
export const userInPath = (ask: Ask): User | undefined =>
  segmentsOf(ask)
    .map((segment) => ask.bank.users.get(segment.toLowerCase()))
    .find((user) => user !== undefined);

export const textIn = (ask: Ask, name: string): string => {
  const value = field(ask.body, name);
  return typeof value === 'string' ? value : '';
};

/** A live token and a payload that can be read: what may still be wrong is what the ask names. */
export const isGood = ({ agent, broken }: Ask): boolean => agent !== undefined && !broken;

/** `subAgentTagId` in the query is a sub-agent of the asker. */
export const underOwnSubAgent = ({ agent, bank, query }: Ask): boolean => {
  const subAgent = bank.users.get((query.get('subAgentTagId') ?? '').toLowerCase());
  return subAgent?.userType === 'subAgent' && subAgent.agent === agent;
};

/** The sender a transfer names in `from`. */
export const payerOf = (ask: Ask): User | undefined => ask.bank.users.get(textIn(ask, 'from').toLowerCase());

/** `sessionId` in the path of OP-9, or in the query of its other form and of OP-14. */
export const sessionIn = (ask: Ask): string => (ask.query.get('sessionId') ?? lastSegment(ask)).toLowerCase();

/** The user OP-4 is asked to tag, when there is one. */
const tagged = (ask: Ask): User | undefined => {
  const [userType, mobile] = segmentsOf(ask).slice(-2);
  return [...ask.bank.users.values()].find((user) => user.mobile === mobile && user.userType === userType && user.agent === ask.agent);
};

/** The sender whose consent is asked for: by mobile, by tag or by session. */
export const senderOf = (ask: Ask): User | undefined =>
  ask.operation === 'OP-4' ? tagged(ask) : (userInPath(ask) ?? ask.bank.sessions.get(sessionIn(ask))?.sender ?? payerOf(ask));

export const mobileOf = (ask: Ask): string | undefined => (ask.operation === 'OP-4' ? lastSegment(ask) : senderOf(ask)?.mobile);

/** Whoever a tag, a session or an invoice belongs to. */
export const ownerOf = (ask: Ask): Agent | undefined => senderOf(ask)?.agent ?? ask.bank.invoices.get(lastSegment(ask))?.agent;

export const headerOf = ({ headers }: Ask, name: string): string => {
  const value = headers[name];
  return typeof value === 'string' ? value : '';
};

export const withHeader = (ask: Ask, name: string, value: string): Ask => ({ ...ask, headers: { ...ask.headers, [name]: value } });

export const withQuery = (ask: Ask, name: string, value: string): Ask => {
  const query = new URLSearchParams(ask.query);
  query.set(name, value);
  return { ...ask, query };
};

export const withBody = (ask: Ask, change: (body: JsonObject) => Json): Ask =>
  isObject(ask.body) ? { ...ask, body: change(ask.body) } : ask;

/** The same session wherever the ask names one. */
export const withSession = (ask: Ask, id: string): Ask =>
  ask.query.has('sessionId') ? withQuery(ask, 'sessionId', id) : { ...ask, path: [...ask.path.split('/').slice(0, -1), id].join('/') };

/** A live token of that agent in place of whatever was sent; without one the ask stays as it is. */
export const as = (ask: Ask, agent: Agent | undefined): Ask => {
  const live = [...ask.bank.tokens.values()].find((token) => token.agent === agent && ask.clock.now() < token.expiresAt);
  return live === undefined ? ask : { ...withHeader(ask, 'authorization', `Bearer ${live.value}`), agent: live.agent };
};

/** The agent the sandbox names first. */
export const firstAgent = ({ bank }: Ask): Agent | undefined => [...bank.agents.values()][0];

export const otherAgent = ({ bank }: Ask): Agent | undefined => [...bank.agents.values()][1];

/** A code as it was sent: in the `Consent` header, or in the payload of OP-12. */
export interface Sent {
  otp: string;
  state: string;
  mpin: string | undefined;
}

const OTP_FORM = /^OTP ([^\s,]+) ([^\s,]+)(?: *, *MPIN +([^\s,]+))?$/;

export function sentCode(ask: Ask): Sent | undefined {
  if (ask.operation === 'OP-12') return { otp: textIn(ask, 'otp'), state: textIn(ask, 'state'), mpin: undefined };
  const [, otp, state, mpin] = OTP_FORM.exec(headerOf(ask, 'consent')) ?? [];
  return otp === undefined || state === undefined ? undefined : { otp, state, mpin };
}

export const withCode = (ask: Ask, { otp, state, mpin }: Sent): Ask =>
  ask.operation === 'OP-12'
    ? withBody(ask, (body) => ({ ...body, otp, state }))
    : withHeader(ask, 'consent', `OTP ${otp} ${state}${mpin === undefined ? '' : `,MPIN ${mpin}`}`);

/** The same ask with a consent that is right, whatever it came with: a challenge of its own, answered. */
export function consented(ask: Ask): Ask {
  const mobile = mobileOf(ask);
  if (mobile === undefined || ask.agent === undefined) return ask;
  const fresh = { state: ask.bank.uuid(), code: digits(6), mobile, agent: ask.agent, issuedAt: ask.clock.now(), dead: false };
  keep(ask.bank.challenges, fresh.state.toLowerCase(), fresh);
  return withCode(ask, { otp: fresh.code, state: fresh.state, mpin: senderOf(ask)?.mpin });
}
