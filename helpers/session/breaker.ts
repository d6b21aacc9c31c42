import type { Operation } from '../../specs/operation.ts';
import type { Reply } from '../judge/reply.ts';
import { findNotServedStop } from '../judge/served.ts';
import { blocked, type Stop } from '../judge/stop.ts';
import type { Call } from '../client/http/call.ts';
import type { Exchange } from '../core/exchange.ts';
import { judgeEffectOutcome } from '../client/limits/effect-outcome.ts';
import { readSymptom } from './symptom.ts';

/** A circuit breaker for each kind of call: what is seen to be broken for good is not waited for, or risked, once more by everybody. */
export interface Breaker {
  /** Why a call with an effect had better not leave: its like never told what became of it. Null when it may. */
  readonly stopBeforeSending: (operation: Operation, call: Call, documented: boolean) => Stop | null;
  /** Milliseconds to wait for an answer, where that is less than DMT_TIMEOUT_MS. */
  readonly withinMs: (operation: Operation, call: Call) => number | undefined;
  /** The same trouble was judged already, after it had come five times running: once more is no news (reading 6). */
  readonly isKnownFailure: (operation: Operation, call: Call) => boolean;
  /** Too much time has been waited in vain to find out whether this, too, stays without an answer. */
  readonly isHopeless: (operation: Operation, call: Call) => boolean;
  /** Any exchange: an answer ends a silence. */
  readonly noteExchange: (operation: Operation, call: Call, exchange: Exchange) => void;
  /** An answer to a call, or none: of one with an effect it tells what that was, or leaves it open. */
  readonly noteReply: (call: Call, reply: Reply) => void;
  /** The answer is the service's own, whatever it looks like. */
  readonly noteJudged: (call: Call, reply: Reply) => void;
}

/** A read is judged when it fails so often in a row (reading 6), and a call with an effect is not tried more often than that. */
export const mostFailures = 5;

/** Of calls with effects that nobody answers in a row: each may have had its effect. */
const mostSilentWithEffect = 3;

/** When time is up: one may be lost by accident. */
const mostSilentWhenWaitIsSpent = 2;

/** The part of DMT_TIMEOUT_MS that is a moment. */
const shortTimeoutShare = 1 / 20;

/** Calls one behind the other: what is lost at once is lost by one accident. */
interface Streak {
  readonly length: number;
  /** When the last of them was over; milliseconds since the epoch. */
  readonly until: number;
}

const noStreak: Streak = { length: 0, until: 0 };

function extendStreak(row: Streak, { startedAt, durationMs }: Exchange): Streak {
  const from = Date.parse(startedAt);
  return from >= row.until ? { length: row.length + 1, until: from + durationMs } : row;
}

/** What became of the calls of one kind. */
interface KindRecord {
  /** Since the last that was answered. */
  readonly silent: Streak;
  readonly isJudgedFailure: boolean;
  /** What they did nobody can tell. */
  readonly inDoubt: Streak;
  /** One of the kind has told what it did. */
  readonly hasShownEffect: boolean;
  readonly lastStop: Stop | null;
}

const emptyKindRecord: KindRecord = { silent: noStreak, isJudgedFailure: false, inDoubt: noStreak, hasShownEffect: false, lastStop: null };

/** Calls of one kind are answered alike, whatever else they hold. */
function describeCallKind({ id, effect }: Operation, { token = 'agent', method, wrongCode, rawBody }: Call, documented: boolean): string {
  const shape = rawBody === undefined ? (documented || effect === 'none' ? 'plain' : 'to be refused') : 'malformed';
  return [id, method ?? '', typeof token === 'object' ? 'value' : token, wrongCode !== undefined ? 'wrong code' : shape].join(' ');
}

/** Whether a call with an effect left open what it did. */
function isDoubtful({ operation: { effect }, exchange: { response, trouble } }: Reply): boolean {
  if (effect === 'none') return false;
  if (trouble !== null) return judgeEffectOutcome({ response: null, trouble, sent: true }, effect) === 'in-doubt';
  return response !== null && judgeEffectOutcome({ response, trouble, sent: true }, effect) === 'in-doubt';
}

/** Blocked by what was said of the last one. */
function buildNotSentStop({ id }: Operation, last: Stop | null): Stop {
  const why = last?.why;
  const reason = `${id} was not sent: what the calls of its kind before it did, nobody can tell`;
  if (why?.kind === 'violation') return blocked(why.clause, reason, 'service');
  return why?.kind === 'blocked' ? blocked(why.cause, reason, why.owner) : blocked('environment', reason, 'environment');
}

export function openBreaker(timeoutMs: number): Breaker {
  const recordByKind = new Map<string, KindRecord>();
  let [waitedMs, waitedUntil] = [0, 0];
  const findRecord = (kind: string): KindRecord => recordByKind.get(kind) ?? emptyKindRecord;
  const isWaitSpent = (): boolean => waitedMs >= mostFailures * timeoutMs;
  const isSilent = ({ silent }: KindRecord, most: number): boolean => silent.length >= (isWaitSpent() ? mostSilentWhenWaitIsSpent : most);
  const findReadRecord = (operation: Operation, call: Call): KindRecord => findRecord(describeCallKind(operation, call, true));

  const addWait = ({ startedAt, durationMs }: Exchange): void => {
    const from = Date.parse(startedAt);
    const until = from + durationMs;
    waitedMs += Math.max(0, until - Math.max(from, waitedUntil));
    waitedUntil = Math.max(until, waitedUntil);
  };

  return {
    stopBeforeSending(operation, call, documented) {
      if (operation.effect === 'none') return null;
      const line = findRecord(describeCallKind(operation, call, documented));
      const isOpen = isSilent(line, mostSilentWithEffect) || (line.inDoubt.length >= mostFailures && !line.hasShownEffect);
      return isOpen ? buildNotSentStop(operation, line.lastStop) : null;
    },
    withinMs(operation, call) {
      const most = operation.effect === 'none' ? mostFailures : mostSilentWithEffect;
      // Where documented calls are never answered, no other is waited for longer.
      const isUnlikelyToAnswer =
        isSilent(findReadRecord(operation, call), mostFailures) || isSilent(findRecord(describeCallKind(operation, {}, true)), most);
      return isUnlikelyToAnswer ? timeoutMs * shortTimeoutShare : undefined;
    },
    isKnownFailure: (operation, call) => findReadRecord(operation, call).isJudgedFailure,
    isHopeless: (operation, call) => isWaitSpent() && isSilent(findReadRecord(operation, call), mostFailures),
    noteExchange(operation, call, exchange) {
      // Documented calls go ahead of others.
      const kind = describeCallKind(operation, call, call.ahead === true);
      const line = findRecord(kind);
      if (exchange.trouble?.kind === 'timeout') {
        addWait(exchange);
        recordByKind.set(kind, { ...line, silent: extendStreak(line.silent, exchange) });
      } else if (line.silent.length > 0) recordByKind.set(kind, { ...line, silent: noStreak });
    },
    noteReply(call, reply) {
      if (reply.operation.effect === 'none') return;
      const kind = describeCallKind(reply.operation, call, reply.documented);
      const [line, doubtful] = [findRecord(kind), isDoubtful(reply)];
      const last = readSymptom(reply) === 'environmental' ? line.lastStop : findNotServedStop(reply);
      recordByKind.set(kind, {
        ...line,
        inDoubt: doubtful ? extendStreak(line.inDoubt, reply.exchange) : noStreak,
        hasShownEffect: line.hasShownEffect || !doubtful,
        lastStop: last,
      });
    },
    noteJudged(call, reply) {
      const kind = describeCallKind(reply.operation, call, reply.documented);
      const [line, known] = [findRecord(kind), readSymptom(reply) === 'environmental'];
      if (line.isJudgedFailure !== known) recordByKind.set(kind, { ...line, isJudgedFailure: known });
    },
  };
}
