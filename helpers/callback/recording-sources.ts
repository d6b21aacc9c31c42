import { readFile } from 'node:fs/promises';
import type { HeaderList } from '../core/exchange.ts';
import { errorMessage } from '../core/text.ts';
import { splitAddress } from '../config/addresses.ts';
import { userAgentHeader } from '../client/http/user-agent.ts';
import { openConnection, type ConnectionSettings } from '../client/http/connection.ts';
import { readRecording, type Received, type Recording } from './received.ts';

/** A recording that another program writes. Each reading shows all earlier callbacks again. */
export interface RecordingSource {
  readonly name: string;
  readonly read: () => Promise<Recording>;
  readonly close: () => Promise<void>;
}

const MAX_BYTES = 8 * 1024 * 1024;
/** A relay returns everything again on each poll, and all of it is searched each time. */
const MAX_CALLBACKS = 5000;

/** A growing file, which may not exist at first. */
export const openRecordingFile = (file: string): RecordingSource => ({
  name: 'DMT_CALLBACK_FILE',
  read: () => readFile(file, 'utf8').then(readRecording, (error: unknown): Recording => ({ ok: false, problem: errorMessage(error) })),
  close: () => Promise.resolve(),
});

/** A relay that answers GET with a JSON array. Its own connection keeps its answers out of the evidence. */
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

/** Returns what is new in each reading. Equal callbacks count, so one that came twice appears twice. */
export function createNewsFilter(): (reading: readonly Received[]) => Received[] {
  const counts = new Map<string, number>();
  return (reading) =>
    [...Map.groupBy(reading, buildCallbackKey)].flatMap(([key, equal]) => {
      const before = counts.get(key) ?? 0;
      counts.set(key, Math.max(before, equal.length));
      return equal.slice(before);
    });
}
