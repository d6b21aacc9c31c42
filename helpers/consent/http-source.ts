import type { Config } from '../config/config.ts';
import { splitAddress } from '../config/addresses.ts';
import { userAgentHeader } from '../client/http/user-agent.ts';
import { openConnection } from '../client/http/connection.ts';
import type { TroubleKind } from '../core/exchange.ts';
import type { WireResult } from '../client/http/wire.ts';
import { pollForCode } from './polling.ts';
import { findCode, fillTemplate, createUnavailable, type OtpQuestion, type OtpSource, type OtpUnavailable } from './otp-question.ts';

const MAX_BYTES = 64 * 1024;

/** A source that refuses connections may be starting; one that never answered is given up sooner, and then at once. */
interface Contact {
  hasAnswered: boolean;
  isGivenUp: boolean;
}

const startsWithinMs = 3000;

function mayComeBack(kind: TroubleKind, contact: Contact, askedForMs: number): boolean {
  if (contact.hasAnswered || kind === 'timeout' || kind === 'reset') return true;
  contact.isGivenUp ||= kind !== 'refused' || askedForMs >= startsWithinMs;
  return !contact.isGivenUp;
}

/** Null while the code may still come; a refusal is final. */
function readCodeAnswer({ response, trouble }: WireResult, contact: Contact, askedForMs: number): string | OtpUnavailable | null {
  if (trouble !== null)
    return mayComeBack(trouble.kind, contact, askedForMs)
      ? null
      : createUnavailable(`the OTP source of DMT_OTP_URL: ${trouble.message}`, 'environment');
  if (response.status === 401 || response.status === 403)
    return createUnavailable(`the OTP source refused with HTTP ${response.status}: check DMT_OTP_URL`, 'configuration');
  return response.status === 200 ? findCode(response.body.text) : null;
}

/** A mailbox of all codes may be read without a placeholder, so their absence is no mistake in itself. */
function describeMissingCode(template: string, status: number | null): string {
  const answered = status === null || status === 200 ? 'gave no code' : `answered HTTP ${status}, and gave no code`;
  const advice = /\{(mobile|state)\}/.test(template) ? 'check DMT_OTP_URL' : 'add {mobile} to DMT_OTP_URL';
  return `${advice}: the OTP source ${answered}`;
}

/** Polls an address until it returns digits, over its own connection: these answers are no evidence about the service. */
export function httpSource(settings: Config['connection'], template: string): OtpSource {
  const connection = openConnection(settings);
  const contact: Contact = { hasAnswered: false, isGivenUp: false };
  return {
    name: 'http',
    tiedToState: template.includes('{state}'),
    read(question: OtpQuestion) {
      const address = splitAddress(fillTemplate(template, question, encodeURIComponent));
      const request = { ...address, method: 'GET', headers: [userAgentHeader()], body: null };
      let status: number | null = null;
      const since = performance.now();
      const ask = async (timeoutMs: number): Promise<string | OtpUnavailable | null> => {
        const answer = await connection.exchange(request, { timeoutMs, maxBytes: MAX_BYTES });
        status = answer.response?.status ?? status;
        contact.hasAnswered ||= answer.response?.status === 200;
        return readCodeAnswer(answer, contact, performance.now() - since);
      };
      return pollForCode(ask, question.withinMs ?? settings.timeoutMs, () => describeMissingCode(template, status));
    },
    close: connection.close,
  };
}
