import { classifyAnswer } from '../../helpers/core/records/deviation.ts';
import { describeStatus } from '../../helpers/judge/reply.ts';
import { yieldsToken } from '../../helpers/judge/token-answer.ts';
import { check, type ActiveCheck, type Suite } from '../../helpers/runner/check.ts';
import { wrongLoginNames, type WrongLogin } from '../../helpers/client/limits/wrong-logins.ts';
import type { TokenRequests, WrongRequest } from '../../helpers/journey/access/token-requests.ts';
import type { Step } from '../../helpers/session/session.ts';
import type { ClauseId } from '../../specs/clauses.ts';
import { tokenEndpoint } from '../../specs/token.ts';
import { neverRefusedCheck } from '../support/never-refused.ts';

const tokenPlace = `${tokenEndpoint.method} ${tokenEndpoint.path}`;

interface WrongLoginRow {
  readonly clause: Extract<ClauseId, `TOKEN-REFUSES-${string}`>;
  readonly fact: string;
  readonly hardest?: 'warn' | 'observed';
  readonly circumstance?: 'near-miss';
}

const wrongCredentials = { clause: 'TOKEN-REFUSES-WRONG-CREDENTIALS' } as const;
/** Reading 2: a right value cut short, continued, or in another letter case is wrong. */
const nearlyRight = { ...wrongCredentials, circumstance: 'near-miss' } as const;
/** These grants exist, and the document does not speak of them. */
const openGrant = { clause: 'TOKEN-REFUSES-WRONG-GRANT', hardest: 'observed' } as const;

/** Reading 2: none of these requests yields a token. */
const wrongLoginRows: Readonly<Record<WrongLogin, WrongLoginRow>> = {
  'missing-basic': { clause: 'TOKEN-REFUSES-MISSING-BASIC', fact: 'without client credentials' },
  'bearer-for-basic': { clause: 'TOKEN-REFUSES-MISSING-BASIC', fact: 'with a Bearer token in place of client credentials' },
  'missing-username': { clause: 'TOKEN-REFUSES-WRONG-CREDENTIALS', fact: 'without an agent' },
  // The document does not show which fields are required, nor whether letter case counts. A token without a grant type raises a question and breaks nothing.
  'missing-grant': { clause: 'TOKEN-REFUSES-WRONG-GRANT', fact: 'without a grant type', hardest: 'warn' },
  'grant-other-case': { clause: 'TOKEN-REFUSES-WRONG-GRANT', fact: 'with its grant type in another letter case', hardest: 'warn' },
  'unknown-grant': { clause: 'TOKEN-REFUSES-WRONG-GRANT', fact: 'with an unknown grant type' },
  'get-without-form': { clause: 'TOKEN-REFUSES-WRONG-CREDENTIALS', fact: 'by GET, without agent and password,' },
  'wrong-client-password': { clause: 'TOKEN-REFUSES-WRONG-CREDENTIALS', fact: 'with a wrong client password' },
  'wrong-password': { clause: 'TOKEN-REFUSES-WRONG-CREDENTIALS', fact: 'with a wrong password' },
  'empty-password': { clause: 'TOKEN-REFUSES-WRONG-CREDENTIALS', fact: 'with an empty password' },
  'missing-password': { clause: 'TOKEN-REFUSES-WRONG-CREDENTIALS', fact: 'without a password' },
  'unknown-username': { ...wrongCredentials, fact: 'of an unknown agent with a right password' },
  'unknown-client': { ...wrongCredentials, fact: 'of an unknown client with the right password' },
  'password-continued': { ...nearlyRight, fact: 'with a continued password' },
  'password-of-another': { ...wrongCredentials, fact: 'with the password of another agent' },
  'password-cut': { ...nearlyRight, fact: 'with a password cut short' },
  'password-other-case': { ...nearlyRight, fact: 'with a password in another letter case' },
  'client-password-continued': { ...nearlyRight, fact: 'with a continued client password' },
  'client-password-cut': { ...nearlyRight, fact: 'with a client password cut short' },
  'client-password-other-case': { ...nearlyRight, fact: 'with a client password in another case' },
  'client-id-continued': { ...nearlyRight, fact: 'with a continued client id' },
  'username-continued': { ...nearlyRight, fact: 'with a continued username' },
  'empty-client-password': { ...wrongCredentials, fact: 'with an empty client password' },
  'client-credentials-grant': { ...openGrant, fact: 'with the grant client_credentials' },
  'refresh-token-grant': { ...openGrant, fact: 'with the grant refresh_token' },
};

function tokenRequestBy(requests: TokenRequests, way: WrongLogin): Step<WrongRequest> {
  const found = requests.get(way);
  if (found === undefined) throw new Error(`expected a token request ${way}, received none: add it to wrong-logins.ts`);
  return found;
}

function refusalCheck(way: WrongLogin): ActiveCheck {
  const { clause, fact, hardest, circumstance } = wrongLoginRows[way];
  return check(
    clause,
    way,
    `a token request ${fact} yields no token`,
    { needs: 'wrong-login', ...(hardest && { hardest }), ...(circumstance && { circumstance }) },
    async ({ use, journey, must }) => {
      const { exchange, locked } = await use(tokenRequestBy(journey.tokenRequests, way));
      if (yieldsToken(exchange))
        throw must.violation({
          expected: 'no access token',
          received: `${describeStatus(exchange)} with an access token`,
          place: tokenPlace,
          exchange: exchange.id,
        });
      if (locked !== null) throw locked;
    },
  );
}

function serverErrorCheck(way: WrongLogin): ActiveCheck {
  return check(
    'TOKEN-NO-5XX',
    way,
    `a token request ${wrongLoginRows[way].fact} meets no server error`,
    { needs: 'wrong-login' },
    async ({ use, journey, must }) => {
      const { exchange } = await use(tokenRequestBy(journey.tokenRequests, way));
      if ((exchange.response?.status ?? 0) >= 500)
        throw must.violation({
          expected: 'no server error',
          received: describeStatus(exchange),
          place: tokenPlace,
          exchange: exchange.id,
          deviation: classifyAnswer({ status: exchange.response?.status ?? null }),
        });
    },
  );
}

export const token: Suite = {
  name: 'Token',
  area: 'Access',
  checks: [
    check('TOKEN-SERVED', 'documented-request', 'the documented token request is served', async ({ use, journey }) => {
      await use(journey.access.token);
    }),
    check('TOKEN-SERVED', 'other-agent', 'the documented token request of a second agent is served', async ({ use, journey }) => {
      await use(journey.access.token);
      await use(journey.otherAgent.token);
    }),
    check('TOKEN-ACCESS-TOKEN', 'present', 'a token answer carries an access token', async ({ use, journey }) => {
      await use(journey.access.token);
    }),
    neverRefusedCheck('TOKEN-ACCESS-TOKEN', 'no served token request is left without an access token', ({ use, journey }) =>
      use(journey.access.token),
    ),
    check('TOKEN-FIELDS-NOT-SHOWN', 'seen', 'the fields of the token answer are recorded', async ({ use, observe, journey }) => {
      const { fields } = await use(journey.access.token);
      observe(`the token answer has the fields ${[...fields].sort().join(', ')}`);
    }),
    check('TOKEN-LIFETIME-NOT-SHOWN', 'told', 'the lifetime in a token answer is recorded', async ({ use, observe, journey }) => {
      const { lifetimeSeconds } = await use(journey.access.token);
      // A service that hands out the same token again shows a shorter lifetime each time, so minutes are rounded up.
      observe(lifetimeSeconds === null ? 'no lifetime is stated' : `a token lives at most ${Math.ceil(lifetimeSeconds / 60)} minutes`);
    }),
    check('AUTH-TOKEN-ACCEPTED', 'plain-reads', 'a fresh token opens business calls', async ({ use, journey }) => {
      await use(journey.access.open);
    }),
    ...wrongLoginNames.flatMap((way) => [refusalCheck(way), serverErrorCheck(way)]),
  ],
};
