import { findingAround, sure, valueAt } from '../../helpers/judge/fields.ts';
import { describe } from '../../helpers/judge/describe.ts';
import { placeOf, type Reply } from '../../helpers/judge/reply.ts';
import { check, rule, type ActiveCheck, type Stage, type Suite } from '../../helpers/run/check.ts';
import type { Onboarding } from '../../helpers/run/world/onboarding.ts';
import { exercise } from '../support/exercise.ts';

/** The people the suite tags, as check ids name them. */
const people: Readonly<Record<string, (stage: Stage) => Onboarding>> = {
  customer: ({ world }) => world.customer.onboarding,
  'sub-agent': ({ world }) => world.subAgent,
  'new-customer': ({ world }) => world.newcomer.onboarding,
};

const userTypeAsked = ({ exchange }: Reply): string => /\/user\/tag\/([^/?]+)/.exec(exchange.request.url)?.[1] ?? '';

function taggedIsOld(who: string, person: (stage: Stage) => Onboarding): ActiveCheck {
  return check('OP1-TAGGED-IS-OLD', who, `a tagged ${who} is an old user`, async (stage) => {
    stage.must.equal(await stage.use(person(stage).statusAfter), 'result.isOldUser', 'true');
  });
}

function tagKept(who: string, person: (stage: Stage) => Onboarding): ActiveCheck {
  return check('OP4-TAG-KEPT', who, `a ${who} keeps the tag`, async (stage) => {
    const { use } = stage;
    const first = sure((await use(person(stage).tag)).reply, 'result.tagId');
    stage.must.equal((await use(person(stage).tagAgain)).reply, 'result.tagId', String(first), { ignoreCase: true });
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
        if (reply.code !== 2000 || findingAround(reply, 'result.userType') !== undefined) return null;
        const [asked, got] = [userTypeAsked(reply), valueAt(reply, 'result.userType')];
        if (asked === got) return { held: true };
        return { held: false, expected: describe(asked), received: describe(got), place: placeOf(reply, 'result.userType') };
      },
    }),
    check('OP6-OWN-DATA', 'two-tags', 'two customers have two tags', { operation: 'OP-4' }, async ({ use, world, must }) => {
      const one = sure((await use(world.customer.onboarding.tag)).reply, 'result.tagId');
      const other = sure((await use(world.newcomer.onboarding.tag)).reply, 'result.tagId');
      must.hold(String(one).toLowerCase() !== String(other).toLowerCase(), {
        expected: 'two different tags',
        received: 'the same tag twice',
        place: 'result.tagId',
      });
    }),
  ],
};
