import type { Subject } from '../../specs/clause.ts';
import type { Ticket } from './http/barrier.ts';
import type { Connection } from './http/connection.ts';
import type { Prepared } from './http/call.ts';
import { MAX_BODY_BYTES, wireBody } from './http/body.ts';
import type { Exchange, HeaderList } from '../core/exchange.ts';
import { effectOutcomeOf } from './limits/effect-outcome.ts';
import { permit, type Intent, type Permissions } from './limits/permit.ts';
import type { Numbered, Unrecorded } from '../core/records/journal-lines.ts';
import type { Ledger, LedgerEntry } from './journal/ledger.ts';
import type { Limiter } from './limits/limiter.ts';
import type { OwnBeneficiaries } from './limits/own-beneficiaries.ts';
import type { Recorder } from './journal/recorder.ts';
import type { Refused, Sent, Tokenless } from './sent.ts';
import { counted, type Spending } from './limits/spending.ts';
import type { TokenFailure } from './auth/token.ts';
import type { WireResult } from './http/wire.ts';
import type { WrongCodes } from './limits/wrong-codes.ts';

/** One request on its way: what leaves, what it is about and what harm it may do. */
export interface Departure {
  /** Asked for when a slot is free, so that no token gets old while its call waits. */
  readonly prepare: () => Prepared | TokenFailure | Promise<Prepared | TokenFailure>;
  readonly subject: Subject | null;
  readonly purpose: string;
  readonly intent: Intent;
  readonly correlationId: string | null;
  readonly timeoutMs: number;
  readonly maxBytes?: number | undefined;
  /** Counted but not recorded, unless somebody keeps its exchange. */
  readonly quiet?: boolean;
  /** Leaves together with others. */
  readonly ticket?: Ticket | undefined;
  /** Takes the next free slot. */
  readonly ahead?: boolean;
}

/** What every request passes on its way, in this order: gate, limiter, ledger, wire, recorder. */
export interface Parts {
  readonly config: Permissions;
  readonly spending: Spending;
  readonly wrongCodes: WrongCodes;
  readonly beneficiaries: OwnBeneficiaries;
  readonly limiter: Limiter;
  readonly ledger: Ledger;
  readonly connection: Connection;
  readonly recorder: Recorder;
  /** What earlier sittings of the run numbered. */
  readonly numbered: Pick<Numbered, 'requests' | 'quiet'>;
}

const permanent = ({ effect }: Intent): boolean => effect === 'moves-money' || effect === 'leaves-record' || effect === 'operational-write';

/** The bill of a campaign alone caps nothing that a later sitting could go on with. */
const isUncapped = ({ limits: { spend, transfers, otps, wrongCodes, wrongLogins, budgets } }: Permissions): boolean =>
  [spend, transfers, otps, wrongCodes, wrongLogins, budgets.checks].every((cap) => cap === null);

function entryOf({ intent, subject, correlationId }: Departure, { method, origin, path }: Prepared, exchange: string): LedgerEntry {
  const amount = intent.effect === 'moves-money' ? intent.amount.toFixed() : null;
  return { exchange, operation: subject, effect: intent.effect, method, url: origin + path, amount, correlationId };
}

/** Names and values in turn. */
function inTurn(headers: HeaderList): string[] {
  const turns: string[] = [];
  for (const [name, value] of headers) turns.push(name, value);
  return turns;
}

const sentOf = (base: Omit<Exchange, 'response' | 'trouble'>, { response, trouble }: WireResult): Sent =>
  response !== null
    ? { kind: 'reply', exchange: { ...base, response, trouble: null } }
    : { kind: 'trouble', exchange: { ...base, response: null, trouble } };

export function openSending({ config, spending, wrongCodes, beneficiaries, limiter, ledger, connection, recorder, numbered }: Parts) {
  let count = numbered.requests;
  let quietly = numbered.quiet;
  let dispatched = numbered.requests + numbered.quiet;
  let stopped = false;
  const isStopped = (): boolean => stopped;
  const unrecorded = { requests: 0, otps: 0, transfers: 0 };
  /** Of calls that were left out of the record, so that one of them can be put into it. */
  const effects = new WeakMap<Exchange, Intent['effect']>();
  const leaveOut = (effect: Intent['effect'], by: 1 | -1): void => {
    unrecorded.requests += by;
    if (effect === 'sends-otp') unrecorded.otps += by;
    if (effect === 'moves-money') unrecorded.transfers += by;
  };

  const onWire = async (departure: Departure, prepared: Prepared, id: string): Promise<{ sent: Sent; result: WireResult }> => {
    const { purpose, subject, timeoutMs, maxBytes = MAX_BODY_BYTES, quiet = false, intent } = departure;
    const { method, origin, path, headers, body, bytes } = prepared;
    await departure.ticket?.arrive();
    const startedAt = new Date().toISOString();
    const started = performance.now();
    const result = await connection.exchange({ method, origin, path, headers: inTurn(headers), body, bytes, timeoutMs, maxBytes });
    const durationMs = Math.round((performance.now() - started) * 10) / 10;
    const content = body === null ? null : typeof body === 'string' ? ({ text: body, encoding: 'utf8' } as const) : wireBody(body);
    const request = { method, url: origin + path, headers, body: content };
    const sent = sentOf({ id, operation: subject, purpose, startedAt, durationMs, request }, result);
    beneficiaries.see(sent.exchange);
    if (quiet) {
      leaveOut(intent.effect, 1);
      effects.set(sent.exchange, intent.effect);
    } else recorder.record(sent.exchange);
    return { sent, result };
  };

  const unsent = (intent: Intent): Refused => {
    spending.settle(intent, 'not-sent');
    return { kind: 'not-permitted', reason: 'the run was stopped', owner: 'configuration', cap: false };
  };

  const leave = async (departure: Departure): Promise<Sent | Refused | Tokenless> => {
    const { intent, quiet = false } = departure;
    if (stopped) return unsent(intent);
    const made = departure.prepare();
    const prepared = made instanceof Promise ? await made : made;
    if ('kind' in prepared) {
      spending.settle(intent, 'not-sent');
      return { kind: 'no-token', failure: prepared };
    }
    const turn = limiter.turn();
    if (turn !== null) await turn;
    if (isStopped()) return unsent(intent);
    const id = quiet ? `q${(quietly += 1)}` : `x${(count += 1)}`;
    if (intent.effect === 'none' && !counted(intent)) return (await onWire(departure, prepared, id)).sent;
    // A campaign leaves calls by the thousand, and where nothing is capped nobody has to know what they used up.
    const isTold = !(quiet && isUncapped(config));
    if (isTold) spending.leave(intent, id);
    // Nobody has to look up what a sandbox was left with.
    const entry = permanent(intent) && !(quiet && config.target.own) ? entryOf(departure, prepared, id) : null;
    if (entry !== null) await ledger.open(entry);
    const { sent, result } = await onWire(departure, prepared, id);
    const fate = effectOutcomeOf(result, intent.effect);
    spending.settle(intent, fate, isTold ? id : undefined);
    if (entry !== null) ledger.note(entry, fate, result.trouble?.kind ?? `HTTP ${String(result.response?.status)}`);
    return sent;
  };

  const refusal = (intent: Intent): Refused | null => {
    const lately = intent.wrongCode === null ? [] : wrongCodes.lately(intent.wrongCode);
    const permitted = permit(config, intent, { ...spending.spent(), requests: dispatched, lately });
    const refused = permitted.ok ? beneficiaries.refuse(intent) : permitted;
    if (refused === null) return null;
    const { reason, owner, cap, ofThisCall } = refused;
    return { kind: 'not-permitted', reason, owner, cap, ...(ofThisCall === true && { ofThisCall }) };
  };

  /** What may not leave costs no request at all, not even one for a token. */
  const permitted = (
    departure: Departure,
    way: (task: () => Promise<Sent | Refused | Tokenless>) => Promise<Sent | Refused | Tokenless>,
  ) => {
    const refused = refusal(departure.intent);
    if (refused !== null) return Promise.resolve(refused);
    dispatched += 1;
    spending.reserve(departure.intent);
    if (departure.intent.wrongCode !== null) wrongCodes.note(departure.intent.wrongCode);
    return way(() => leave(departure));
  };

  return {
    requests: () => count + unrecorded.requests,
    unrecorded: (): Unrecorded => ({ ...unrecorded }),
    /** Records an exchange that was left out, under the next number. */
    keep<Kept extends Exchange>(exchange: Kept): Kept {
      const effect = effects.get(exchange);
      if (effect === undefined) return exchange;
      effects.delete(exchange);
      leaveOut(effect, -1);
      const kept: Kept = { ...exchange, id: `x${(count += 1)}`, kept: true };
      recorder.record(kept);
      return kept;
    },
    dispatch: (departure: Departure) => permitted(departure, (task) => limiter.run(task, departure.ahead)),
    /** In the slot of a call that waits for it. */
    dispatchAtOnce: (departure: Departure) => permitted(departure, (task) => task()),
    inSlot: limiter.run,
    /** Nothing leaves any more; what is under way is broken off and recorded. */
    async stop() {
      stopped = true;
      await connection.close();
      await limiter.idle();
    },
  };
}
