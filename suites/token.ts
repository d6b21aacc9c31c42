import { deviationOf } from '../helpers/core/records/deviation.ts';
import { violation } from '../helpers/judge/stop.ts';
import { outcomeOfToken, yieldsToken } from '../helpers/judge/token-answer.ts';
import { check, type ActiveCheck, type Suite } from '../helpers/runner/check.ts';
import { wrongLoginNames, type WrongLogin } from '../helpers/client/limits/wrong-logins.ts';
import type { ClauseId } from '../specs/clauses.ts';
import { tokenEndpoint } from '../specs/token.ts';

const place = `${tokenEndpoint.method} ${tokenEndpoint.path}`;

interface Way {
  readonly clause: Extract<ClauseId, `TOKEN-REFUSES-${string}`>;
  readonly fact: string;
  readonly hardest?: 'warn';
}

/** Reading 2: none of these yields a token. */
const ways: Readonly<Record<WrongLogin, Way>> = {
  'missing-basic': { clause: 'TOKEN-REFUSES-MISSING-BASIC', fact: 'without client credentials' },
  'missing-username': { clause: 'TOKEN-REFUSES-WRONG-CREDENTIALS', fact: 'without an agent' },
  // The document does not show which fields are required, so a grant taken for granted is a question, no breach.
  'missing-grant': { clause: 'TOKEN-REFUSES-WRONG-GRANT', fact: 'without a grant type', hardest: 'warn' },
  'unknown-grant': { clause: 'TOKEN-REFUSES-WRONG-GRANT', fact: 'with an unknown grant type' },
  'get-without-form': { clause: 'TOKEN-REFUSES-WRONG-CREDENTIALS', fact: 'by GET, without agent and password,' },
  'wrong-client-password': { clause: 'TOKEN-REFUSES-WRONG-CREDENTIALS', fact: 'with a wrong client password' },
  'wrong-password': { clause: 'TOKEN-REFUSES-WRONG-CREDENTIALS', fact: 'with a wrong password' },
  'empty-password': { clause: 'TOKEN-REFUSES-WRONG-CREDENTIALS', fact: 'with an empty password' },
  'missing-password': { clause: 'TOKEN-REFUSES-WRONG-CREDENTIALS', fact: 'without a password' },
};

function refused(way: WrongLogin): ActiveCheck {
  const { clause, fact, hardest } = ways[way];
  const head = { id: `${clause}~${way}`, clause, title: `a token request ${fact} yields no token`, needs: 'wrong-login' } as const;
  return check({ ...head, ...(hardest && { hardest }) }, async ({ use, world }) => {
    const { exchange, locked } = await use(world.tokenRequests[way]);
    if (yieldsToken(exchange))
      throw violation(clause, 'no access token', `${outcomeOfToken(exchange)} with an access token`, place, exchange.id);
    if (locked !== null) throw locked;
  });
}

function withoutServerError(way: WrongLogin): ActiveCheck {
  const title = `a token request ${ways[way].fact} meets no server error`;
  return check({ id: `TOKEN-NO-5XX~${way}`, clause: 'TOKEN-NO-5XX', title, needs: 'wrong-login' }, async ({ use, world }) => {
    const { exchange } = await use(world.tokenRequests[way]);
    if ((exchange.response?.status ?? 0) >= 500)
      throw violation(
        'TOKEN-NO-5XX',
        'no server error',
        outcomeOfToken(exchange),
        place,
        exchange.id,
        null,
        deviationOf({ status: exchange.response?.status ?? null }),
      );
  });
}

export const token: Suite = {
  name: 'Token',
  area: 'Access',
  checks: [
    check(
      { id: 'TOKEN-SERVED~documented-request', clause: 'TOKEN-SERVED', title: 'the documented token request is served', needs: 'token' },
      async ({ use, world }) => {
        await use(world.access.token);
      },
    ),
    check(
      {
        id: 'TOKEN-SERVED~other-agent',
        clause: 'TOKEN-SERVED',
        title: 'the documented token request of a second agent is served',
        needs: 'token',
      },
      async ({ use, world }) => {
        await use(world.access.token);
        await use(world.otherAgent.token);
      },
    ),
    check(
      { id: 'TOKEN-ACCESS-TOKEN~present', clause: 'TOKEN-ACCESS-TOKEN', title: 'a token answer carries an access token', needs: 'token' },
      async ({ use, world }) => {
        await use(world.access.token);
      },
    ),
    check(
      {
        id: 'TOKEN-FIELDS-NOT-SHOWN~seen',
        clause: 'TOKEN-FIELDS-NOT-SHOWN',
        title: 'the fields of the token answer are recorded',
        needs: 'token',
      },
      async ({ use, observe, world }) => {
        const { fields } = await use(world.access.token);
        observe(`the token answer has the fields ${[...fields].sort().join(', ')}`);
      },
    ),
    check(
      {
        id: 'TOKEN-LIFETIME-NOT-SHOWN~told',
        clause: 'TOKEN-LIFETIME-NOT-SHOWN',
        title: 'the lifetime a token answer tells is recorded',
        needs: 'token',
      },
      async ({ use, observe, world }) => {
        const { lifetimeSeconds } = await use(world.access.token);
        // A token handed out again has a little less left each time.
        observe(lifetimeSeconds === null ? 'no lifetime is told' : `a token lives at most ${Math.ceil(lifetimeSeconds / 60)} minutes`);
      },
    ),
    check(
      { id: 'AUTH-TOKEN-ACCEPTED~plain-reads', clause: 'AUTH-TOKEN-ACCEPTED', title: 'a fresh token opens business calls', needs: 'token' },
      async ({ use, world }) => {
        await use(world.access.open);
      },
    ),
    ...wrongLoginNames.flatMap((way) => [refused(way), withoutServerError(way)]),
  ],
};
