import type { Config } from '../config/config.ts';
import type { Redactor } from '../redaction/redactor.ts';
import { commandSource } from './command-source.ts';
import { httpSource } from './http-source.ts';
import { promptSource, type Terminal } from './prompt-source.ts';
import { createUnavailable, type OtpSource, type OtpUnavailable } from './otp-question.ts';
import { shortTimeoutMs } from '../config/timeouts.ts';
import type { Provenance } from '../core/records/provenance.ts';

const createMissingSource = (name: OtpSource['name'], reason: string): OtpSource => ({
  name,
  tiedToState: false,
  read: () => Promise.resolve(createUnavailable(reason, 'configuration')),
  close: () => Promise.resolve(),
});

const fixedSource = (code: string): OtpSource => ({
  name: 'fixed',
  tiedToState: false,
  read: () => Promise.resolve(code),
  close: () => Promise.resolve(),
});

/** A person is asked on a terminal, or by `askPerson`. */
interface PersonAsked {
  readonly terminal?: Terminal | undefined;
  readonly askPerson?: OtpSource | undefined;
}

function createConfiguredSource({ otp, connection }: Config, { terminal, askPerson }: PersonAsked): OtpSource {
  const { source, code, url, command } = otp;
  if (source === 'fixed' && code !== null) return fixedSource(code);
  if (source === 'http' && url !== null) return httpSource(connection, url);
  if (source === 'command' && command !== null) return commandSource(command, connection.timeoutMs);
  return source === 'prompt'
    ? (askPerson ?? promptSource(terminal))
    : createMissingSource(source ?? 'fixed', 'no OTP source: set DMT_OTP_SOURCE');
}

const isPolled = ({ name }: OtpSource): boolean => name === 'http' || name === 'command';

/** The least that a source gets which never yielded a code. */
const shortestMs = 250;

/** After one wait in vain, a source that never yielded a code is asked for a short time only. One code shows that it works. */
export function withOneWaitInVain(source: OtpSource, timeoutMs: number): OtpSource {
  if (!isPolled(source)) return source;
  const withinMs = Math.min(timeoutMs, Math.max(shortestMs, shortTimeoutMs(timeoutMs)));
  let hasYielded = false;
  let inVain: OtpUnavailable | null = null;
  return {
    ...source,
    async read(question) {
      const answer = await source.read(inVain === null || hasYielded ? question : { ...question, withinMs });
      if (typeof answer === 'string') hasYielded = true;
      else if (!hasYielded) inVain ??= answer;
      return typeof answer === 'string' || hasYielded || inVain === null ? answer : inVain;
    },
  };
}

/** The configured source. Every code becomes a secret; `onCode` hears where each came from. */
export function openOtpSource(
  config: Config,
  redactor: Pick<Redactor, 'learn'>,
  { onCode, ...person }: PersonAsked & { readonly onCode?: (provenance: Provenance) => void } = {},
): OtpSource {
  const source = withOneWaitInVain(createConfiguredSource(config, person), config.connection.timeoutMs);
  return {
    ...source,
    async read(question) {
      const { exchange, role } = question;
      const asked = performance.now();
      const answer = await source.read(question);
      const missing = typeof answer === 'string' ? null : answer.reason;
      if (typeof answer === 'string') redactor.learn(answer);
      onCode?.({ exchange, source: source.name, role, waitedMs: Math.round(performance.now() - asked), missing });
      return answer;
    },
  };
}
