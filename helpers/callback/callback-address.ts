import type { Config } from '../config/config.ts';
import type { Exchange } from '../core/exchange.ts';
import { errorMessage } from '../core/text.ts';
import { openInbox, type Inbox } from './inbox.ts';
import type { Received, Recording } from './received.ts';
import { openReceiver, type Receiver } from './receiver.ts';
import { createNewsFilter, openRecordingRelay, openRecordingFile, type RecordingSource } from './recording-sources.ts';

/** Why callbacks cannot be received. */
interface Unreceivable {
  readonly reason: string;
}

/** The callback address of a run: whatever its sources are, they feed one inbox. */
export interface CallbackAddress {
  readonly configured: boolean;
  readonly inbox: Inbox;
  /** Begins to listen, once; null when all sources are open. */
  readonly open: () => Promise<Unreceivable | null>;
  /** What the operator has to register, as far as we know it. */
  readonly address: () => string | null;
  /** What is wrong with a source, told when nothing comes. */
  readonly trouble: () => string | null;
  /** What may have kept callbacks out although others came; null when nothing did. */
  readonly turnedAwayProblem: () => string | null;
  readonly close: () => Promise<void>;
}

export interface CallbackAddressOptions {
  readonly config: Pick<Config, 'callback' | 'connection'>;
  /** Keeps a callback as evidence. */
  readonly record: (exchange: Exchange) => void;
  /** Registers our address with a service that can be told, such as the sandbox of this run. */
  readonly register: ((address: string) => void) | null;
  /** Of a run that goes on: how many callbacks are recorded, and since when they are the run's. */
  readonly before?: { readonly callbacks: number; readonly since: string } | null;
}

const pollMs = 250;
const onThisMachine = { host: '127.0.0.1', port: 0 };

/** A callback is a request that came to us: kept in the form of those that leave. */
function toExchange({ receivedAt, method, url, headers, body, truncated, answered }: Received, id: string, own: string | null): Exchange {
  const origin = answered === null || own === null ? '' : new URL(own).origin;
  return {
    id,
    operation: 'CALLBACK',
    purpose: answered === null ? 'a callback, recorded elsewhere' : 'a callback received',
    startedAt: receivedAt !== null && !Number.isNaN(Date.parse(receivedAt)) ? receivedAt : new Date().toISOString(),
    durationMs: 0,
    request: {
      method: method ?? 'UNKNOWN',
      url: `${origin}${url ?? 'callback'}`,
      headers: headers ?? [],
      body,
      ...(truncated && { truncated }),
    },
    response: answered === null ? null : { status: answered, headers: [], body: { text: '', encoding: 'utf8' }, truncated: false },
    trouble: null,
  };
}

/** Whoever keeps so many connections open may keep the service's own callbacks out. */
function describeTurnedAway(receiver: Receiver | null): string | null {
  const count = receiver?.turnedAway() ?? 0;
  return count === 0 ? null : `DMT_CALLBACK_LISTEN: ${count} connections were turned away, since too many were open`;
}

const readSafely = (source: RecordingSource): Promise<Recording> =>
  source.read().catch((error: unknown): Recording => ({ ok: false, problem: errorMessage(error) }));

/** It came between two sittings of the run: later than the run began, and before this sitting listens. */
const cameBetween = ({ receivedAt }: Received, since: string | null): boolean =>
  since !== null && receivedAt !== null && Date.parse(receivedAt) >= Date.parse(since);

/** Reads a recording now, and then again and again until it is closed; what is there at first is older than this run. */
async function pollRecording(
  source: RecordingSource,
  inbox: Inbox,
  since: string | null,
  note: (problem: string | null) => void,
): Promise<() => Promise<void>> {
  const news = createNewsFilter();
  let closed = false;
  let timer: NodeJS.Timeout | null = null;
  const look = async (fresh: boolean): Promise<void> => {
    const reading = await readSafely(source);
    if (closed) return;
    note(reading.ok ? null : `${source.name}: ${reading.problem}`);
    if (reading.ok)
      for (const received of news(reading.received)) inbox.take(received, fresh ? 'fresh' : cameBetween(received, since) ? 'late' : 'old');
    timer = setTimeout(() => void look(true), pollMs);
  };
  await look(false);
  return async () => {
    closed = true;
    if (timer !== null) clearTimeout(timer);
    await source.close();
  };
}

/** Describes the sources; nothing is opened before somebody asks for it. */
export function openCallbackAddress({ config, record, register, before = null }: CallbackAddressOptions): CallbackAddress {
  const { listen, publicUrl, pollUrl, file } = config.callback;
  let receiver: Receiver | null = null;
  let count = before?.callbacks ?? 0;
  const inbox = openInbox((received) => {
    const exchange = toExchange(received, `c${(count += 1)}`, receiver?.url ?? null);
    record(exchange);
    return exchange.id;
  });
  const recorded = [
    ...(file === null ? [] : [() => openRecordingFile(file)]),
    ...(pollUrl === null ? [] : [() => openRecordingRelay(config.connection, pollUrl)]),
  ];
  const listenAt = listen ?? (register !== null && recorded.length === 0 ? onThisMachine : null);
  let problem: string | null = null;
  let opening: Promise<Unreceivable | null> | null = null;
  const closers: (() => Promise<void>)[] = [];

  const address = (): string | null => publicUrl ?? receiver?.url ?? null;
  const openAll = async (): Promise<Unreceivable | null> => {
    try {
      if (listenAt !== null) {
        receiver = await openReceiver(listenAt, (received) => {
          inbox.take(received, 'fresh');
        });
        closers.push(receiver.close);
      }
    } catch (error) {
      return { reason: `DMT_CALLBACK_LISTEN: expected a free address, received ${errorMessage(error)}` };
    }
    for (const source of recorded) closers.push(await pollRecording(source(), inbox, before?.since ?? null, (found) => (problem = found)));
    const known = address();
    if (known !== null) register?.(known);
    return null;
  };
  return {
    configured: listenAt !== null || recorded.length > 0,
    inbox,
    open: () => (opening ??= openAll()),
    address,
    trouble: () => problem,
    turnedAwayProblem: () => describeTurnedAway(receiver),
    async close() {
      await opening;
      await Promise.all(closers.map((close) => close()));
    },
  };
}
