import type { ClauseId } from '../../specs/clauses.ts';
import type { Operation } from '../../specs/operation.ts';
import { isTruncated, readReply, type Reply } from '../judge/reply.ts';
import type { Call } from '../client/http/call.ts';
import type { SendResult } from '../client/send-result.ts';
import type { Exchange } from '../core/exchange.ts';
import type { Breaker } from './breaker.ts';
import type { Judgement } from '../core/records/judgement.ts';
import { createTokenExpiredStop, mustHaveLeft } from './no-token.ts';
import { readSymptom, type Symptom } from './symptom.ts';

export interface Accusation {
  readonly clause: ClauseId;
  readonly judgement: Extract<Judgement, { held: false }>;
}

/** The answer to a call that was sent once, unrecorded. */
export interface UnrecordedReply {
  readonly reply: Reply;
  readonly symptom: Symptom;
}

/** Sends and judges thousands of calls. An exchange is recorded only when the caller asks for it. */
export interface UnrecordedSend {
  readonly send: (operation: Operation, call: Call, purpose: string, timeoutMs?: number) => Promise<UnrecordedReply>;
  /** Records the exchange and has every passive check judge it; returns the reply with its new exchange id. */
  readonly record: (reply: Reply) => Reply;
  /** What the passive checks of the plan would accuse the answer of; they do not count the answer. */
  readonly collectAccusations: (reply: Reply) => readonly Accusation[];
  readonly isServiceToBlame: (doubted: Operation) => Promise<boolean>;
}

export interface UnrecordedSendParts {
  readonly sendUnrecorded: (operation: Operation, call: Call, purpose: string, timeoutMs?: number) => Promise<SendResult>;
  readonly record: <Kept extends Exchange>(exchange: Kept) => Kept;
  readonly judge: (reply: Reply) => void;
  readonly collectAccusations: UnrecordedSend['collectAccusations'];
  readonly isServiceToBlame: UnrecordedSend['isServiceToBlame'];
  readonly breaker: Breaker;
}

export function openUnrecordedSend({
  sendUnrecorded,
  record,
  judge,
  collectAccusations,
  isServiceToBlame,
  breaker,
}: UnrecordedSendParts): UnrecordedSend {
  return {
    async send(operation, call, purpose, timeoutMs) {
      const refusal = breaker.stopBeforeSending(operation, {}, true);
      if (refusal !== null) throw refusal;
      const sent = mustHaveLeft(await sendUnrecorded(operation, { ...call, fuzzed: true }, purpose, timeoutMs), call);
      const reply = readReply(operation, sent.exchange, false);
      if (sent.kind === 'reply' && sent.token === 'expired') throw createTokenExpiredStop(reply);
      // An answer that was not read to its end is incomplete, even when a gateway sent it.
      return { reply, symptom: reply.status === 200 && isTruncated(sent.exchange) ? 'environmental' : readSymptom(reply) };
    },
    record(reply) {
      const kept: Reply = { ...reply, exchange: record(reply.exchange) };
      if (kept.exchange !== reply.exchange) judge(kept);
      return kept;
    },
    collectAccusations,
    isServiceToBlame,
  };
}
