import { apiCodes } from '../../specs/codes.ts';
import { describeValue } from '../../helpers/core/describe.ts';
import { hasEkycParameters, readUrlParameters } from '../../helpers/judge/ekyc-url.ts';
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

/** Empty ones are marked as such: the values themselves give access to the process. */
function describeParameters(url: string): string {
  const { names, filled } = readUrlParameters(url);
  return names.map((name) => (filled.includes(name) ? name : `${name} (empty)`)).join(', ') || 'none';
}

function judgeParameters(reply: Reply): Judgement | null {
  const url = textAt(reply, 'result.url');
  if (url === null) return null;
  if (hasEkycParameters(url)) return { held: true };
  const received = `the parameters ${describeParameters(url)}`;
  const place = formatPlace(reply, 'result.url');
  return { held: false, expected: 'authId and at least two more parameters, all with values', received, place };
}

const documentedNames = ['authId', 'payload', 'session'];

function judgeParameterNames(reply: Reply): Judgement | null {
  const url = textAt(reply, 'result.url');
  if (url === null) return null;
  const { names } = readUrlParameters(url);
  if (documentedNames.every((name) => names.includes(name))) return { held: true };
  return {
    held: false,
    expected: `parameters ${documentedNames.join(', ')}`,
    received: names.join(', '),
    place: formatPlace(reply, 'result.url'),
  };
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
    rule('OP16-URL-PARAMETERS', 'every-request', 'an eKYC address carries authId and two more, with values', {
      operation: 'OP-16',
      exercise: exercise['OP-16'],
      judge: judgeParameters,
    }),
    rule('OP16-URL-PARAMETER-NAMES', 'every-request', 'an eKYC address names authId, payload and session', {
      operation: 'OP-16',
      exercise: exercise['OP-16'],
      judge: judgeParameterNames,
    }),
  ],
};
