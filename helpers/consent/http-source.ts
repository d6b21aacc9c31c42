import type { Config } from '../config/config.ts';
import { splitAddress } from '../config/addresses.ts';
import { userAgentHeader } from '../client/http/user-agent.ts';
import { openConnection } from '../client/http/connection.ts';
import type { TroubleKind } from '../core/exchange.ts';
import type { HttpRequest, WireResult } from '../client/http/wire.ts';
import { pollForCode } from './polling.ts';
import { findCode, fillTemplate, createUnavailable, type OtpQuestion, type OtpSource, type OtpUnavailable } from './otp-question.ts';

const MAX_BYTES = 64 * 1024;

const startsWithinMs = 3000;

/** A source may wait for a code before it answers. */
const longestLookMs = 500;

/** A source that has answered before comes back. One that never has may be starting while it refuses connections. */
const mayComeBack = (kind: TroubleKind, hasAnswered: boolean, askedForMs: number): boolean =>
  hasAnswered || kind === 'timeout' || kind === 'reset' || (kind === 'refused' && askedForMs < startsWithinMs);

/** Null while the code may still come; a refusal is final. */
function readCodeAnswer({ response, trouble }: WireResult, hasAnswered: boolean, askedForMs: number): string | OtpUnavailable | null {
  if (trouble !== null)
    return mayComeBack(trouble.kind, hasAnswered, askedForMs)
      ? null
      : createUnavailable(`the OTP source of DMT_OTP_URL: ${trouble.message}`, 'environment');
  if (response.status === 401 || response.status === 403)
    return createUnavailable(`the OTP source refused with HTTP ${response.status}: check DMT_OTP_URL`, 'configuration');
  return response.status === 200 ? findCode(response.body.text) : null;
}

/**
 * A mailbox of all codes may be read without a placeholder, so their absence is no mistake in itself. An address that has never answered with
 * anything but 404 is wrong.
 */
function describeMissingCode(template: string, status: number | null, hasAnswered: boolean): Pick<OtpUnavailable, 'reason' | 'owner'> {
  const answered = status === null || status === 200 ? 'gave no code' : `answered HTTP ${status}, and gave no code`;
  const asksForOne = /\{(mobile|state)\}/.test(template);
  const advice = asksForOne ? 'check DMT_OTP_URL' : 'add {mobile} to DMT_OTP_URL';
  return {
    reason: `${advice}: the OTP source ${answered}`,
    owner: asksForOne && (hasAnswered || status !== 404) ? 'environment' : 'configuration',
  };
}

/** Polls an address until it returns digits, over its own connection: these answers are no evidence about the service. */
export function httpSource(settings: Config['connection'], template: string): OtpSource {
  const connection = openConnection(settings);
  let hasAnswered = false;
  const buildRequest = (of: Pick<OtpQuestion, 'mobile' | 'state' | 'since'>): HttpRequest => ({
    ...splitAddress(fillTemplate(template, of, encodeURIComponent)),
    method: 'GET',
    headers: [userAgentHeader()],
    body: null,
  });
  const readShown = async (mobile: string): Promise<string | null> => {
    const limits = { timeoutMs: Math.min(settings.timeoutMs, longestLookMs), maxBytes: MAX_BYTES };
    const { response } = await connection.exchange(buildRequest({ mobile, state: '', since: 0 }), limits);
    return response?.status === 200 ? findCode(response.body.text) : null;
  };
  return {
    name: 'http',
    tiedToState: template.includes('{state}'),
    // With these, the source tells the codes of one challenge from others.
    ...(/\{(state|since)\}/.test(template) ? {} : { readShown }),
    read(question: OtpQuestion) {
      const request = buildRequest(question);
      let status: number | null = null;
      const since = performance.now();
      const ask = async (timeoutMs: number): Promise<string | OtpUnavailable | null> => {
        const answer = await connection.exchange(request, { timeoutMs, maxBytes: MAX_BYTES });
        status = answer.response?.status ?? status;
        hasAnswered ||= answer.response?.status === 200;
        return readCodeAnswer(answer, hasAnswered, performance.now() - since);
      };
      return pollForCode(ask, question.withinMs ?? settings.timeoutMs, () => describeMissingCode(template, status, hasAnswered));
    },
    close: connection.close,
  };
}
