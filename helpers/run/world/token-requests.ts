import { randomUUID } from 'node:crypto';
import { outcomeOfToken } from '../../judge/token-answer.ts';
import { blocked } from '../../judge/stop.ts';
import type { Exchange } from '../../target/exchange.ts';
import type { TokenChange } from '../../target/token.ts';
import type { Session } from '../session.ts';
import { step, type Step } from '../step.ts';
import type { Access } from './access.ts';
import type { Kit } from './kit.ts';

const madeUp = `artificial-${randomUUID()}`;

/** Token requests with one thing wrong. The right password travels in a form body only: an address is logged. */
const changes = {
  'missing-basic': { clientPassword: null },
  'missing-username': { form: { username: null } },
  'missing-grant': { form: { grant_type: null } },
  'unknown-grant': { form: { grant_type: 'artificial' } },
  'get-without-form': { method: 'GET' },
  'wrong-client-password': { clientPassword: madeUp },
  'wrong-password': { form: { password: madeUp } },
  'empty-password': { form: { password: '' } },
  'missing-password': { form: { password: null } },
} as const satisfies Readonly<Record<string, TokenChange>>;

export type TokenWay = keyof typeof changes;

/** Each may count as a failed login of the agent, and a few of them may lock it: one at a time, with a right one between. */
export const failedLogins = ['wrong-password', 'empty-password', 'missing-password'] as const satisfies readonly TokenWay[];

export interface TokenRequests {
  /** The answer to each wrong request, whatever it is. */
  readonly answers: Readonly<Record<TokenWay, Step<Exchange>>>;
  /** After a failed login: the right one still opens. */
  readonly unlocked: Readonly<Record<(typeof failedLogins)[number], Step<void>>>;
}

const gatewayStatuses = new Set([429, 502, 503, 504]);

/** Reading 6: what may be the environment's doing is not held against the service. */
async function mustBeTheService(kit: Kit, session: Session, exchange: Exchange): Promise<void> {
  const status = exchange.response?.status;
  if (status !== undefined && status < 500 && !gatewayStatuses.has(status)) return;
  const told = `a wrong token request got ${outcomeOfToken(exchange)}, which may be the environment's doing`;
  if (status === undefined || gatewayStatuses.has(status)) throw blocked('environment', told, 'environment');
  const control = await kit.freshToken();
  if (control.kind !== 'token') throw blocked('environment', told, 'environment');
  session.trail.evidence.add(control.exchange);
}

export function tokenRequestsOf(kit: Kit, { token }: Access): TokenRequests {
  const asked = (way: TokenWay, before?: Step<void>): Step<Exchange> =>
    step(`a token request with ${way.replaceAll('-', ' ')}`, async (session) => {
      await session.use(token);
      if (before !== undefined) await session.use(before);
      const exchange = await kit.askWrongly(changes[way], `token request, ${way}`);
      session.trail.evidence.add(exchange.id);
      await mustBeTheService(kit, session, exchange);
      return exchange;
    });
  const opensAfter = (login: Step<Exchange>): Step<void> =>
    step(`the right login after ${login.name}`, async (session) => {
      await session.after(login);
      const control = await kit.freshToken();
      if ('exchange' in control) session.trail.evidence.add(control.exchange);
      if (control.kind === 'refused')
        throw blocked('agent-locked', `${control.reason}; a wrong password was tried before, so the agent is probably locked`, 'test-data');
      if (control.kind !== 'token') throw blocked('environment', 'no token by the right login after a wrong one', 'environment');
    });
  const wrong = asked('wrong-password');
  const afterWrong = opensAfter(wrong);
  const empty = asked('empty-password', afterWrong);
  const afterEmpty = opensAfter(empty);
  const missing = asked('missing-password', afterEmpty);
  return {
    answers: {
      'missing-basic': asked('missing-basic'),
      'missing-username': asked('missing-username'),
      'missing-grant': asked('missing-grant'),
      'unknown-grant': asked('unknown-grant'),
      'get-without-form': asked('get-without-form'),
      'wrong-client-password': asked('wrong-client-password'),
      'wrong-password': wrong,
      'empty-password': empty,
      'missing-password': missing,
    },
    unlocked: { 'wrong-password': afterWrong, 'empty-password': afterEmpty, 'missing-password': opensAfter(missing) },
  };
}
