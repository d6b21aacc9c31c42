import type { Judgement } from '../../helpers/core/records/judgement.ts';
import { describeValue } from '../../helpers/core/describe.ts';
import { readEntries } from '../../helpers/judge/facts/lists.ts';
import type { Dated } from '../../helpers/judge/facts/dated.ts';
import type { Facts } from '../../helpers/judge/facts/facts.ts';
import { sameId } from '../../helpers/core/ids.ts';
import { toMobile, toTag } from '../../helpers/judge/facts/people.ts';
import { idAt, valueAt } from '../../helpers/judge/fields.ts';
import type { PassiveCheck } from '../../helpers/runner/check.ts';
import { othersMobileRule } from './others-data.ts';
import { exercise, type Exercise } from '../support/exercise.ts';
import { judgeAgreement, judgeByFacts, ruleInSituations, ruleOverAll, type FactJudge } from '../support/fact-rule.ts';

const digitsOf = (text: string): string => text.replaceAll(/\D/g, '');

/** Mobiles compare by their last ten digits; more digits raise a question (reading 21). */
const judgeMobile =
  (place: string): FactJudge =>
  ({ reply, call, before }) => {
    const [owner] = before.ownersOf(call.values['senderId'] ?? '').filter(({ agent }) => agent === call.agent);
    const shown = idAt(reply, place);
    if (owner === undefined || shown === null) return null;
    const isSame = toMobile(shown) === owner.mobile;
    return judgeAgreement(reply, {
      place,
      holds: isSame && digitsOf(shown).length <= 10,
      expected: describeValue(String(Number(owner.mobile))),
      received: describeValue(valueAt(reply, place)),
      beside: [owner],
      atMost: isSame ? 'warn' : undefined,
    });
  };

const sessionPlaces = ['result.sessionId.fundtransferSessionId', 'result.sessionId.getBalanceSessionId'] as const;

/** Two senders never share a session, however the calls overlap. */
const judgeSession: FactJudge = ({ reply, call, beforeAnswer }) => {
  const findOthers = (place: string): readonly Dated[] =>
    beforeAnswer.sessionsOf(idAt(reply, place) ?? '').filter(({ senderId }) => senderId !== toTag(call.values['senderId']));
  const place = sessionPlaces.find((each) => findOthers(each).length > 0) ?? sessionPlaces[0];
  const others = findOthers(place);
  return judgeAgreement(reply, {
    place,
    holds: others.length === 0,
    expected: 'a session of its own',
    received: 'the session of another sender',
    beside: others,
  });
};

/** A second tag of one person breaks its own clause. */
const isSamePerson = ({ ownersOf }: Facts, senderId: string, other: string): boolean =>
  ownersOf(senderId).some(({ mobile }) => ownersOf(other).some((owner) => owner.mobile === mobile));

/** Only where the sender surely had no such beneficiary: it was new, or an earlier list did not show it. */
const judgeOwnList: FactJudge = ({ reply, call, before, listOf }) => {
  const senderId = call.values['senderId'] ?? '';
  const { added, addedElsewhere, shown, unseenAt } = listOf(senderId);
  const entries = readEntries(reply.result);
  const seenNew = before.seenNew(senderId);
  const foreign = addedElsewhere.filter(({ account, id, after, senderId: adder }) => {
    if (isSamePerson(before, senderId, adder)) return false;
    const earlier = shown.findLast(({ at }) => at <= after);
    const lacked = seenNew !== undefined || (earlier !== undefined && !earlier.entries.some((entry) => entry.account === account));
    // A call off the record may have added it.
    if (unseenAt > (earlier?.at ?? seenNew?.at ?? 0)) return false;
    return lacked && id !== '' && !added.some((own) => own.account === account) && entries.every(({ id: own }) => own !== '');
  });
  if (foreign.length === 0) return null;
  const found = foreign.filter(({ account, id }) => entries.some((entry) => entry.account === account && sameId(entry.id, id)));
  return judgeAgreement(reply, {
    place: 'result.beneficiaries',
    holds: found.length === 0,
    expected: 'only its own beneficiaries',
    received: "another sender's beneficiary",
    beside: found,
  });
};

/** A name may be unknown at first, so one answer with a name is enough. */
const judgeName: FactJudge = ({ reply, call }): Judgement | null => {
  const name = valueAt(reply, 'result.senderName');
  const about = `the name of ${toTag(call.values['senderId'])}`;
  return judgeAgreement(reply, {
    place: 'result.senderName',
    holds: typeof name !== 'string' || name.trim() !== '',
    expected: 'text that is not empty',
    received: describeValue(name),
    beside: [],
    suspicion: { about, times: 2 },
  });
};

const plainLetters = (name: string): string => name.trim().replaceAll(/\s+/g, ' ').toLowerCase();

/** An eKYC may set another name, however late. */
const judgeKeptName: FactJudge = ({ reply, call, before, askedOf }): Judgement | null => {
  const senderId = call.values['senderId'] ?? '';
  const was = before.nameOf(senderId);
  const is = valueAt(reply, 'result.senderName');
  if (was === undefined || plainLetters(was.name) === '' || typeof is !== 'string' || plainLetters(is) === '') return null;
  const { asked, isDisturbed } = askedOf(senderId);
  if (asked.some(({ call: { operation } }) => operation === 'OP-16') || isDisturbed(was.after, Infinity)) return null;
  return judgeAgreement(reply, {
    place: 'result.senderName',
    holds: plainLetters(is) === plainLetters(was.name),
    expected: `${describeValue(was.name)}, as before`,
    received: describeValue(is),
    beside: [was],
  });
};

const exerciseBoth: Exercise = async ({ use, journey }) => {
  await use(journey.customer.beneficiaries.added);
  await use(journey.customer.beneficiaries.detail);
  return use(journey.newCustomer.usualTransfer.before);
};

/** A sender is shown itself, and nothing of another (reading 21). */
export const senderRules: readonly PassiveCheck[] = [
  ...ruleInSituations(
    {
      clause: 'OP6-SENDER-MOBILE-AGREES',
      operation: 'OP-6',
      title: 'a sender is read with its own mobile',
      judge: judgeByFacts(judgeMobile('result.senderMobile')),
      exercise: exercise['OP-6'],
    },
    [
      {
        way: 'customer',
        ending: '(customer)',
        circumstance: 'first',
        exercise: ({ use, journey }) => use(journey.customer.beneficiaries.detail),
      },
      {
        way: 'new-customer',
        ending: '(new customer)',
        circumstance: 'another-sender',
        exercise: ({ use, journey }) => use(journey.newCustomer.beneficiaries.detail),
      },
    ],
  ),
  ruleOverAll(
    {
      clause: 'OP6-OWN-DATA',
      operation: 'OP-6',
      title: "no sender is shown another sender's beneficiary",
      judge: judgeByFacts(judgeOwnList),
      exercise: exerciseBoth,
    },
    'beneficiaries',
  ),
  othersMobileRule,
  ruleOverAll(
    {
      clause: 'OP6-OWN-DATA',
      operation: 'OP-6',
      title: 'no two senders have the same session',
      judge: judgeByFacts(judgeSession),
      exercise: exerciseBoth,
    },
    'sessions',
  ),
  ruleOverAll({
    clause: 'OP6-SENDER-NAME-FILLED',
    operation: 'OP-6',
    title: 'a sender has a name',
    judge: judgeByFacts(judgeName),
    exercise: exercise['OP-6'],
  }),
  ruleOverAll({
    clause: 'OP6-SENDER-NAME-KEPT',
    operation: 'OP-6',
    title: 'a sender keeps its name',
    judge: judgeByFacts(judgeKeptName),
    exercise: ({ use, journey }) => use(journey.customer.detailAfter),
  }),
];

export const mpinRules: readonly PassiveCheck[] = [
  ruleOverAll(
    {
      clause: 'OP12-MOBILE-AGREES',
      operation: 'OP-12',
      title: 'a set MPIN is answered with the mobile of its sender',
      judge: judgeByFacts(judgeMobile('result.mobile')),
      exercise: exercise['OP-12'],
    },
    'own-sender',
  ),
];
