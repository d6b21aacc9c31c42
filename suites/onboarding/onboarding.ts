import { apiCodes } from '../../specs/codes.ts';
import { findingAround, sure, valueAt } from '../../helpers/judge/fields.ts';
import { describe } from '../../helpers/core/describe.ts';
import { placeOf, type Reply } from '../../helpers/judge/reply.ts';
import { check, rule, type ActiveCheck, type CheckContext, type Suite } from '../../helpers/runner/check.ts';
import type { Onboarding } from '../../helpers/journey/onboarding/onboarding.ts';
import { exercise } from '../support/exercise.ts';

/** The people the suite tags, as check ids name them. */
const people: Readonly<Record<string, (context: CheckContext) => Onboarding>> = {
  customer: ({ journey }) => journey.customer.onboarding,
  'sub-agent': ({ journey }) => journey.subAgent,
  'new-customer': ({ journey }) => journey.newCustomer.onboarding,
};

const userTypeAsked = ({ exchange }: Reply): string => /\/user\/tag\/([^/?]+)/.exec(exchange.request.url)?.[1] ?? '';

function taggedIsOld(who: string, person: (context: CheckContext) => Onboarding): ActiveCheck {
  return check('OP1-TAGGED-IS-OLD', who, `a tagged ${who} is an old user`, async (context) => {
    context.must.equal(await context.use(person(context).statusAfter), 'result.isOldUser', 'true');
  });
}

function tagKept(who: string, person: (context: CheckContext) => Onboarding): ActiveCheck {
  return check('OP4-TAG-KEPT', who, `a ${who} keeps the tag`, async (context) => {
    const { use } = context;
    const first = sure((await use(person(context).tag)).reply, 'result.tagId');
    context.must.equal((await use(person(context).tagAgain)).reply, 'result.tagId', String(first), { ignoreCase: true });
  });
}

export const onboarding: Suite = {
  name: 'Onboarding',
  area: 'Business operations',
  checks: [
    ...Object.entries(people).map(([who, person]) => taggedIsOld(who, person)),
    ...Object.entries(people)
      .filter(([who]) => who !== 'new-customer')
      .map(([who, person]) => tagKept(who, person)),
    rule('OP4-USER-TYPE-AGREES', 'path', 'a tag record names the userType asked for', {
      operation: 'OP-4',
      exercise: exercise['OP-4'],
      judge: (reply) => {
        if (reply.code !== apiCodes.success || findingAround(reply, 'result.userType') !== undefined) return null;
        const [asked, got] = [userTypeAsked(reply), valueAt(reply, 'result.userType')];
        if (asked === got) return { held: true };
        return { held: false, expected: describe(asked), received: describe(got), place: placeOf(reply, 'result.userType') };
      },
    }),
    check('OP6-OWN-DATA', 'two-tags', 'two customers have two tags', { operation: 'OP-4' }, async ({ use, journey, must }) => {
      const one = sure((await use(journey.customer.onboarding.tag)).reply, 'result.tagId');
      const other = sure((await use(journey.newCustomer.onboarding.tag)).reply, 'result.tagId');
      must.hold(String(one).toLowerCase() !== String(other).toLowerCase(), {
        expected: 'two different tags',
        received: 'the same tag twice',
        place: 'result.tagId',
      });
    }),
  ],
};
