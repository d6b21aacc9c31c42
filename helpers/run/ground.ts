import { agentBalance, paymentSources } from '../../specs/operations.ts';
import { completeOf } from '../callback/complete.ts';
import { postOf } from '../callback/post.ts';
import { mobileLocks } from '../consent/mobile-locks.ts';
import { openOtpSource } from '../consent/otp-source.ts';
import type { OtpSource } from '../consent/source.ts';
import { readReply } from '../judge/reply.ts';
import { untried } from '../judge/stop.ts';
import type { Target } from '../target/client.ts';
import { readToken, tokenRequest, wrongTokenRequest } from '../target/token.ts';
import type { Ground } from './conduct.ts';
import type { Wire } from './deliver.ts';
import { describingOf } from './describing.ts';
import { noToken } from './no-token.ts';
import { operationalOver } from './operational.ts';
import { openWitness, type Witness } from './witness.ts';
import { newMemory, type Kit } from './world/kit.ts';
import { peopleOf } from './world/people.ts';
import { worldOf } from './world/world.ts';

/** Reading 6: a new token and a plain read, the read being another operation than the one in doubt. */
function controls(target: Target): Wire['controlsSucceed'] {
  return async (doubted) => {
    const { client, agent } = target.config.credentials;
    const token = await target.raw(tokenRequest(target.config, { client, agent }), 'control: token', 'TOKEN');
    if (token.kind !== 'reply' || readToken(token.exchange).kind !== 'token') return false;
    const read = doubted.id === 'OP-2' ? agentBalance : paymentSources;
    const answer = await target.send(read, {}, `control: ${read.id}`);
    return answer.kind === 'reply' && readReply(read, answer.exchange, true).code === 2000;
  };
}

/** What the source yields is known to the witness from then on. */
function witnessed(source: OtpSource, { learnCode }: Witness): OtpSource {
  return {
    ...source,
    async read(question) {
      const answer = await source.read(question);
      if (typeof answer === 'string') learnCode(answer, question.state);
      return answer;
    },
  };
}
/** Registers our callback address with the operator; only a service of our own can be told. */
export type Register = (address: string) => void;

/** Everything conduct needs of a target; nothing is sent by that. */
export function groundOf(target: Target, register: Register | null = null): Ground {
  const { config, redactor } = target;
  const post = postOf({ config, record: target.record, register });
  const locks = mobileLocks();
  const controlsSucceed = controls(target);
  const witness = openWitness(config);
  target.onExchange(witness.see);
  const otpSource = witnessed(openOtpSource(config, redactor), witness);
  const kit: Kit = {
    people: peopleOf(config),
    otpSource,
    pendingTimeoutMs: config.limits.pendingTimeoutMs,
    memory: newMemory(),
    obtainToken: async (agent) => {
      const result = await target.token(agent);
      if (result.kind !== 'token') throw noToken(result, agent);
      return result;
    },
    freshToken: target.freshToken,
    askWrongly: async (change, purpose) => {
      if (config.target.kind === 'prod') throw untried('prod is read-only: no wrong token request is sent there', 'configuration');
      const sent = await target.raw(wrongTokenRequest(config, change), purpose, 'TOKEN');
      if (sent.kind === 'no-token') throw noToken(sent.failure);
      if (sent.kind === 'not-permitted') throw untried(sent.reason, sent.owner);
      return sent.exchange;
    },
    witness,
    describing: describingOf(target),
    inTurn: ({ mobile }, run) => locks.holding(mobile, run),
    askOperational: operationalOver(target, controlsSucceed),
    serviceName: config.target.serviceName,
    callbacks: { ...post, timeoutMs: config.callback.timeoutMs, complete: completeOf(config.callback, target.raw) },
  };
  return {
    wire: { send: target.send, controlsSucceed },
    world: worldOf(kit),
    close: async () => {
      await Promise.all([otpSource.close(), post.close()]);
    },
  };
}
