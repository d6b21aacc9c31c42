import type { Connection } from './http/connection.ts';
import { MAX_BODY_BYTES } from './http/body.ts';
import { toRecordedBody, type HttpRequest, type WireResult } from './http/wire.ts';
import type { Exchange } from '../core/exchange.ts';
import { judgeEffectOutcome } from './limits/effect-outcome.ts';
import type { FirstContact } from './first-contact.ts';
import { openGate, type GateParts } from './gate.ts';
import { openUnrecordedCount, type UnrecordedCount } from './unrecorded.ts';
import type { Unrecorded } from '../core/records/journal-lines.ts';
import type { Ledger } from './journal/ledger.ts';
import { readRateAnswer, type Limiter } from './limits/limiter.ts';
import type { Recorder } from './journal/recorder.ts';
import type { Outgoing } from './outgoing.ts';
import { toWireOutcome, type SendResult, type WireOutcome } from './send-result.ts';
import { isCounted } from './limits/spending.ts';
import { buildLedgerEntry, isPermanent, isUncapped } from './permanent.ts';
import type { TokenFailure } from './auth/token.ts';

/** A request passes the gate, the limiter, the ledger, the wire and the recorder, in this order. */
export interface DispatcherParts extends GateParts {
  readonly limiter: Limiter;
  readonly ledger: Ledger;
  readonly connection: Connection;
  readonly recorder: Recorder;
  readonly firstContact: FirstContact;
}

/** The token of a call, null for none, or why there is none. */
export type TokenToSend = string | null | TokenFailure;

/** Called when a slot is free, so that no token ages while its call waits. */
type TakeToken = () => TokenToSend | Promise<TokenToSend>;

/** The only way from this program to the target. */
export interface Dispatcher {
  readonly dispatch: (outgoing: Outgoing, takeToken: TakeToken) => Promise<SendResult>;
  /** Sends without a token, in the slot of the call that waits for the answer. */
  readonly dispatchAtOnce: (outgoing: Outgoing) => Promise<SendResult>;
  readonly inSlot: Limiter['run'];
  readonly requests: () => number;
  readonly unrecorded: () => Unrecorded;
  readonly recordLater: <Kept extends Exchange>(exchange: Kept) => Kept;
  /** Nothing leaves after this; requests under way are aborted and recorded. */
  readonly stop: () => Promise<void>;
}

interface State {
  readonly numbers: { recorded: number; unrecorded: number };
  readonly unrecorded: UnrecordedCount;
  /** Requests that have left or are about to, with what is noted of them. */
  readonly underWay: Set<Promise<unknown>>;
  readonly stop: { readonly promise: Promise<void>; readonly resolve: () => void };
  stopped: boolean;
}

async function exchangeOne(
  parts: DispatcherParts,
  state: State,
  outgoing: Outgoing,
  sending: HttpRequest,
  id: string,
): Promise<{ readonly sent: WireOutcome; readonly result: WireResult }> {
  const { purpose, subject, timeoutMs, maxBytes = MAX_BODY_BYTES, unrecorded = false, intent } = outgoing;
  // Those that it leaves with may never come.
  if (outgoing.ticket !== undefined) await Promise.race([outgoing.ticket.arrive(), state.stop.promise]);
  const { method, origin, path, headers } = sending;
  const request = { method, url: origin + path, headers, body: toRecordedBody(sending) };
  const departure = { id, operation: subject, request, after: parts.recorder.count(), as: outgoing.as };
  if (!unrecorded || isPermanent(intent)) parts.recorder.leave(departure, unrecorded);
  const startedAt = new Date().toISOString();
  const started = performance.now();
  const limitMs = parts.firstContact.limitMs(origin, timeoutMs);
  const result = await parts.connection.exchange(sending, { timeoutMs: limitMs, maxBytes });
  const durationMs = Math.round((performance.now() - started) * 10) / 10;
  const sent = toWireOutcome({ ...departure, purpose, startedAt, durationMs }, result);
  parts.firstContact.note(origin, sent.exchange, timeoutMs);
  parts.beneficiaries.see(sent.exchange);
  parts.limiter.noteAnswer(readRateAnswer(result));
  if (unrecorded) state.unrecorded.add(sent.exchange, intent.effect);
  else parts.recorder.record(sent.exchange);
  return { sent, result };
}

/** Sends a request that uses something up: counted before it leaves, and first written to the ledger when it is permanent. */
async function exchangeCounted(
  parts: DispatcherParts,
  state: State,
  outgoing: Outgoing,
  sending: HttpRequest,
  id: string,
): Promise<SendResult> {
  const { config, spending, ledger } = parts;
  const { intent, unrecorded = false } = outgoing;
  // A campaign sends thousands of such calls. Without caps no later sitting needs to know their usage.
  const isNoted = !(unrecorded && isUncapped(config));
  if (isNoted) spending.noteLeaving(intent, id);
  // No one needs to look up what a campaign left on our own sandbox.
  const entry = isPermanent(intent) && !(unrecorded && config.target.own) ? buildLedgerEntry(outgoing, sending, id) : null;
  if (entry !== null) await ledger.open(entry);
  const { sent, result } = await exchangeOne(parts, state, outgoing, sending, id);
  const outcome = judgeEffectOutcome(result, intent.effect);
  spending.closeReservation(intent, outcome, isNoted ? id : undefined);
  if (entry !== null) ledger.note(entry, outcome, result.trouble?.kind ?? `HTTP ${String(result.response?.status)}`);
  return sent;
}

const nextId = ({ numbers }: State, unrecorded: boolean): string =>
  unrecorded ? `q${(numbers.unrecorded += 1)}` : `x${(numbers.recorded += 1)}`;

function followToEnd<Sent>({ underWay }: State, sent: Promise<Sent>): Promise<Sent> {
  underWay.add(sent);
  return sent.finally(() => underWay.delete(sent));
}

/** What waits for its turn must not carry an old token or time. */
async function waitForTurn({ limiter }: DispatcherParts, state: State): Promise<void> {
  const turn = isStopped(state) ? null : limiter.turn();
  if (turn !== null) await turn;
}

async function sendInTurn(parts: DispatcherParts, state: State, outgoing: Outgoing, takeToken: TakeToken): Promise<SendResult> {
  const { intent, unrecorded = false } = outgoing;
  const unsent = (): SendResult => {
    parts.spending.closeReservation(intent, 'not-sent');
    return { kind: 'not-permitted', reason: 'the run was stopped', cap: false };
  };
  if (isStopped(state)) return unsent();
  if (outgoing.ticket !== undefined) await Promise.race([outgoing.ticket.takePlace(), state.stop.promise]);
  const taken = takeToken();
  const token = taken instanceof Promise ? await taken : taken;
  if (token !== null && typeof token === 'object') {
    parts.spending.closeReservation(intent, 'not-sent');
    return { kind: 'no-token', failure: token };
  }
  if (isStopped(state)) return unsent();
  const sending = outgoing.make(token);
  const unanswered = parts.firstContact.findUnanswered(sending.origin);
  if (unanswered !== null) {
    parts.spending.closeReservation(intent, 'not-sent');
    return { kind: 'trouble', exchange: unanswered };
  }
  const id = nextId(state, unrecorded);
  if (intent.effect !== 'none' || isCounted(intent)) return followToEnd(state, exchangeCounted(parts, state, outgoing, sending, id));
  return (await followToEnd(state, exchangeOne(parts, state, outgoing, sending, id))).sent;
}

async function sendFromSlot(parts: DispatcherParts, state: State, outgoing: Outgoing, takeToken: TakeToken): Promise<SendResult | null> {
  await waitForTurn(parts, state);
  // A call that is held back takes no token, as a control call may wait for its end.
  return outgoing.hold?.isOn() === true ? null : sendInTurn(parts, state, outgoing, takeToken);
}

/** A call that is held back gives its slot to others, and keeps its share of the caps. */
async function sendWhenFree(parts: DispatcherParts, state: State, outgoing: Outgoing, takeToken: TakeToken): Promise<SendResult> {
  for (;;) {
    const sent = await parts.limiter.run(() => sendFromSlot(parts, state, outgoing, takeToken), outgoing.priority);
    if (sent !== null) return sent;
    await outgoing.hold?.untilOver().catch((error: unknown) => {
      parts.spending.closeReservation(outgoing.intent, 'not-sent');
      throw error;
    });
  }
}

/** A function, because `stopped` may change during a wait. */
const isStopped = ({ stopped }: State): boolean => stopped;

export function openDispatcher(parts: DispatcherParts): Dispatcher {
  const { connection, limiter, recorder, numbered } = parts;
  const { requests: recorded, quiet: unrecorded } = numbered;
  const numbers = { recorded, unrecorded };
  const state: State = { numbers, unrecorded: openUnrecordedCount(), underWay: new Set(), stop: Promise.withResolvers(), stopped: false };
  const pass = openGate(parts);
  return {
    // A refused call costs no request, not even one for a token.
    dispatch: (outgoing, takeToken) => pass(outgoing, () => sendWhenFree(parts, state, outgoing, takeToken)),
    dispatchAtOnce: (outgoing) =>
      pass(outgoing, async () => {
        await waitForTurn(parts, state);
        return sendInTurn(parts, state, outgoing, () => null);
      }),
    inSlot: limiter.run,
    requests: () => state.numbers.recorded + state.unrecorded.totals().requests,
    unrecorded: state.unrecorded.totals,
    recordLater(exchange) {
      if (!state.unrecorded.remove(exchange)) return exchange;
      const kept = { ...exchange, id: nextId(state, false), kept: true as const };
      recorder.record(kept);
      return kept;
    },
    async stop() {
      state.stopped = true;
      await connection.close();
      // What waits for others finds the connection closed.
      state.stop.resolve();
      await Promise.allSettled(state.underWay);
    },
  };
}
