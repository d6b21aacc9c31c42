import { agentBalance, paymentSources } from '../../specs/operations.ts';
import { mobileLocks } from '../consent/mobile-locks.ts';
import { openOtpSource } from '../consent/otp-source.ts';
import { readReply } from '../judge/reply.ts';
import type { Target } from '../target/client.ts';
import { readToken, tokenRequest } from '../target/token.ts';
import type { Ground } from './conduct.ts';
import type { Wire } from './deliver.ts';
import { noToken } from './no-token.ts';
import { newMemory, type Kit } from './world/kit.ts';
import { peopleOf } from './world/people.ts';
import { worldOf } from './world/world.ts';

/** Reading 6: a new token and a plain read, the read being another operation than the one in doubt. */
function controls(target: Target): Wire['controlsSucceed'] {
  return async (operation) => {
    const { client, agent } = target.config.credentials;
    const token = await target.raw(tokenRequest(target.config, { client, agent }), 'control: token', 'TOKEN');
    if (token.kind !== 'reply' || readToken(token.exchange).kind !== 'token') return false;
    const read = operation.id === 'OP-2' ? agentBalance : paymentSources;
    const answer = await target.send(read, {}, `control: ${read.id}`);
    return answer.kind === 'reply' && readReply(read, answer.exchange, true).code === 2000;
  };
}

/** Everything conduct needs of a target; nothing is sent by that. */
export function groundOf(target: Target): Ground {
  const { config, redactor } = target;
  const locks = mobileLocks();
  const otpSource = openOtpSource(config, redactor);
  const kit: Kit = {
    people: peopleOf(config),
    otpSource,
    pendingTimeoutMs: config.limits.pendingTimeoutMs,
    memory: newMemory(),
    obtainToken: async () => {
      const result = await target.token();
      if (result.kind !== 'token') throw noToken(result);
      return [result.exchange];
    },
    inTurn: ({ mobile }, run) => locks.holding(mobile, run),
  };
  return { wire: { send: target.send, controlsSucceed: controls(target) }, world: worldOf(kit), close: otpSource.close };
}
