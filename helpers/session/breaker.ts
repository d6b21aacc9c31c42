import { apiCodes } from '../../specs/codes.ts';
import type { Operation } from '../../specs/operation.ts';
import type { Reply } from '../judge/reply.ts';
import { findNotServedStop } from '../judge/served.ts';
import { blocked, type Stop } from '../judge/stop.ts';
import type { Call } from '../client/http/call.ts';
import type { Exchange } from '../core/exchange.ts';
import { shortTimeoutMs } from '../config/timeouts.ts';
import { judgeEffectOutcome } from '../client/limits/effect-outcome.ts';
import { readSymptom } from './symptom.ts';

/** A circuit breaker for each kind of call: no call waits for, or risks, what has proved broken for good. */
export interface Breaker {
  /** Why a call with an effect must not leave: earlier calls of its kind never showed their effect. Null when it may leave. */
  readonly stopBeforeSending: (operation: Operation, call: Call, documented: boolean) => Stop | null;
  /** Milliseconds to wait for an answer, where that is less than DMT_TIMEOUT_MS. */
  readonly withinMs: (operation: Operation, call: Call) => number | undefined;
  /** The same trouble was judged already, after it came five times in a row (reading 6). */
  readonly isKnownFailure: (operation: Operation, call: Call) => boolean;
  /** The run has waited too long in vain to find out whether this call stays without an answer too. */
  readonly isHopeless: (operation: Operation, call: Call) => boolean;
  /** Any exchange: an answer ends a silence. */
  readonly noteExchange: (operation: Operation, call: Call, exchange: Exchange) => void;
  /** A reply, or none, to a call: it shows the effect of the call or leaves it open. */
  readonly noteReply: (call: Call, reply: Reply) => void;
  /** The answer comes from the service itself, whatever it contains. */
  readonly noteJudged: (call: Call, reply: Reply) => void;
}

/** A read is judged when it fails this often in a row (reading 6). A call with an effect is not tried more often. */
export const mostFailures = 5;

/** Calls with effects without an answer, in a row: each may have had its effect. */
const mostSilentWithEffect = 3;

/** After so many documented calls with unknown effect, one after the other, no right call with wrong values is sent any more. */
const mostDocumentedInDoubt = 2;

/** The limit once the waiting time is spent: one loss may be an accident. */
const mostSilentWhenWaitIsSpent = 2;

/** Calls one after the other: calls lost at the same time count once. */
interface Streak {
  readonly length: number;
  /** The end of the last of them, in milliseconds since the epoch. */
  readonly until: number;
}

const noStreak: Streak = { length: 0, until: 0 };

function extendStreak(row: Streak, { startedAt, durationMs }: Exchange): Streak {
  const from = Date.parse(startedAt);
  return from >= row.until ? { length: row.length + 1, until: from + durationMs } : row;
}

interface KindRecord {
  /** Since the last answer. */
  readonly silent: Streak;
  readonly isJudgedFailure: boolean;
  /** Calls whose effect is unknown. */
  readonly inDoubt: Streak;
  /** At least one call of the kind has shown its effect. */
  readonly hasShownEffect: boolean;
  readonly lastStop: Stop | null;
}

const emptyKindRecord: KindRecord = { silent: noStreak, isJudgedFailure: false, inDoubt: noStreak, hasShownEffect: false, lastStop: null };

const isUnproven = ({ inDoubt, hasShownEffect }: KindRecord, most: number): boolean => inDoubt.length >= most && !hasShownEffect;

/** A service treats calls of one kind alike, whatever values they hold. */
function describeCallKind({ id, effect }: Operation, { token = 'agent', method, wrongCode, rawBody }: Call, documented: boolean): string {
  const shape = rawBody === undefined ? (documented || effect === 'none' ? 'plain' : 'to be refused') : 'malformed';
  return [id, method ?? '', typeof token === 'object' ? 'value' : token, wrongCode !== undefined ? 'wrong code' : shape].join(' ');
}

function isDoubtful({ operation: { effect }, exchange: { response, trouble }, code }: Reply): boolean {
  if (effect === 'none' || code === apiCodes.success) return false;
  if (trouble !== null) return judgeEffectOutcome({ response: null, trouble, sent: true }, effect) === 'in-doubt';
  return response !== null && judgeEffectOutcome({ response, trouble, sent: true }, effect) === 'in-doubt';
}

/** The stop has the cause of the last stop of its kind. */
function buildNotSentStop({ id }: Operation, last: Stop | null): Stop {
  const why = last?.why;
  const reason = `${id} was not sent: the effect of earlier calls of its kind is unknown`;
  if (why?.kind === 'violation') return blocked(why.clause, reason, 'service');
  return why?.kind === 'blocked' ? blocked(why.cause, reason, why.owner) : blocked('environment', reason, 'environment');
}

/**
 * The calls of the same kind, or documented ones where the kind is that of right calls with wrong values. Calls without the agent's token,
 * with a wrong code or without JSON are kinds of their own.
 */
function findUnproven(findRecord: (kind: string) => KindRecord, operation: Operation, kind: string): KindRecord | null {
  const own = findRecord(kind);
  if (isUnproven(own, mostFailures)) return own;
  if (kind !== describeCallKind(operation, {}, false)) return null;
  const documented = findRecord(describeCallKind(operation, {}, true));
  return isUnproven(documented, mostDocumentedInDoubt) ? documented : null;
}

/** The time in which at least one call waited in vain. */
function openWaited(): { readonly add: (exchange: Exchange) => void; readonly totalMs: () => number } {
  let totalMs = 0;
  let last = 0;
  return {
    add({ startedAt, durationMs }) {
      const from = Date.parse(startedAt);
      const until = from + durationMs;
      totalMs += Math.max(0, until - Math.max(from, last));
      last = Math.max(until, last);
    },
    totalMs: () => totalMs,
  };
}

export function openBreaker(timeoutMs: number): Breaker {
  const recordByKind = new Map<string, KindRecord>();
  const waited = openWaited();
  const findRecord = (kind: string): KindRecord => recordByKind.get(kind) ?? emptyKindRecord;
  const isWaitSpent = (): boolean => waited.totalMs() >= mostFailures * timeoutMs;
  const isSilent = ({ silent }: KindRecord, most: number): boolean => silent.length >= (isWaitSpent() ? mostSilentWhenWaitIsSpent : most);
  const findReadRecord = (operation: Operation, call: Call): KindRecord => findRecord(describeCallKind(operation, call, true));

  return {
    stopBeforeSending(operation, call, documented) {
      if (operation.effect === 'none') return null;
      const kind = describeCallKind(operation, call, documented);
      const line = findRecord(kind);
      const broken = isSilent(line, mostSilentWithEffect) ? line : findUnproven(findRecord, operation, kind);
      return broken === null ? null : buildNotSentStop(operation, broken.lastStop);
    },
    withinMs(operation, call) {
      const most = operation.effect === 'none' ? mostFailures : mostSilentWithEffect;
      // Where documented calls are never answered, no other call waits longer.
      const isUnlikelyToAnswer =
        isSilent(findReadRecord(operation, call), mostFailures) || isSilent(findRecord(describeCallKind(operation, {}, true)), most);
      return isUnlikelyToAnswer ? shortTimeoutMs(timeoutMs) : undefined;
    },
    isKnownFailure: (operation, call) => findReadRecord(operation, call).isJudgedFailure,
    isHopeless: (operation, call) => isWaitSpent() && isSilent(findReadRecord(operation, call), mostFailures),
    noteExchange(operation, call, exchange) {
      const kind = describeCallKind(operation, call, call.documented === true);
      const line = findRecord(kind);
      if (exchange.trouble?.kind === 'timeout') {
        waited.add(exchange);
        recordByKind.set(kind, { ...line, silent: extendStreak(line.silent, exchange) });
      } else if (line.silent.length > 0) recordByKind.set(kind, { ...line, silent: noStreak });
    },
    noteReply(call, reply) {
      if (reply.operation.effect === 'none') return;
      const kind = describeCallKind(reply.operation, call, reply.documented);
      const line = findRecord(kind);
      const doubtful = isDoubtful(reply);
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
      const line = findRecord(kind);
      const known = readSymptom(reply) === 'environmental';
      if (line.isJudgedFailure !== known) recordByKind.set(kind, { ...line, isJudgedFailure: known });
    },
  };
}
