import { describeStatus } from '../../judge/reply.ts';
import { blocked, type Stop } from '../../judge/stop.ts';
import type { Exchange } from '../../core/exchange.ts';
import { isGatewayStatus } from '../../core/gateway-statuses.ts';
import type { Agent, Token, TokenResult } from '../../client/auth/token.ts';
import { openTurns } from '../../client/auth/turns.ts';
import { findLockable, wrongLoginNames, wrongLogins, type WrongLogin } from '../../client/limits/wrong-logins.ts';
import { step, type Session, type Step } from '../../session/session.ts';
import type { Dependencies } from '../setup/dependencies.ts';

export interface WrongRequest {
  readonly exchange: Exchange;
  /** Why no further wrong request can be tried: the right login is not served after it. */
  readonly locked: Stop | null;
}

export type TokenRequests = ReadonlyMap<WrongLogin, Step<WrongRequest>>;

function isByTheService({ response }: Exchange): boolean {
  return response !== null && response.status < 500 && !isGatewayStatus(response.status);
}

/** Reading 6: the service is not blamed for what the environment may have caused. */
function mustBeTheService(exchange: Exchange, control: TokenResult): void {
  if (isByTheService(exchange)) return;
  const status = exchange.response?.status;
  const received = `a wrong token request received ${describeStatus(exchange)}, which the environment may have caused`;
  if (status === undefined || isGatewayStatus(status) || control.kind !== 'token') throw blocked('environment', received, 'environment');
}

function findLock(control: TokenResult): Stop | null {
  if (control.kind === 'token') return null;
  if (control.kind !== 'refused') return blocked('environment', 'the right login gives no token after a wrong one', 'environment');
  return blocked('agent-locked', `${control.reason}; a wrong login was tried before, so the agent is probably locked`, 'test-data');
}

/**
 * A few wrong logins in a row may lock whoever they name. So those that name the same one run one at a time, with a right login between.
 * A service that is not our own sandbox may count anything as a failed login: there, all of them run so.
 */
export function createTokenRequests(deps: Dependencies, tokens: Readonly<Record<Agent, Step<Token>>>): TokenRequests {
  const turns = { anybody: openTurns(), agent: openTurns(), client: openTurns() };
  let locked: Stop | null = null;
  const send = async ({ evidence }: Session, way: WrongLogin, mayLock: boolean): Promise<WrongRequest> => {
    if (locked !== null) throw locked;
    const exchange = await deps.requestTokenWrongly(wrongLogins[way], `token request, ${way}`);
    evidence.exchanges.add(exchange.id);
    if (!mayLock && isByTheService(exchange)) return { exchange, locked };
    const control = await deps.freshToken(deps.wrongLoginAgent);
    if ('exchange' in control) evidence.exchanges.add(control.exchange);
    locked = findLock(control);
    mustBeTheService(exchange, control);
    return { exchange, locked };
  };
  const asked = (way: WrongLogin): Step<WrongRequest> =>
    step(`a token request with ${way.replaceAll('-', ' ')}`, async (session) => {
      // Where the right login yields no token, a wrong one proves nothing.
      await session.use(tokens[deps.wrongLoginAgent]);
      const lockable = deps.locksHarmNobody ? findLockable(wrongLogins[way]) : 'anybody';
      return lockable === null ? send(session, way, false) : turns[lockable].run(() => send(session, way, true));
    });
  return new Map(wrongLoginNames.map((way) => [way, asked(way)] as const));
}
