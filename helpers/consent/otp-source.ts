import type { Config } from '../target/config.ts';
import type { Redactor } from '../target/redaction.ts';
import { commandSource } from './command-source.ts';
import { httpSource } from './http-source.ts';
import { promptSource } from './prompt-source.ts';
import { unavailable, type OtpSource } from './source.ts';

const none = (name: OtpSource['name'], reason: string): OtpSource => ({
  name,
  tiedToState: false,
  read: () => Promise.resolve(unavailable(reason, 'configuration')),
  close: () => Promise.resolve(),
});

const fixedSource = (code: string): OtpSource => ({
  name: 'fixed',
  tiedToState: false,
  read: () => Promise.resolve(code),
  close: () => Promise.resolve(),
});

function configured({ otp, connection }: Config): OtpSource {
  const { source, code, url, command } = otp;
  if (source === 'fixed' && code !== null) return fixedSource(code);
  if (source === 'http' && url !== null) return httpSource(connection, url);
  if (source === 'command' && command !== null) return commandSource(command, connection.timeoutMs);
  return source === 'prompt' ? promptSource() : none(source ?? 'fixed', 'no OTP source: set DMT_OTP_SOURCE');
}

/** The configured source. Every code it yields is a secret from then on. */
export function openOtpSource(config: Config, redactor: Pick<Redactor, 'learn'>): OtpSource {
  const source = configured(config);
  return {
    ...source,
    async read(question) {
      const answer = await source.read(question);
      if (typeof answer === 'string') redactor.learn(answer);
      return answer;
    },
  };
}
