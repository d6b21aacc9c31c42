import { apiCodes } from '../../specs/codes.ts';
import type { Reply } from '../judge/reply.ts';
import type { Verdict } from '../core/records/verdicts.ts';
import { describeCorrection, findMisdirection, type AddressName, type Misdirected } from '../client/http/misdirected.ts';
import type { TokenResult } from '../client/auth/token.ts';
import type { Outcome } from '../core/records/outcome.ts';

/** An answer that shows nobody at an address, by its exchange. */
interface NotTheService {
  readonly answer: Misdirected;
  readonly exchange: string;
}

/** What documented calls have shown of the base address: nothing yet, that the service is there, or, by the first of them, that it is not. */
export type AddressFinding = 'unknown' | 'right' | NotTheService;

/** Documented calls, and whatever was served: a refusal without a token may be anybody's. */
const showsAddress = ({ documented, code }: Reply): boolean => documented || code === apiCodes.success;

/** Reading 1: the service is there from the first answer on that is its own. */
export function updateAddressFinding(before: AddressFinding, reply: Reply): AddressFinding {
  if (before === 'right' || !showsAddress(reply)) return before;
  const answer = findMisdirection(reply.exchange);
  if (answer === null) return 'right';
  return before === 'unknown' ? { answer, exchange: reply.exchange.id } : before;
}

/** Why a run says nothing of the service. */
export interface WrongAddress {
  readonly reason: string;
  readonly exchange: string;
}

export const wrongAddressCause = 'wrong-address';

const wantedByAddress: Readonly<Record<AddressName, string>> = { DMT_BASE_URL: 'the service at', DMT_AUTH_URL: 'a token from' };

function buildWrongAddress(name: AddressName, address: string, { answer, exchange }: NotTheService): WrongAddress {
  const alike = name === 'DMT_BASE_URL' ? ' and from every documented call' : '';
  const reason = `expected ${wantedByAddress[name]} ${name}=${address}, received ${answer.received}${alike}; ${describeCorrection(name, address, answer)}`;
  return { reason, exchange };
}

/** Both addresses, as they are configured. */
export interface Addresses {
  readonly base: string;
  readonly auth: string;
}

/** Reading 1: no documented call met the service, or the documented token request met nobody. Null when neither is so. */
export function findWrongAddress({ base, auth }: Addresses, whereabouts: AddressFinding, token: TokenResult | null): WrongAddress | null {
  if (typeof whereabouts === 'object') return buildWrongAddress('DMT_BASE_URL', base, whereabouts);
  if (whereabouts === 'right' || token?.kind !== 'not-served' || token.misdirected === null) return null;
  return buildWrongAddress('DMT_AUTH_URL', auth, { answer: token.misdirected, exchange: token.exchange });
}

const keptVerdicts: ReadonlySet<Verdict> = new Set(['untried', 'error']);

/** Nobody is accused where nobody was met, and nothing is green there. What we lacked the means for stays as it is. */
export function withoutVerdict(outcome: Outcome, { reason, exchange }: WrongAddress): Outcome {
  if (keptVerdicts.has(outcome.verdict)) return outcome;
  const unjudged = { expected: null, received: null, place: null, seen: null, facts: [] };
  const evidence = [...outcome.evidence.filter((id) => id !== exchange), exchange];
  return { ...outcome, ...unjudged, verdict: 'blocked', reason, cause: wrongAddressCause, owner: 'configuration', evidence };
}
