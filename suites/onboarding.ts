import { findingAround, sure, valueAt } from '../helpers/judge/fields.ts';
import { mustEqual, mustHold } from '../helpers/judge/must.ts';
import { describe } from '../helpers/core/describe.ts';
import { placeOf, type Reply } from '../helpers/judge/reply.ts';
import { always, check, type ActiveCheck, type Stage, type Suite } from '../helpers/runner/check.ts';
import type { Onboarding } from '../helpers/journey/onboarding/onboarding.ts';
import { exercise } from './exercise.ts';

/** The people the suite tags, as check ids name them. */
const people: Readonly<Record<string, (stage: Stage) => Onboarding>> = {
  customer: ({ world }) => world.customer.onboarding,
  'sub-agent': ({ world }) => world.subAgent,
  'new-customer': ({ world }) => world.newcomer.onboarding,
};

const needsOf = (who: string): 'sender' | 'own-sender' => (who === 'new-customer' ? 'own-sender' : 'sender');

const userTypeAsked = ({ exchange }: Reply): string => /\/user\/tag\/([^/?]+)/.exec(exchange.request.url)?.[1] ?? '';

function taggedIsOld(who: string, person: (stage: Stage) => Onboarding): ActiveCheck {
  const head = {
    id: `OP1-TAGGED-IS-OLD~${who}`,
    clause: 'OP1-TAGGED-IS-OLD',
    title: `a tagged ${who} is an old user`,
    needs: needsOf(who),
  } as const;
  return check(head, async (stage) => {
    mustEqual('OP1-TAGGED-IS-OLD', await stage.use(person(stage).statusAfter), 'result.isOldUser', 'true');
  });
}

function tagKept(who: string, person: (stage: Stage) => Onboarding): ActiveCheck {
  const head = { id: `OP4-TAG-KEPT~${who}`, clause: 'OP4-TAG-KEPT', title: `a ${who} keeps the tag`, needs: needsOf(who) } as const;
  return check(head, async (stage) => {
    const { use } = stage;
    const first = sure((await use(person(stage).tag)).reply, 'result.tagId');
    mustEqual('OP4-TAG-KEPT', (await use(person(stage).tagAgain)).reply, 'result.tagId', String(first), true);
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
    always(
      {
        id: 'OP4-USER-TYPE-AGREES~path',
        clause: 'OP4-USER-TYPE-AGREES',
        operation: 'OP-4',
        title: 'a tag record names the userType asked for',
        needs: 'sender',
      },
      exercise['OP-4'],
      (reply) => {
        if (reply.code !== 2000 || findingAround(reply, 'result.userType') !== undefined) return null;
        const [asked, got] = [userTypeAsked(reply), valueAt(reply, 'result.userType')];
        if (asked === got) return { held: true };
        return { held: false, expected: describe(asked), received: describe(got), place: placeOf(reply, 'result.userType') };
      },
    ),
    check(
      { id: 'OP6-OWN-DATA~two-tags', clause: 'OP6-OWN-DATA', operation: 'OP-4', title: 'two customers have two tags', needs: 'own-sender' },
      async ({ use, world }) => {
        const one = sure((await use(world.customer.onboarding.tag)).reply, 'result.tagId');
        const other = sure((await use(world.newcomer.onboarding.tag)).reply, 'result.tagId');
        mustHold(
          'OP6-OWN-DATA',
          String(one).toLowerCase() !== String(other).toLowerCase(),
          'two different tags',
          'the same tag twice',
          'result.tagId',
        );
      },
    ),
  ],
};
