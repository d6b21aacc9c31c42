import type { Subject } from '../../specs/clause.ts';
import type { Operation } from '../../specs/operation.ts';
import { blocked, untried, type Stop } from '../judge/stop.ts';
import { outcomeOf, readReply, type Reply } from '../judge/reply.ts';
import type { Call } from '../target/call.ts';
import type { SendResult } from '../target/client.ts';
import { noToken } from './no-token.ts';
import { settle } from './patience.ts';
import { symptomOf } from './symptom.ts';

/** One call to bring to the target and back. */
export interface Errand {
  readonly operation: Operation;
  readonly call: Call;
  /** The call is as documented, so refusing it breaks `OPn-SERVED` and nothing else. */
  readonly documented: boolean;
  readonly purpose: string;
  /** Told the id of every exchange made on the way. */
  readonly keep: (exchangeId: string) => void;
}

export type Deliver = (errand: Errand) => Promise<Reply>;

/** What delivering needs: the target, control calls, and the judges of every answer. */
export interface Wire {
  readonly send: (operation: Operation, call: Call, purpose: string) => Promise<SendResult>;
  /** Whether a token request and a plain read of another operation succeed right now (reading 6). */
  readonly controlsSucceed: (doubted: { readonly id: Subject }) => Promise<boolean>;
  /** Judges every answer that is the service's own. */
  readonly judge: (reply: Reply) => void;
}

const environment = (reply: Reply): Stop =>
  blocked('environment', `${reply.operation.id} got ${outcomeOf(reply)}, which may be the environment's doing`, 'environment');

async function once(wire: Wire, errand: Errand): Promise<Reply> {
  const { operation, call, purpose, documented } = errand;
  const sent = await wire.send(operation, call, purpose);
  if (sent.kind === 'not-permitted') throw untried(sent.reason, sent.owner);
  if (sent.kind === 'no-token') throw noToken(sent.failure, call.token === 'other' ? 'other' : 'agent');
  errand.keep(sent.exchange.id);
  if (sent.kind === 'reply' && sent.staleToken === true) {
    throw blocked('token-expired', `the token expired before ${operation.id}, and only reads are repeated`, 'environment');
  }
  return readReply(operation, sent.exchange, documented);
}

/** Sends through the target, tells the environment's troubles from the service's, and has every answer of the service judged. */
export function deliverOver(wire: Wire): Deliver {
  return async (errand) => {
    const { operation, call } = errand;
    const reply = await settle({
      once: () => once(wire, errand),
      repeatable: operation.effect === 'none',
      symptomOf,
      controlsSucceed: () => wire.controlsSucceed(operation),
      // What a consent or session did not survive is nobody's fault.
      isSpent: ({ code }) => call.consent !== undefined && code !== 2000,
      environment,
    });
    wire.judge(reply);
    return reply;
  };
}
