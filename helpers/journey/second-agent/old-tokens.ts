import { setTimeout as pause } from 'node:timers/promises';
import { paymentSources } from '../../../specs/operations.ts';
import type { Token } from '../../client/auth/token.ts';
import type { Reply } from '../../judge/reply.ts';
import { notApplicable } from '../../judge/stop.ts';
import { noToken } from '../../session/no-token.ts';
import { lastReading, poll } from '../../session/poll.ts';
import { step, type Session, type Step } from '../../session/session.ts';
import type { OtherAgent } from './second-agent.ts';
import type { Dependencies } from '../setup/dependencies.ts';

interface Expired {
  readonly token: string;
  /** OP-2 with this token. */
  readonly reply: Reply;
}

/** Tokens of the second agent that are not good any more, or may not be. */
export interface OldTokens {
  readonly expired: Step<Expired>;
  /** OP-2 with a token after a newer one was issued. */
  readonly superseded: Step<Reply>;
}

/** A run waits no longer for a token to expire. */
const longestLifeSeconds = 30;
/** A told lifetime is in whole seconds, and the two clocks may differ a little. */
const surelyOverMs = 1500;

function readShortLife({ lifetimeSeconds }: Token): number {
  if (lifetimeSeconds === null) throw notApplicable('the service states no lifetime of a token');
  if (lifetimeSeconds <= longestLifeSeconds) return lifetimeSeconds;
  throw notApplicable(`a token lives longer than the ${longestLifeSeconds} s that a run waits`);
}

async function requestToken(deps: Dependencies, { evidence }: Session): Promise<Token> {
  deps.mustBeAllowed('token-expiry');
  const result = await deps.freshToken('other');
  if ('exchange' in result) evidence.exchanges.add(result.exchange);
  if (result.kind !== 'token') throw noToken(result, 'other');
  return result;
}

const readWith = ({ probe }: Session, value: string): Promise<Reply> => probe(paymentSources, { token: { value } });

const isRefused = ({ status }: Reply): boolean => status === 401;

/** Some services let a token live on while it is used, and hand it out again. */
async function mustBeOver(deps: Dependencies, session: Session, { value }: Token): Promise<void> {
  const now = await requestToken(deps, session);
  if (now.value === value) throw notApplicable('the service goes on issuing the same token, so it has not expired');
}

export function createOldTokens(deps: Dependencies, { open }: OtherAgent): OldTokens {
  return {
    expired: step('a token that has expired', async (session) => {
      await session.use(open);
      const token = await requestToken(deps, session);
      await pause(readShortLife(token) * 1000 + surelyOverMs);
      // The clocks of a service may allow for some delay among themselves.
      const replies = await poll(() => readWith(session, token.value), isRefused, deps.waits.upTo('expiry'));
      const reply = lastReading(replies);
      if (!isRefused(reply)) await mustBeOver(deps, session, token);
      return { token: token.value, reply };
    }),
    superseded: step('a token after a newer one', async (session) => {
      await session.use(open);
      const first = await requestToken(deps, session);
      const second = await requestToken(deps, session);
      if (first.value === second.value) throw notApplicable('the service issues the same token again while it lives');
      return readWith(session, first.value);
    }),
  };
}
