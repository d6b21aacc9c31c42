import { randomBytes } from 'node:crypto';
import type { Reply } from '../../helpers/judge/reply.ts';
import { check, type ActiveCheck, type CheckContext, type Suite } from '../../helpers/runner/check.ts';
import { placeholderCall } from '../../helpers/journey/calls/placeholder.ts';
import type { Operation } from '../../specs/operation.ts';
import { operations } from '../../specs/operations.ts';
import { mustRefuse, preparedRefusal } from '../support/refusal.ts';

interface WrongToken {
  readonly way: string;
  readonly fact: string;
  readonly ask: (context: CheckContext, operation: Operation) => Promise<Reply>;
  readonly hardest?: 'warn';
}

/** Changes one letter in the middle, so that the two tokens never decode to the same bytes. */
function alterToken(token: string): string {
  const middle = Math.floor(token.length / 2);
  const at = middle + token.slice(middle).search(/[A-Za-z0-9]{2}/);
  if (at < middle) return `${token}b`;
  return token.slice(0, at) + (token[at]?.toLowerCase() === 'b' ? 'c' : 'b') + token.slice(at + 1);
}

const halveToken = (token: string): string => token.slice(0, Math.floor(token.length / 2));

const askWithHeader =
  (authorization: (token: string) => string): WrongToken['ask'] =>
  async ({ use, probe, journey }, operation) => {
    await use(journey.access.open);
    const { value } = await use(journey.access.token);
    const headers = { Authorization: authorization(value) };
    return probe(operation, { ...placeholderCall(operation, journey.people), token: 'none', headers });
  };

/** Reading 2: a missing token, or a token that was never issued. */
const wrongTokens: readonly WrongToken[] = [
  {
    way: 'missing-token',
    fact: 'without a token',
    ask: ({ use, journey }, operation) => use(preparedRefusal(journey.withoutToken, operation)),
  },
  { way: 'empty-header', fact: 'with an empty Authorization header', ask: askWithHeader(() => '') },
  { way: 'scheme-alone', fact: 'with a scheme and no token', ask: askWithHeader(() => 'Bearer') },
  { way: 'unknown-token', fact: 'with a token never issued', ask: askWithHeader(() => `Bearer ${randomBytes(24).toString('hex')}`) },
  {
    way: 'unknown-basic',
    fact: 'with unknown Basic credentials',
    ask: askWithHeader(() => `Basic ${Buffer.from('nobody:nobody').toString('base64')}`),
  },
  { way: 'cut-token', fact: 'with half a token', ask: askWithHeader((token) => `Bearer ${halveToken(token)}`) },
  { way: 'altered-token', fact: 'with an altered token', ask: askWithHeader((token) => `Bearer ${alterToken(token)}`) },
  // The token was issued, and only its form is not the stated one. A service that accepts it raises a question and breaks nothing.
  { way: 'no-scheme', fact: 'with a good token without its scheme', ask: askWithHeader((token) => token), hardest: 'warn' },
  { way: 'other-scheme', fact: 'with a good token under another scheme', ask: askWithHeader((token) => `Basic ${token}`), hardest: 'warn' },
];

function refusalCheck(operation: Operation, { way, fact, ask, hardest }: WrongToken): ActiveCheck {
  return check(
    'AUTH-401',
    `${way}-${operation.id}`,
    `${operation.id} ${fact} is refused with HTTP 401`,
    { operation: operation.id, ...(hardest && { hardest }) },
    async (context) => {
      const reply = await ask(context, operation);
      await mustRefuse(context, reply, reply.status === 401, 'HTTP 401');
    },
  );
}

export const access: Suite = {
  name: 'Access',
  area: 'Access',
  checks: operations.flatMap((operation) => wrongTokens.map((way) => refusalCheck(operation, way))),
};
