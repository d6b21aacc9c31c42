import { sendOtp, tagUser } from '../../specs/operations.ts';
import type { Exchange } from '../../helpers/core/exchange.ts';

/** Why a request could not leave before the answer to another one. */
type Link = 'value' | 'conversation' | 'sender' | 'alone';

/** A request, with the longest chain that ends with it. */
interface LinkedExchange {
  readonly exchange: Exchange;
  /** Milliseconds. */
  readonly from: number;
  readonly to: number;
  /** Number of answers, those of the OTP source included. */
  readonly length: number;
  readonly before: LinkedExchange | null;
  readonly link: Link | null;
}

/** `links` counts why each request waited for the one before. */
interface Chain {
  readonly exchanges: readonly Exchange[];
  /** Codes read for challenges of the chain. */
  readonly codes: number;
  readonly links: Readonly<Record<Link, number>>;
}

export interface RunEvidence {
  readonly exchanges: readonly Exchange[];
  /** Ids of exchanges that belong to checks which run alone. */
  readonly alone: ReadonlySet<string>;
  /** Ids of challenges whose code was read from its source. The source answers between the challenge and the consent. */
  readonly coded: ReadonlySet<string>;
}

/** These operations neither hold, use nor show anything of a sender, so they wait for no turn. */
const operationsWithoutTurn: ReadonlySet<string> = new Set(['OP-1', 'OP-2', 'OP-5', 'OP-15', 'OP-16']);

const findIds = (text: string): readonly string[] => text.match(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|\b\d{6,}\b/gi) ?? [];
const findTokens = (text: string): readonly string[] => text.match(/[\w-]{20,}/g) ?? [];

/** Omits the sub-agent, which is in nearly every call and takes no turn for that reason. */
const address = ({ request }: Exchange): string => request.url.replace(/^https?:\/\/[^/]+/, '').replace(/subAgentTagId=[^&]*/, '');
const body = ({ request, response }: Exchange, side: 'request' | 'response'): string =>
  (side === 'request' ? request.body?.text : response?.body.text) ?? '';
const header = ({ request }: Exchange, name: string): string => request.headers.find(([key]) => key === name)?.[1] ?? '';

/** Values of a call that may come from an earlier answer. */
const findCarriedValues = (exchange: Exchange): readonly string[] => [
  ...findTokens(header(exchange, 'Authorization')),
  ...findIds(`${exchange.request.url} ${body(exchange, 'request')} ${header(exchange, 'Consent')}`),
];

const findAnsweredValues = (exchange: Exchange): readonly string[] => {
  const text = body(exchange, 'response');
  return [...(exchange.operation === 'TOKEN' ? findTokens(text) : []), ...findIds(text)];
};

const isAccepted = (one: Exchange): boolean => one.response?.status === 200 && body(one, 'response').includes('2000');

/** The mobile that owns each exchange. Stand-ins in the evidence serve as well as real values. */
function findOwners(exchanges: readonly Exchange[]): ReadonlyMap<Exchange, string> {
  const owners = new Map<string, string>();
  const persons = new Map<Exchange, string>();
  for (const one of exchanges) {
    const named = findIds(`${address(one)} ${body(one, 'request')} ${header(one, 'Consent')}`);
    if (one.operation === sendOtp.id || one.operation === tagUser.id)
      for (const id of named.slice(0, 1)) owners.set(id, owners.get(id) ?? id);
    const person = named.map((id) => owners.get(id)).find((owner) => owner !== undefined);
    if (person === undefined) continue;
    persons.set(one, person);
    if (!isAccepted(one)) continue;
    for (const id of [...named, ...findIds(body(one, 'response'))]) if (!owners.has(id)) owners.set(id, person);
  }
  return persons;
}

/** Of one check, or an answer that several checks share (`OP-8 of a sender never issued`). */
const isOfChecks = (purpose: string): boolean => purpose.includes('~') || /^OP-\S+ of an? .*(never issued|unknown id)$/.test(purpose);

/** `to` is 1 ms early, because the clock shows whole milliseconds. */
const readSpan = ({ startedAt, durationMs }: Exchange): Pick<LinkedExchange, 'from' | 'to'> => ({
  from: Date.parse(startedAt),
  to: Date.parse(startedAt) + durationMs - 1,
});

/** For each value, the answer that was the first to hold it. */
function findFirstAnswers(exchanges: readonly Exchange[]): ReadonlyMap<string, Exchange> {
  const bringers = new Map<string, Exchange>();
  const known = new Set<string>();
  for (const one of exchanges) {
    for (const value of findCarriedValues(one)) if (!bringers.has(value)) known.add(value);
    for (const value of findAnsweredValues(one)) if (!known.has(value) && !bringers.has(value)) bringers.set(value, one);
  }
  return bringers;
}

type FindLink = (earlier: Exchange, later: Exchange) => Link | null;

function createLinkFinder(exchanges: readonly Exchange[], alone: ReadonlySet<string>): FindLink {
  const persons = findOwners(exchanges);
  const bringers = findFirstAnswers(exchanges);
  const needs = new Map(exchanges.map((one) => [one, new Set(findCarriedValues(one).map((value) => bringers.get(value)))]));
  // A call that was refused before its sender was looked up has taken no turn.
  const takesTurn = (one: Exchange): boolean =>
    one.response?.status === 200 && !isOfChecks(one.purpose) && !operationsWithoutTurn.has(String(one.operation));
  const sameSender = (one: Exchange, other: Exchange): boolean => persons.has(one) && persons.get(one) === persons.get(other);
  return (earlier, later) => {
    if (needs.get(later)?.has(earlier) === true) return 'value';
    // Several senders may be asked side by side.
    if (earlier.purpose === later.purpose && persons.get(earlier) === persons.get(later)) return 'conversation';
    if (takesTurn(earlier) && takesTurn(later) && sameSender(earlier, later)) return 'sender';
    return alone.has(later.id) ? 'alone' : null;
  };
}

function linkExchanges({ exchanges, alone, coded }: RunEvidence): readonly LinkedExchange[] {
  const findLink = createLinkFinder(exchanges, alone);
  const linked: LinkedExchange[] = [];
  for (const exchange of exchanges) {
    const { from, to } = readSpan(exchange);
    let longest: LinkedExchange | null = null;
    let link: Link | null = null;
    for (const before of linked) {
      if (before.to > from || before.length <= (longest?.length ?? 0)) continue;
      const found = findLink(before.exchange, exchange);
      if (found !== null) [longest, link] = [before, found];
    }
    linked.push({ exchange, from, to, length: (longest?.length ?? 0) + (coded.has(exchange.id) ? 2 : 1), before: longest, link });
  }
  return linked;
}

/**
 * Finds, from the evidence alone, the longest chain in which each answer had to come before the next request. The links are:
 * - value: a request carries a value that this answer was the first to bring (a token, a tag, a state, a session, an invoice);
 * - conversation: one step or check sent both requests, one after the other;
 * - sender: both used the same sender, which takes turns (one open challenge per mobile, and nothing else may move a compared
 *   balance: readings 13 and 17);
 * - alone: the check runs alone, so all other requests come before it.
 * The code of a challenge is read from its source in between. Other waits (for a free slot, another sender or the processor)
 * are no dependencies here, so the chain is too short rather than too long.
 */
export function longestChain(recorded: RunEvidence): Chain {
  const exchanges = recorded.exchanges.toSorted((one, other) => Date.parse(one.startedAt) - Date.parse(other.startedAt));
  const links: Record<Link, number> = { value: 0, conversation: 0, sender: 0, alone: 0 };
  const chain: Exchange[] = [];
  let at: LinkedExchange | null = null;
  for (const one of linkExchanges({ ...recorded, exchanges })) if (at === null || one.length > at.length) at = one;
  for (; at !== null; at = at.before) {
    chain.unshift(at.exchange);
    if (at.link !== null) links[at.link] += 1;
  }
  return { exchanges: chain, codes: chain.filter(({ id }) => recorded.coded.has(id)).length, links };
}
