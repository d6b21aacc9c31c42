import type { Config } from '../config/config.ts';
import type { Exchange } from '../core/exchange.ts';
import { errorMessage } from '../core/text.ts';
import { openInbox, type Inbox } from './inbox.ts';
import type { Received, Recording } from './received.ts';
import { exampleBeside, openReceiver, type Receiver } from './receiver.ts';
import { createNewsFilter, openRecordingRelay, openRecordingFile, type RecordingSource } from './recording-sources.ts';

interface Unreceivable {
  readonly reason: string;
}

export interface CallbackAddress {
  readonly configured: boolean;
  readonly inbox: Inbox;
  /** Starts listening, once; null when all sources are open. */
  readonly open: () => Promise<Unreceivable | null>;
  /** The address that the operator must register, as far as known. */
  readonly address: () => string | null;
  /** The problem of a source, reported when nothing comes. */
  readonly trouble: () => string | null;
  /** What may have blocked callbacks although others came; null without such a problem. */
  readonly turnedAwayProblem: () => string | null;
  readonly close: () => Promise<void>;
}

interface CallbackAddressOptions {
  readonly config: Pick<Config, 'callback' | 'connection'>;
  readonly record: (exchange: Exchange) => void;
  /** Registers our address with a service that accepts it, such as the sandbox of this run. */
  readonly register: ((address: string) => void) | null;
  /** For a continued run: how many callbacks it recorded, and since when callbacks belong to it. */
  readonly before?: { readonly callbacks: number; readonly since: string } | null;
}

const pollMs = 250;
const onThisMachine = { host: '127.0.0.1', port: 0 };

/** A callback is a request to us, stored in the same form as our requests. */
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

/** Someone who keeps so many connections open may block the service's callbacks. */
function describeTurnedAway(receiver: Receiver | null): string | null {
  const count = receiver?.turnedAway() ?? 0;
  return count === 0 ? null : `DMT_CALLBACK_LISTEN: ${count} connections were refused because too many were open`;
}

const readSafely = (source: RecordingSource): Promise<Recording> =>
  source.read().catch((error: unknown): Recording => ({ ok: false, problem: errorMessage(error) }));

/** The callback came between two sittings: after the run began and before this sitting listens. */
const cameBetween = ({ receivedAt }: Received, since: string | null): boolean =>
  since !== null && receivedAt !== null && Date.parse(receivedAt) >= Date.parse(since);

/** Reads a recording now and then repeatedly until closed. Callbacks of the first reading are older than this sitting. */
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
      return {
        reason: `DMT_CALLBACK_LISTEN: expected a free address, received ${errorMessage(error)}; for example ${exampleBeside(listenAt ?? onThisMachine)}`,
      };
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
