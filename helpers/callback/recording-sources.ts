import { readFile } from 'node:fs/promises';
import type { HeaderList } from '../core/exchange.ts';
import { errorMessage } from '../core/text.ts';
import { splitAddress } from '../config/addresses.ts';
import { userAgentHeader } from '../client/http/user-agent.ts';
import { openConnection, type ConnectionSettings } from '../client/http/connection.ts';
import { readRecording, type Received, type Recording } from './received.ts';

/** Where callbacks are recorded by somebody else: read again and again, it shows what came before as well. */
export interface RecordingSource {
  readonly name: string;
  readonly read: () => Promise<Recording>;
  readonly close: () => Promise<void>;
}

const MAX_BYTES = 8 * 1024 * 1024;
/** A relay says the same again and again, and all of it is looked at each time. */
const MAX_CALLBACKS = 5000;

/** A file that grows. It need not be there from the beginning. */
export const openRecordingFile = (file: string): RecordingSource => ({
  name: 'DMT_CALLBACK_FILE',
  read: () => readFile(file, 'utf8').then(readRecording, (error: unknown): Recording => ({ ok: false, problem: errorMessage(error) })),
  close: () => Promise.resolve(),
});

/** A relay whose address answers a GET with a JSON array. Its connection is its own: what it says is no evidence about the service. */
export function openRecordingRelay(settings: ConnectionSettings, address: string): RecordingSource {
  const connection = openConnection(settings);
  const headers: HeaderList = [userAgentHeader(), ['Accept', 'application/json']];
  const request = { ...splitAddress(address), method: 'GET', headers, body: null };
  return {
    name: 'DMT_CALLBACK_POLL_URL',
    async read() {
      const { response, trouble } = await connection.exchange(request, { timeoutMs: settings.timeoutMs, maxBytes: MAX_BYTES });
      if (trouble !== null) return { ok: false, problem: trouble.message };
      if (response.status !== 200) return { ok: false, problem: `HTTP ${response.status}` };
      return response.truncated ? { ok: false, problem: `more than ${MAX_BYTES} bytes` } : readRecording(response.body.text, MAX_CALLBACKS);
    },
    close: connection.close,
  };
}

const buildCallbackKey = ({ receivedAt, method, url, headers, body }: Received): string =>
  JSON.stringify([receivedAt, method, url, headers, body]);

/** Tells what of each reading is new: equal ones count, so a callback that came twice is told twice. */
export function createNewsFilter(): (reading: readonly Received[]) => Received[] {
  const counts = new Map<string, number>();
  return (reading) =>
    [...Map.groupBy(reading, buildCallbackKey)].flatMap(([key, equal]) => {
      const before = counts.get(key) ?? 0;
      counts.set(key, Math.max(before, equal.length));
      return equal.slice(before);
    });
}
