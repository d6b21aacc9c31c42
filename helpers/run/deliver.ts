import { setTimeout as pause } from 'node:timers/promises';
import type { Operation } from '../../specs/operation.ts';
import { blocked, untried } from '../judge/stop.ts';
import { outcomeOf, readReply, type Reply } from '../judge/reply.ts';
import type { Call } from '../target/call.ts';
import type { SendResult } from '../target/client.ts';
import { noToken } from './no-token.ts';
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
  /** Whether a token request and a plain read succeed right now (reading 6). */
  readonly controlsSucceed: (operation: Operation) => Promise<boolean>;
  /** Judges every answer that is the service's own. */
  readonly judge: (reply: Reply) => void;
}

/** A symptom of the environment is the service's only when the same read shows it this often in a row (reading 6). */
const tries = 5;
const firstPause = 50;

const environment = (reply: Reply): Error =>
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

/** Repeats a read that met trouble. What a consent or session did not survive is nobody's fault. */
async function again(wire: Wire, errand: Errand, first: Reply): Promise<Reply> {
  let reply = first;
  for (let n = 1; n < tries; n += 1) {
    await pause(firstPause * 2 ** (n - 1));
    reply = await once(wire, errand);
    if (symptomOf(reply) === 'environmental') continue;
    if (errand.call.consent !== undefined && reply.code !== 2000) throw environment(first);
    return reply;
  }
  if (!(await wire.controlsSucceed(errand.operation))) throw environment(reply);
  return reply;
}

async function settled(wire: Wire, errand: Errand): Promise<Reply> {
  const reply = await once(wire, errand);
  const symptom = symptomOf(reply);
  if (symptom === 'clear') return reply;
  if (symptom === 'server-error') {
    if (await wire.controlsSucceed(errand.operation)) return reply;
    throw environment(reply);
  }
  if (errand.operation.effect !== 'none') throw environment(reply);
  return again(wire, errand, reply);
}

/** Sends through the target, tells the environment's troubles from the service's, and has every answer of the service judged. */
export function deliverOver(wire: Wire): Deliver {
  return async (errand) => {
    const reply = await settled(wire, errand);
    wire.judge(reply);
    return reply;
  };
}
