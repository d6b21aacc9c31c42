import { apiCodes } from '../../specs/codes.ts';
import type { Operation } from '../../specs/operation.ts';
import { agentBalance, paymentSources } from '../../specs/operations.ts';
import type { Target } from '../client/client.ts';
import { tooManyRequests } from '../core/gateway-statuses.ts';
import { readReply } from '../judge/reply.ts';
import { reconcile } from './reconcile.ts';
import type { SendParts } from './send.ts';
import type { Waits } from './waits.ts';

type ControlCheck = SendParts['isServiceToBlame'];

export async function isReadServed(target: Target, read: Operation): Promise<boolean> {
  const answer = await target.send(read, { documented: true, priority: true }, `control: ${read.id}`);
  return answer.kind === 'reply' && readReply(read, answer.exchange, true).code === apiCodes.success;
}

/**
 * Reading 6: a plain read of another operation than the one in doubt, and a new token. The read comes first: where the service does not
 * answer, each doubted call would otherwise ask for a token in vain.
 */
export function createControlCheck(target: Target): ControlCheck {
  return async (doubted) => {
    const read = doubted.id === 'OP-2' ? agentBalance : paymentSources;
    if (!(await isReadServed(target, read))) return false;
    // The run uses the new token from then on: a service may end the older token with each new one.
    return (await target.freshToken()).kind === 'token';
  };
}

/** The same check, before the service is blamed. Once several operations received HTTP 429, the rate is limited, and no operation is to blame. */
export function createBlameCheck(target: Pick<Target, 'onExchange'>, controlsSucceed: ControlCheck): ControlCheck {
  const tooOften = new Set<string | null>();
  target.onExchange(({ operation, response }) => {
    if (response?.status === tooManyRequests) tooOften.add(operation);
  });
  return async (doubted) => !(tooOften.size > 1 && tooOften.has(doubted.id)) && controlsSucceed(doubted);
}

/** Finds out what became of an unanswered transfer before its sender is read again. */
export function createFollowUp(target: Target, waits: Waits): SendParts['followUp'] {
  return (exchange) => {
    const doubts = target.transfers.open().filter(({ entry, state }) => entry.exchange === exchange && state === 'in-doubt');
    return reconcile(target, doubts, { waits, mostUnknown: 3, isConclusive: false });
  };
}
