import { apiCodes } from '../../specs/codes.ts';
import type { Reply } from '../judge/reply.ts';
import type { Verdict } from '../core/records/verdicts.ts';
import { describeCorrection, findMisdirection, type AddressName, type Misdirected } from '../client/http/misdirected.ts';
import type { TokenResult } from '../client/auth/token.ts';
import type { Outcome } from '../core/records/outcome.ts';

interface NotTheService {
  readonly answer: Misdirected;
  readonly exchange: string;
}

/** What documented calls have shown of the base address: nothing yet, the service, or a first answer that is not the service's. */
export type AddressFinding = 'unknown' | 'right' | NotTheService;

/** Documented calls and served calls count. A refusal without a token may come from any server. */
const showsAddress = ({ documented, code }: Reply): boolean => documented || code === apiCodes.success;

/** Reading 1: the first answer of the service itself shows that it is there. */
export function updateAddressFinding(before: AddressFinding, reply: Reply): AddressFinding {
  if (before === 'right' || !showsAddress(reply)) return before;
  const answer = findMisdirection(reply.exchange);
  if (answer === null) return 'right';
  return before === 'unknown' ? { answer, exchange: reply.exchange.id } : before;
}

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

export interface Addresses {
  readonly base: string;
  readonly auth: string;
}

/** Reading 1: no documented call reached the service, or the documented token request reached no service. Null when neither is true. */
export function findWrongAddress({ base, auth }: Addresses, whereabouts: AddressFinding, token: TokenResult | null): WrongAddress | null {
  if (typeof whereabouts === 'object') return buildWrongAddress('DMT_BASE_URL', base, whereabouts);
  if (whereabouts === 'right' || token?.kind !== 'not-served' || token.misdirected === null) return null;
  return buildWrongAddress('DMT_AUTH_URL', auth, { answer: token.misdirected, exchange: token.exchange });
}

const keptVerdicts: ReadonlySet<Verdict> = new Set(['untried', 'error']);

/** Where no service answered, no check fails and none passes. Checks that lacked the means keep their outcome. */
export function withoutVerdict(outcome: Outcome, { reason, exchange }: WrongAddress): Outcome {
  if (keptVerdicts.has(outcome.verdict)) return outcome;
  const unjudged = { expected: null, received: null, place: null, seen: null, facts: [] };
  const evidence = [...outcome.evidence.filter((id) => id !== exchange), exchange];
  return { ...outcome, ...unjudged, verdict: 'blocked', reason, cause: wrongAddressCause, owner: 'configuration', evidence };
}
