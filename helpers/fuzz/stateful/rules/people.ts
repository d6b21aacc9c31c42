import { valueAt } from '../../../judge/fields.ts';
import { toMobile } from '../../../judge/facts/people.ts';
import { describeAnswer } from '../../../judge/reply.ts';
import { otherSender, type CommandResult, type Who } from '../../model/model.ts';
import type { SenderView } from '../../model/view.ts';
import { findParticipant, createRuleResult, type Moment, type Rule, type RuleResult } from './rule.ts';

const senders: readonly Who[] = [0, 1];

const toLowerText = (value: unknown): string => String(value).toLowerCase();

/** Judges accepted calls of this name only. */
const whenAccepted =
  (name: CommandResult['name'], judge: (moment: Moment) => RuleResult | null): Rule['judge'] =>
  (moment) => {
    if (moment.result.name !== name || moment.result.outcome !== 'accepted') return [];
    const result = judge(moment);
    return result === null ? [] : [result];
  };

type IsSame = (value: unknown, wanted: string) => boolean;

const isSameText: IsSame = (value, wanted) => toLowerText(value) === toLowerText(wanted);
/** A rule of the run asks about more digits (reading 21). */
const isSameMobile: IsSame = (value, wanted) => toMobile(value) === toMobile(wanted);

function expectAnswer(place: string, expected: (moment: Moment) => string | null, isSame = isSameText) {
  return (moment: Moment): RuleResult | null => {
    const { reply } = moment.result;
    const wanted = expected(moment);
    if (wanted === null) return null;
    const value = valueAt(reply, place);
    return createRuleResult(isSame(value, wanted), wanted, String(value), reply, place);
  };
}

/** Accounts that are new in the list of this sender, which it never added and the other sender has. */
function findForeignAccounts({ sequence, before, after }: Moment, who: Who): readonly string[] {
  const accounts = (view: SenderView): string[] => view.entries.map(({ account }) => account);
  const addedBy = (one: Who): string[] => sequence.added.filter((each) => each.who === one).map(({ account }) => account);
  const own = [...accounts(before.senders[who]), ...addedBy(who)];
  const others = [...accounts(before.senders[otherSender(who)]), ...addedBy(otherSender(who))];
  return accounts(after.senders[who]).filter((account) => !own.includes(account) && others.includes(account));
}

const listSessions = ({ transferSession, balanceSession }: SenderView): string[] => [transferSession, balanceSession].map(toLowerText);

function judgeOwnData(moment: Moment): readonly RuleResult[] {
  const { after } = moment;
  const shared = listSessions(after.senders[0]).filter((id) => listSessions(after.senders[1]).includes(id));
  return [
    ...senders.map((who) => {
      const [stranger] = findForeignAccounts(moment, who);
      const { detail } = after.senders[who];
      return createRuleResult(
        stranger === undefined,
        'beneficiaries of its own',
        `account ${stranger ?? 'none'} of another sender`,
        detail.reply,
        'result.beneficiaries',
      );
    }),
    createRuleResult(
      shared.length === 0,
      'sessions of its own',
      `session ${shared[0] ?? 'none'} of another sender`,
      after.senders[1].detail.reply,
      'result.sessionId',
    ),
  ];
}

/** Who a sender is, and that no sender sees the data of the other. */
export const peopleRules: readonly Rule[] = [
  {
    clause: 'OP4-TAG-KEPT',
    by: 'shown',
    judge: whenAccepted(
      'tag',
      expectAnswer('result.tagId', (moment) => findParticipant(moment).sender.senderId),
    ),
  },
  {
    clause: 'OP1-TAGGED-IS-OLD',
    by: 'shown',
    judge: whenAccepted(
      'is-old',
      // When a tagged user becomes old is open; one who was called old stays old (reading 1).
      expectAnswer('result.isOldUser', ({ result }) => (result.name === 'is-old' && result.wasOld ? 'true' : null)),
    ),
  },
  {
    clause: 'OP12-MOBILE-AGREES',
    by: 'shown',
    judge: whenAccepted(
      'set-mpin',
      expectAnswer('result.mobile', (moment) => findParticipant(moment).sender.person.mobile, isSameMobile),
    ),
  },
  {
    clause: 'OP6-SENDER-MOBILE-AGREES',
    by: 'shown',
    judge: ({ sequence, after }) =>
      senders.map((who) => {
        const { mobile, detail } = after.senders[who];
        const wanted = sequence.participants[who].sender.person.mobile;
        return createRuleResult(isSameMobile(mobile, wanted), wanted, mobile, detail.reply, 'result.senderMobile');
      }),
  },
  { clause: 'OP6-OWN-DATA', by: 'shown', judge: judgeOwnData },
  {
    clause: 'OP14-FOREIGN-SESSION',
    by: 'shown',
    judge: ({ result }) => {
      if (result.name !== 'balance-foreign-session' || result.outcome === 'unclear') return [];
      return [createRuleResult(result.outcome === 'refused', 'a refusal', describeAnswer(result.reply), result.reply)];
    },
  },
];
