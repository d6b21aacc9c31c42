import { setTimeout as pause } from 'node:timers/promises';
import type { Config } from '../target/config.ts';
import { splitAddress } from '../target/addresses.ts';
import { openConnection, type Connection } from '../target/connection.ts';
import type { WireResult } from '../target/wire.ts';
import { codeIn, fill, unavailable, type OtpQuestion, type OtpSource, type OtpUnavailable } from './source.ts';

const FIRST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 1000;
const MAX_BYTES = 64 * 1024;

/** Null while the code may still come; a refusal will not change by asking again. */
function answerOf({ response, trouble }: WireResult): string | OtpUnavailable | null {
  if (trouble !== null)
    return trouble.kind === 'timeout' || trouble.kind === 'reset' ? null : unavailable(`the OTP source: ${trouble.message}`, 'environment');
  if (response.status === 401 || response.status === 403)
    return unavailable(`the OTP source refused with HTTP ${response.status}: check DMT_OTP_URL`, 'configuration');
  return response.status === 200 ? codeIn(response.body.text) : null;
}

async function poll(connection: Connection, address: string, timeoutMs: number): Promise<string | OtpUnavailable> {
  const until = performance.now() + timeoutMs;
  const call = { ...splitAddress(address), method: 'GET', headers: [], body: null, maxBytes: MAX_BYTES };
  for (let wait = FIRST_PAUSE_MS; ; wait = Math.min(wait * 2, LONGEST_PAUSE_MS)) {
    const answer = answerOf(await connection.exchange({ ...call, timeoutMs: Math.max(1, until - performance.now()) }));
    if (answer !== null) return answer;
    if (performance.now() + wait >= until) return unavailable(`the OTP source gave no code within ${timeoutMs} ms`, 'environment');
    await pause(wait);
  }
}

/** Polls an address until it yields digits. Its connection is its own: what it says is no evidence about the service. */
export function httpSource(settings: Config['connection'], template: string): OtpSource {
  const connection = openConnection(settings);
  return {
    name: 'http',
    tiedToState: template.includes('{state}'),
    read: (question: OtpQuestion) => poll(connection, fill(template, question, encodeURIComponent), settings.timeoutMs),
    close: connection.close,
  };
}
