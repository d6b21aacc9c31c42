import { expect, test } from 'vitest';
import { readCallback } from '../../helpers/judge/callback.ts';
import type { Received } from '../../helpers/callback/received.ts';
import { customerBody, customerResult, received } from './samples.ts';

const form = { headers: [['Content-Type', 'application/x-www-form-urlencoded']] } as const;

test.each([
  ['nothing', customerBody, {}, null],
  ['its method, without a body', '', { method: 'GET', headers: [] }, 'CALLBACK-METHOD'],
  ['its media type, with a body to match', 'a=b', form, 'CALLBACK-MEDIA-TYPE'],
  ['its envelope, when the body is empty', '', {}, 'CALLBACK-ENVELOPE'],
  ['its envelope, when the body belies the media type', 'a=b', {}, 'CALLBACK-ENVELOPE'],
  ['its envelope, when nobody recorded the media type', 'a=b', { headers: null }, 'CALLBACK-ENVELOPE'],
  ['its envelope, without a result', { status: customerBody.status }, {}, 'CALLBACK-ENVELOPE'],
  ['its table, when it has nothing of one', { ...customerBody, result: {} }, {}, 'CALLBACK-FIELDS-OF-USER-TYPE'],
  ['its table, without a result to tell', { ...customerBody, result: null }, {}, 'CALLBACK-FIELDS-OF-USER-TYPE'],
  ['nothing, when it was cut', '{"status":', { truncated: true }, null],
  ['nothing, when it tells of a failure', { status: { message: null, code: 4160 }, result: { onboardingStatus: 'FAILED' } }, {}, null],
] satisfies [string, unknown, Partial<Received>, string | null][])(
  'what keeps the rest from being judged is %s',
  (_, body, more, clause) => {
    const { hiddenBy, judgement } = readCallback({ received: received(body, more), exchange: 'c1', about: null, age: 'fresh' });
    expect(hiddenBy?.clause ?? null).toBe(clause);
    expect(judgement.findings.filter((finding) => finding.clause !== clause)).toEqual([]);
  },
);

test.each([
  ['its user type', customerResult, 'customer'],
  ['its fields, without one', { ...customerResult, userType: 'else' }, 'customer'],
  ['its fields, of a sub-agent', { subAgentId: 'x' }, 'subAgent'],
  ['nothing', { mobile: 1 }, null],
])('a recorded callback is recognized by %s', (_, result, kind) => {
  expect(readCallback({ received: received({ ...customerBody, result }), exchange: '1', about: null, age: 'fresh' }).kind).toBe(kind);
});
