import { apiCodes } from '../../specs/codes.ts';
import { describeValue } from '../../helpers/core/describe.ts';
import { hasEkycParameters, listParameterNames } from '../../helpers/judge/ekyc-url.ts';
import { valueAt } from '../../helpers/judge/fields.ts';
import { formatPlace, type Reply } from '../../helpers/judge/reply.ts';
import { parseTimestamp, zoneToleranceMs } from '../../helpers/core/timestamp.ts';
import { check, rule, type Suite } from '../../helpers/runner/check.ts';
import { type Judgement } from '../../helpers/core/records/judgement.ts';
import { exercise } from '../support/exercise.ts';

/** A valid text field of a success; null where there is nothing to judge. */
function textAt(reply: Reply, place: string): string | null {
  const value = valueAt(reply, place);
  const broken = reply.payload.findings.some((finding) => finding.place === place);
  return reply.code === apiCodes.success && typeof value === 'string' && !broken ? value : null;
}

/** The document gives no time zone, so 14 hours of tolerance are allowed (reading 12). */
function judgeExpiry(reply: Reply): Judgement | null {
  const text = textAt(reply, 'result.expire_on');
  const time = text === null ? null : parseTimestamp(text);
  if (time === null) return null;
  const asked = Date.parse(reply.exchange.startedAt);
  if (time + zoneToleranceMs > asked) return { held: true };
  return { held: false, expected: 'a time in the future', received: describeValue(text), place: formatPlace(reply, 'result.expire_on') };
}

function judgeParameterCount(reply: Reply): Judgement | null {
  const url = textAt(reply, 'result.url');
  if (url === null) return null;
  if (hasEkycParameters(url)) return { held: true };
  const received = `the parameters ${listParameterNames(url).join(', ') || 'none'}`;
  return { held: false, expected: 'authId and at least two more parameters', received, place: formatPlace(reply, 'result.url') };
}

function judgeParameterNames(reply: Reply): Judgement | null {
  const url = textAt(reply, 'result.url');
  if (url === null) return null;
  const names = listParameterNames(url);
  if (names.includes('payload') && names.includes('session')) return { held: true };
  return { held: false, expected: 'parameters payload and session', received: names.join(', '), place: formatPlace(reply, 'result.url') };
}

const ekycSteps = { 'sub-agent': 'subAgent', customer: 'customer' } as const;

export const ekycOnboarding: Suite = {
  name: 'eKYC onboarding',
  area: 'Business operations',
  checks: [
    ...(['sub-agent', 'customer'] as const).map((who) =>
      check('OP16-SERVED', who, `an eKYC request for a ${who} is served`, async ({ use, journey }) => {
        await use(journey.ekyc[ekycSteps[who]]);
      }),
    ),
    rule('OP16-EXPIRES-IN-FUTURE', 'every-request', 'an eKYC address has time left', {
      operation: 'OP-16',
      exercise: exercise['OP-16'],
      judge: judgeExpiry,
    }),
    rule('OP16-URL-PARAMETERS', 'every-request', 'an eKYC address carries authId and two more', {
      operation: 'OP-16',
      exercise: exercise['OP-16'],
      judge: judgeParameterCount,
    }),
    rule('OP16-URL-PARAMETER-NAMES', 'every-request', 'an eKYC address names payload and session', {
      operation: 'OP-16',
      exercise: exercise['OP-16'],
      judge: judgeParameterNames,
    }),
  ],
};
