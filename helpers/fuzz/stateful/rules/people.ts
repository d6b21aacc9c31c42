import { valueAt } from '../../../judge/fields.ts';
import { outcomeOf } from '../../../judge/reply.ts';
import { otherOf, type Who } from '../../model/model.ts';
import type { SenderView } from '../../model/view.ts';
import { actorOf, say, type Moment, type Rule, type Said } from './rule.ts';

const senders: readonly Who[] = [0, 1];

const fold = (value: unknown): string => String(value).toLowerCase();

/** What a call by this name, once it was accepted, answers. */
const answered =
  (name: string, judge: (moment: Moment) => Said | null): Rule['judge'] =>
  (moment) => {
    if (moment.deed.name !== name || moment.deed.outcome !== 'accepted') return [];
    const said = judge(moment);
    return said === null ? [] : [said];
  };

function answer(place: string, expected: (moment: Moment) => string): (moment: Moment) => Said | null {
  return (moment) => {
    const { reply } = moment.deed;
    if (reply === null) return null;
    const [wanted, value] = [expected(moment), valueAt(reply, place)];
    return say(fold(value) === fold(wanted), wanted, String(value), reply, place);
  };
}

/** Accounts that are new here, that this sender never added, and that the other one has. */
function strangersIn({ walk, before, after }: Moment, who: Who): readonly string[] {
  const accounts = (view: SenderView): string[] => view.entries.map(({ account }) => account);
  const addedBy = (one: Who): string[] => walk.added.filter((each) => each.who === one).map(({ account }) => account);
  const own = [...accounts(before.senders[who]), ...addedBy(who)];
  const others = [...accounts(before.senders[otherOf(who)]), ...addedBy(otherOf(who))];
  return accounts(after.senders[who]).filter((account) => !own.includes(account) && others.includes(account));
}

const sessionsOf = ({ transferSession, balanceSession }: SenderView): string[] => [transferSession, balanceSession].map(fold);

function ownData(moment: Moment): readonly Said[] {
  const { after } = moment;
  const shared = sessionsOf(after.senders[0]).filter((id) => sessionsOf(after.senders[1]).includes(id));
  return [
    ...senders.map((who) => {
      const [stranger] = strangersIn(moment, who);
      const { detail } = after.senders[who];
      return say(
        stranger === undefined,
        'beneficiaries of its own',
        `account ${stranger ?? 'none'} of another sender`,
        detail.reply,
        'result.beneficiaries',
      );
    }),
    say(
      shared.length === 0,
      'sessions of its own',
      `session ${shared[0] ?? 'none'} of another sender`,
      after.senders[1].detail.reply,
      'result.sessionId',
    ),
  ];
}

/** Who somebody is, and that nobody is shown another's. */
export const peopleRules: readonly Rule[] = [
  {
    clause: 'OP4-TAG-KEPT',
    by: 'shown',
    judge: answered(
      'tag',
      answer('result.tagId', (moment) => actorOf(moment).sender.senderId),
    ),
  },
  {
    clause: 'OP1-TAGGED-IS-OLD',
    by: 'shown',
    judge: answered(
      'is-old',
      answer('result.isOldUser', () => 'true'),
    ),
  },
  {
    clause: 'OP12-MOBILE-AGREES',
    by: 'shown',
    judge: answered(
      'set-mpin',
      answer('result.mobile', (moment) => String(Number(actorOf(moment).sender.person.mobile))),
    ),
  },
  {
    clause: 'OP6-SENDER-MOBILE-AGREES',
    by: 'shown',
    judge: ({ walk, after }) =>
      senders.map((who) => {
        const { mobile, detail } = after.senders[who];
        const wanted = String(Number(walk.actors[who].sender.person.mobile));
        return say(mobile === wanted, wanted, mobile, detail.reply, 'result.senderMobile');
      }),
  },
  { clause: 'OP6-OWN-DATA', by: 'shown', judge: ownData },
  {
    clause: 'OP14-FOREIGN-SESSION',
    by: 'shown',
    judge: ({ deed }) => {
      if (deed.name !== 'balance-foreign-session' || deed.reply === null || deed.outcome === 'unclear') return [];
      return [say(deed.outcome === 'refused', 'a refusal', outcomeOf(deed.reply), deed.reply)];
    },
  },
];
