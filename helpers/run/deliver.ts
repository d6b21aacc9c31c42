import type { Subject } from '../../specs/clause.ts';
import type { Operation } from '../../specs/operation.ts';
import { blocked, untried, type Stop } from '../judge/stop.ts';
import { mustBeWhole } from '../judge/served.ts';
import { outcomeOf, readReply, type Reply } from '../judge/reply.ts';
import type { Call } from '../target/call.ts';
import type { SendResult } from '../target/carrying.ts';
import type { Calm } from './calm.ts';
import type { Landmarks } from './landmarks.ts';
import { noToken } from './no-token.ts';
import { settle } from './patience.ts';
import { retryAfterOf } from './retry-after.ts';
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
  readonly calm: Calm;
  readonly landmarks: Landmarks;
  /** Finds out what became of a transfer that is in doubt, by the exchange that asked for it. */
  readonly followUp: (exchange: string) => Promise<void>;
  /** Judges every answer that is the service's own. */
  readonly judge: (reply: Reply) => void;
}

const environment = (reply: Reply): Stop =>
  blocked('environment', `${reply.operation.id} got ${outcomeOf(reply)}, which may be the environment's doing`, 'environment');

const outOfOrder = ({ id }: Operation): Stop =>
  blocked('environment', `${id} was not sent, since the target is out of order: run it again when it is back`, 'environment');

async function once(wire: Wire, errand: Errand, again: string): Promise<Reply> {
  const { operation, call, purpose, documented } = errand;
  // Documented calls make up the stories that others wait for; what the service is to refuse, nobody does.
  const sent = await wire.send(operation, documented ? { ...call, ahead: true } : call, purpose + again);
  if (sent.kind === 'not-permitted') throw untried(sent.reason, sent.owner, sent.cap);
  if (sent.kind === 'no-token') throw noToken(sent.failure, call.token === 'other' ? 'other' : 'agent');
  errand.keep(sent.exchange.id);
  if (sent.kind === 'reply' && sent.staleToken === true) {
    throw blocked('token-expired', `the token expired before ${operation.id}, and only reads are repeated`, 'environment');
  }
  const reply = readReply(operation, sent.exchange, documented);
  wire.calm.saw(operation, symptomOf(reply), retryAfterOf(sent.exchange));
  return reply;
}

/** Sends through the target, tells the environment's troubles from the service's, and has every answer of the service judged. */
export function deliverOver(wire: Wire): Deliver {
  const judged = async (errand: Errand): Promise<Reply> => {
    const { operation, call } = errand;
    const repeatable = operation.effect === 'none';
    if (!repeatable && !(await wire.calm.safe())) throw outOfOrder(operation);
    const reply = await settle({
      once: async (again) => {
        await wire.calm.ready();
        return once(wire, errand, again);
      },
      repeatable,
      symptomOf,
      outcomeOf,
      controlsSucceed: () => wire.controlsSucceed(operation),
      outlasted: ({ exchange }) => wire.calm.outlasted(operation, exchange.trouble?.kind ?? null),
      // What a consent or session did not survive is nobody's fault.
      isSpent: ({ code }) => call.consent !== undefined && code !== 2000,
      environment,
    });
    wire.landmarks.see(call, reply);
    wire.judge(reply);
    // Without a good token nothing but the status is looked at, and that was read.
    if (call.token !== 'none') mustBeWhole(reply.exchange);
    return reply;
  };
  /** Its money may still move, and nothing may be compared while it does. */
  const transfer = async (errand: Errand): Promise<Reply> => {
    const asked: string[] = [];
    const keep = (exchange: string): void => {
      asked.push(exchange);
      errand.keep(exchange);
    };
    try {
      return await judged({ ...errand, keep });
    } finally {
      for (const exchange of asked) await wire.followUp(exchange);
    }
  };
  return (errand) => (errand.operation.effect === 'moves-money' ? transfer(errand) : judged(errand));
}
