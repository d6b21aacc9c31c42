import type { Subject } from '../../specs/clause.ts';
import type { Connection } from './connection.ts';
import { MAX_BODY_BYTES } from './connection.ts';
import type { Prepared } from './call.ts';
import { wireBody } from './body.ts';
import type { Exchange, HeaderList, Trouble, WireResponse } from './exchange.ts';
import { fateOf } from './fate.ts';
import { permit, type Intent, type NotPermitted, type Permissions } from './gate.ts';
import type { Ledger, LedgerEntry } from './ledger.ts';
import type { Limiter } from './limiter.ts';
import type { Recorder } from './recorder.ts';
import type { Spending } from './spending.ts';
import type { WireResult } from './wire.ts';

/** One request on its way: what leaves, what it is about and what harm it may do. */
export interface Departure {
  readonly prepared: Prepared;
  readonly subject: Subject | null;
  readonly purpose: string;
  readonly intent: Intent;
  readonly correlationId: string | null;
  readonly timeoutMs: number;
  readonly maxBytes?: number | undefined;
}

export type Sent =
  | { readonly kind: 'reply'; readonly exchange: Exchange & { readonly response: WireResponse; readonly trouble: null } }
  | { readonly kind: 'trouble'; readonly exchange: Exchange & { readonly response: null; readonly trouble: Trouble } };

export type Refused = Omit<NotPermitted, 'ok'> & { readonly kind: 'not-permitted' };

/** What every request passes on its way, in this order: gate, limiter, ledger, wire, recorder. */
export interface Parts {
  readonly config: Permissions;
  readonly spending: Spending;
  readonly limiter: Limiter;
  readonly ledger: Ledger;
  readonly connection: Connection;
  readonly recorder: Recorder;
}

const permanent = ({ effect }: Intent): boolean => effect === 'moves-money' || effect === 'leaves-record' || effect === 'operational-write';

function entryOf({ intent, prepared, subject, correlationId }: Departure, exchange: string): LedgerEntry {
  const amount = intent.effect === 'moves-money' ? intent.amount.toFixed() : null;
  const { method, origin, path } = prepared;
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

export function openSending({ config, spending, limiter, ledger, connection, recorder }: Parts) {
  let count = 0;
  let stopped = false;

  const onWire = async (departure: Departure, id: string): Promise<{ sent: Sent; result: WireResult }> => {
    const { prepared, purpose, subject, timeoutMs, maxBytes = MAX_BODY_BYTES } = departure;
    const { method, origin, path, headers, body } = prepared;
    const startedAt = new Date().toISOString();
    const started = performance.now();
    const result = await connection.exchange({ method, origin, path, headers: inTurn(headers), body, timeoutMs, maxBytes });
    const durationMs = Math.round((performance.now() - started) * 10) / 10;
    const content = body === null ? null : typeof body === 'string' ? ({ text: body, encoding: 'utf8' } as const) : wireBody(body);
    const request = { method, url: origin + path, headers, body: content };
    const sent = sentOf({ id, operation: subject, purpose, startedAt, durationMs, request }, result);
    recorder.record(sent.exchange);
    return { sent, result };
  };

  const unsent = (intent: Intent): Refused => {
    spending.settle(intent, 'not-sent');
    return { kind: 'not-permitted', reason: 'the run was stopped', owner: 'configuration' };
  };

  const leave = async (departure: Departure): Promise<Sent | Refused> => {
    if (stopped) return unsent(departure.intent);
    count += 1;
    const id = `x${count}`;
    const { intent } = departure;
    if (intent.effect === 'none') return (await onWire(departure, id)).sent;
    const entry = permanent(intent) ? entryOf(departure, id) : null;
    if (entry !== null) await ledger.open(entry);
    const { sent, result } = await onWire(departure, id);
    const fate = fateOf(result, intent.effect);
    spending.settle(intent, fate);
    if (entry !== null) ledger.note(entry, fate, result.trouble?.kind ?? `HTTP ${String(result.response?.status)}`);
    return sent;
  };

  const refusal = (intent: Intent): Refused | null => {
    const permitted = permit(config, intent, spending.spent());
    return permitted.ok ? null : { kind: 'not-permitted', reason: permitted.reason, owner: permitted.owner };
  };

  return {
    requests: () => count,
    refusal,
    dispatch(departure: Departure): Promise<Sent | Refused> {
      const refused = refusal(departure.intent);
      if (refused !== null) return Promise.resolve(refused);
      spending.reserve(departure.intent);
      return limiter.run(() => leave(departure));
    },
    /** Nothing leaves any more; what is under way is broken off and recorded. */
    async stop() {
      stopped = true;
      await connection.close();
      await limiter.idle();
    },
  };
}
