import { apiCodes } from '../../specs/codes.ts';
import { findingAround, validValueAt, valueAt } from '../../helpers/judge/fields.ts';
import { describeValue } from '../../helpers/core/describe.ts';
import { formatPlace, type Reply } from '../../helpers/judge/reply.ts';
import { check, rule, type ActiveCheck, type CheckContext, type Suite } from '../../helpers/runner/check.ts';
import type { Onboarding } from '../../helpers/journey/onboarding/onboarding.ts';
import { exercise } from '../support/exercise.ts';

const onboardingByName: Readonly<Record<string, (context: CheckContext) => Onboarding>> = {
  customer: ({ journey }) => journey.customer.onboarding,
  'sub-agent': ({ journey }) => journey.subAgent,
  'new-customer': ({ journey }) => journey.newCustomer.onboarding,
};

const readAskedUserType = ({ exchange }: Reply): string => /\/user\/tag\/([^/?]+)/.exec(exchange.request.url)?.[1] ?? '';

function taggedIsOldCheck(who: string, person: (context: CheckContext) => Onboarding): ActiveCheck {
  return check('OP1-TAGGED-IS-OLD', who, `a tagged ${who} is an old user`, async (context) => {
    context.must.equal(await context.use(person(context).statusAfter), 'result.isOldUser', 'true');
  });
}

function tagKeptCheck(who: string, person: (context: CheckContext) => Onboarding): ActiveCheck {
  return check('OP4-TAG-KEPT', who, `a ${who} keeps the tag`, async (context) => {
    const { use } = context;
    const first = validValueAt((await use(person(context).tag)).reply, 'result.tagId');
    context.must.equal((await use(person(context).tagAgain)).reply, 'result.tagId', String(first), { ignoreCase: true });
  });
}

export const onboarding: Suite = {
  name: 'Onboarding',
  area: 'Business operations',
  checks: [
    ...Object.entries(onboardingByName).map(([who, person]) => taggedIsOldCheck(who, person)),
    ...Object.entries(onboardingByName)
      .filter(([who]) => who !== 'new-customer')
      .map(([who, person]) => tagKeptCheck(who, person)),
    rule('OP4-USER-TYPE-AGREES', 'path', 'a tag record names the userType asked for', {
      operation: 'OP-4',
      exercise: exercise['OP-4'],
      judge: (reply) => {
        if (reply.code !== apiCodes.success || findingAround(reply, 'result.userType') !== undefined) return null;
        const [asked, got] = [readAskedUserType(reply), valueAt(reply, 'result.userType')];
        if (asked === got) return { held: true };
        return { held: false, expected: describeValue(asked), received: describeValue(got), place: formatPlace(reply, 'result.userType') };
      },
    }),
    check('OP6-OWN-DATA', 'two-tags', 'two customers have two tags', { operation: 'OP-4' }, async ({ use, journey, must }) => {
      const one = validValueAt((await use(journey.customer.onboarding.tag)).reply, 'result.tagId');
      const other = validValueAt((await use(journey.newCustomer.onboarding.tag)).reply, 'result.tagId');
      must.hold(String(one).toLowerCase() !== String(other).toLowerCase(), {
        expected: 'two different tags',
        received: 'the same tag twice',
        place: 'result.tagId',
      });
    }),
  ],
};
