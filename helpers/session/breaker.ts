import type { Operation } from '../../specs/operation.ts';
import type { Reply } from '../judge/reply.ts';
import { notServed } from '../judge/served.ts';
import { blocked, type Stop } from '../judge/stop.ts';
import type { Call } from '../client/http/call.ts';
import type { Exchange } from '../core/exchange.ts';
import { effectOutcomeOf } from '../client/limits/effect-outcome.ts';
import { symptomOf } from './symptom.ts';

/** A circuit breaker for each kind of call: what is seen to be broken for good is not waited for, or risked, once more by everybody. */
export interface Breaker {
  /** Why a call with an effect had better not leave: its like never told what became of it. Null when it may. */
  readonly refusal: (operation: Operation, call: Call, documented: boolean) => Stop | null;
  /** Milliseconds to wait for an answer, where that is less than DMT_TIMEOUT_MS. */
  readonly withinMs: (operation: Operation, call: Call) => number | undefined;
  /** The same trouble was judged already, after it had come five times running: once more is no news (reading 6). */
  readonly isKnown: (operation: Operation, call: Call) => boolean;
  /** Too much time has been waited in vain to find out whether this, too, stays without an answer. */
  readonly isHopeless: (operation: Operation, call: Call) => boolean;
  /** Any exchange: an answer ends a silence. */
  readonly heard: (operation: Operation, call: Call, exchange: Exchange) => void;
  /** An answer to a call, or none: of one with an effect it tells what that was, or leaves it open. */
  readonly saw: (call: Call, reply: Reply) => void;
  /** The answer is the service's own, whatever it looks like. */
  readonly judged: (call: Call, reply: Reply) => void;
}

/** A read is judged when it fails so often in a row (reading 6), and a call with an effect is not tried more often than that. */
export const mostFailures = 5;

/** Of calls with effects that nobody answers in a row: each may have had its effect. */
const silentWithEffect = 3;

/** When time is up: one may be lost by accident. */
const silentAtLast = 2;

/** The part of DMT_TIMEOUT_MS that is a moment. */
const moment = 1 / 20;

/** Calls one behind the other: what is lost at once is lost by one accident. */
interface Streak {
  readonly length: number;
  /** When the last of them was over; milliseconds since the epoch. */
  readonly until: number;
}

const none: Streak = { length: 0, until: 0 };

function longer(row: Streak, { startedAt, durationMs }: Exchange): Streak {
  const from = Date.parse(startedAt);
  return from >= row.until ? { length: row.length + 1, until: from + durationMs } : row;
}

/** What became of the calls of one kind. */
interface KindRecord {
  /** Since the last that was answered. */
  readonly silent: Streak;
  readonly known: boolean;
  /** What they did nobody can tell. */
  readonly doubtful: Streak;
  /** One of the kind has told what it did. */
  readonly definite: boolean;
  readonly last: Stop | null;
}

const fresh: KindRecord = { silent: none, known: false, doubtful: none, definite: false, last: null };

/** Calls of one kind are answered alike, whatever else they hold. */
function kindOf({ id, effect }: Operation, { token = 'agent', method, wrongCode, rawBody }: Call, documented: boolean): string {
  const shape = rawBody === undefined ? (documented || effect === 'none' ? 'plain' : 'to be refused') : 'malformed';
  return [id, method ?? '', typeof token === 'object' ? 'value' : token, wrongCode !== undefined ? 'wrong code' : shape].join(' ');
}

/** Whether a call with an effect left open what it did. */
function isDoubtful({ operation: { effect }, exchange: { response, trouble } }: Reply): boolean {
  if (effect === 'none') return false;
  if (trouble !== null) return effectOutcomeOf({ response: null, trouble, sent: true }, effect) === 'in-doubt';
  return response !== null && effectOutcomeOf({ response, trouble, sent: true }, effect) === 'in-doubt';
}

/** Blocked by what was said of the last one. */
function notSent({ id }: Operation, last: Stop | null): Stop {
  const why = last?.why;
  const reason = `${id} was not sent: what the calls of its kind before it did, nobody can tell`;
  if (why?.kind === 'violation') return blocked(why.clause, reason, 'service');
  return why?.kind === 'blocked' ? blocked(why.cause, reason, why.owner) : blocked('environment', reason, 'environment');
}

export function openBreaker(timeoutMs: number): Breaker {
  const lines = new Map<string, KindRecord>();
  let [waitedMs, waitedUntil] = [0, 0];
  const lineOf = (kind: string): KindRecord => lines.get(kind) ?? fresh;
  const isSpent = (): boolean => waitedMs >= mostFailures * timeoutMs;
  const isSilent = ({ silent }: KindRecord, most: number): boolean => silent.length >= (isSpent() ? silentAtLast : most);
  const ofRead = (operation: Operation, call: Call): KindRecord => lineOf(kindOf(operation, call, true));

  const wait = ({ startedAt, durationMs }: Exchange): void => {
    const from = Date.parse(startedAt);
    const until = from + durationMs;
    waitedMs += Math.max(0, until - Math.max(from, waitedUntil));
    waitedUntil = Math.max(until, waitedUntil);
  };

  return {
    refusal(operation, call, documented) {
      if (operation.effect === 'none') return null;
      const line = lineOf(kindOf(operation, call, documented));
      const isOpen = isSilent(line, silentWithEffect) || (line.doubtful.length >= mostFailures && !line.definite);
      return isOpen ? notSent(operation, line.last) : null;
    },
    withinMs(operation, call) {
      const most = operation.effect === 'none' ? mostFailures : silentWithEffect;
      // Where documented calls are never answered, no other is waited for longer.
      const isGone = isSilent(ofRead(operation, call), mostFailures) || isSilent(lineOf(kindOf(operation, {}, true)), most);
      return isGone ? timeoutMs * moment : undefined;
    },
    isKnown: (operation, call) => ofRead(operation, call).known,
    isHopeless: (operation, call) => isSpent() && isSilent(ofRead(operation, call), mostFailures),
    heard(operation, call, exchange) {
      // Documented calls go ahead of others.
      const kind = kindOf(operation, call, call.ahead === true);
      const line = lineOf(kind);
      if (exchange.trouble?.kind === 'timeout') {
        wait(exchange);
        lines.set(kind, { ...line, silent: longer(line.silent, exchange) });
      } else if (line.silent.length > 0) lines.set(kind, { ...line, silent: none });
    },
    saw(call, reply) {
      if (reply.operation.effect === 'none') return;
      const kind = kindOf(reply.operation, call, reply.documented);
      const [line, doubtful] = [lineOf(kind), isDoubtful(reply)];
      const last = symptomOf(reply) === 'environmental' ? line.last : notServed(reply);
      lines.set(kind, {
        ...line,
        doubtful: doubtful ? longer(line.doubtful, reply.exchange) : none,
        definite: line.definite || !doubtful,
        last,
      });
    },
    judged(call, reply) {
      const kind = kindOf(reply.operation, call, reply.documented);
      const [line, known] = [lineOf(kind), symptomOf(reply) === 'environmental'];
      if (line.known !== known) lines.set(kind, { ...line, known });
    },
  };
}
