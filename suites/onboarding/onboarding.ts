import { apiCodes } from '../../specs/codes.ts';
import { findingAround, valueAt } from '../../helpers/judge/fields.ts';
import { describeValue } from '../../helpers/core/describe.ts';
import { formatPlace, type Reply } from '../../helpers/judge/reply.ts';
import { check, rule, type ActiveCheck, type CheckContext, type Suite } from '../../helpers/runner/check.ts';
import type { Onboarding } from '../../helpers/journey/onboarding/onboarding.ts';
import { exercise } from '../support/exercise.ts';
import { identityRules } from '../rules/identity.ts';

const taggedPeople = [
  { way: 'customer', name: 'customer', person: ({ journey }: CheckContext): Onboarding => journey.customer.onboarding },
  { way: 'sub-agent', name: 'sub-agent', person: ({ journey }: CheckContext): Onboarding => journey.subAgent },
  { way: 'new-customer', name: 'new customer', person: ({ journey }: CheckContext): Onboarding => journey.newCustomer.onboarding },
] as const;

const readAskedUserType = ({ exchange }: Reply): string => /\/user\/tag\/([^/?]+)/.exec(exchange.request.url)?.[1] ?? '';

function taggedIsOldCheck({ way, name, person }: (typeof taggedPeople)[number]): ActiveCheck {
  // Before the eKYC has ended, a user may count as new (reading 21).
  return check('OP1-TAGGED-IS-OLD', way, `a tagged ${name} is an old user`, { hardest: 'warn' }, async (context) => {
    context.must.equal(await context.use(person(context).statusAfter), 'result.isOldUser', 'true');
  });
}

/** Where the eKYC has ended, nothing excuses a tagged user who is new by the deadline (reading 21). */
const oldAfterEkycCheck = check(
  'OP1-TAGGED-IS-OLD',
  'after-ekyc',
  'a tagged user is old after its eKYC',
  { circumstance: 'after-ekyc' },
  async ({ use, journey, must }) => {
    for (const reply of await use(journey.circumstances.oldAfterEkyc)) must.equal(reply, 'result.isOldUser', 'true');
  },
);

/** One that the run itself tags; the configured sub-agent may be old for another reason. */
const oldSubAgentCheck = check(
  'OP1-TAGGED-IS-OLD',
  'new-sub-agent',
  'a tagged new sub-agent is an old user',
  { hardest: 'warn', operation: 'OP-1', form: 'subAgent', circumstance: 'new-user' },
  async ({ use, journey, must }) => {
    must.equal(await use(journey.wrongCodes.tagging.subAgent.old), 'result.isOldUser', 'true');
  },
);

export const onboarding: Suite = {
  name: 'Onboarding',
  area: 'Business operations',
  checks: [
    ...taggedPeople.map(taggedIsOldCheck),
    oldSubAgentCheck,
    oldAfterEkycCheck,
    ...identityRules,
    rule('OP4-USER-TYPE-AGREES', 'path', 'a tag record names the userType asked for', {
      operation: 'OP-4',
      exercise: exercise['OP-4'],
      judge: (reply) => {
        if (reply.code !== apiCodes.success || findingAround(reply, 'result.userType') !== undefined) return null;
        const asked = readAskedUserType(reply);
        const got = valueAt(reply, 'result.userType');
        if (asked === got) return { held: true };
        return { held: false, expected: describeValue(asked), received: describeValue(got), place: formatPlace(reply, 'result.userType') };
      },
    }),
  ],
};
