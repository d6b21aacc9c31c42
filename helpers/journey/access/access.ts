import { documentedCall } from '../../../specs/documented-call.ts';
import { agentBalance, onboardingStatus, paymentSources } from '../../../specs/operations.ts';
import { describeAnswer, type Reply } from '../../judge/reply.ts';
import { mustServe, findNotServedStop } from '../../judge/served.ts';
import { createViolationStop, type Stop } from '../../judge/stop.ts';
import type { Token } from '../../client/auth/token.ts';
import { step, type Step } from '../../session/session.ts';
import type { Dependencies } from '../setup/dependencies.ts';

export interface Access {
  readonly token: Step<Token>;
  /** The service serves at least one plain read: a later refusal is about the operation, not about the access. */
  readonly open: Step<void>;
  readonly sources: Step<Reply>;
  readonly agentBalance: Step<Reply>;
  readonly basicCredentials: Dependencies['basicCredentials'];
}

/** The stop when every plain read is refused. A 401 to a fresh token breaks the clause of the token; else the stop of the first read. */
function findAccessRefusal(replies: readonly [Reply, ...Reply[]]): Stop | null {
  const stops = replies.map((reply) => findNotServedStop(reply));
  if (stops.includes(null)) return null;
  if (replies.every(({ status }) => status === 401)) {
    const received = `${describeAnswer(replies[0])} on every plain read`;
    return createViolationStop({ clause: 'AUTH-TOKEN-ACCEPTED', expected: 'a fresh token is accepted', received });
  }
  return stops[0] ?? null;
}

export function createAccess(deps: Dependencies): Access {
  const token = step('obtain a token', ({ evidence }) => deps.obtainToken('agent', evidence.exchanges));
  const sourcesRead = step('read the payment sources', (session) => session.send(paymentSources));
  const balanceRead = step('read the agent balance', (session) => session.send(agentBalance));
  const statusRead = step('read an onboarding status', (session) => {
    const { userType, mobile } = deps.people.subAgent;
    const call = documentedCall(onboardingStatus, userType, { mobile: mobile === '' ? deps.people.anyMobile : mobile });
    return session.send(onboardingStatus, call);
  });
  const open = step('check that plain reads are served', async (session) => {
    await session.use(token);
    const first = await session.use(sourcesRead);
    if (findNotServedStop(first) === null) return;
    const stop = findAccessRefusal([first, await session.use(balanceRead), await session.use(statusRead)]);
    if (stop !== null) throw stop;
  });
  const served = (name: string, read: Step<Reply>): Step<Reply> =>
    step(name, async (session) => {
      await session.use(open);
      return mustServe(await session.use(read));
    });
  return {
    token,
    open,
    sources: served('payment sources', sourcesRead),
    agentBalance: served('agent balance', balanceRead),
    basicCredentials: deps.basicCredentials,
  };
}
