import { describeValue } from '../../helpers/core/describe.ts';
import { toMobile, toTag } from '../../helpers/judge/facts/people.ts';
import { valueAt } from '../../helpers/judge/fields.ts';
import { rule, type CheckContext, type PassiveCheck } from '../../helpers/runner/check.ts';
import type { Step } from '../../helpers/session/session.ts';
import type { Exercise } from '../support/exercise.ts';
import { judgeAgreement, judgeByFacts, ruleInSituations, ruleOverAll, situationByWay, type FactJudge } from '../support/fact-rule.ts';

const judgeTagKept: FactJudge = ({ reply, call, before }) => {
  const { userType = '', mobile = '' } = call.values;
  const earlier = before.tagOf(call.agent, userType, mobile);
  const tagId = valueAt(reply, 'result.tagId');
  if (earlier === undefined) return null;
  return judgeAgreement(reply, {
    place: 'result.tagId',
    holds: toTag(tagId) === earlier.tagId,
    expected: describeValue(earlier.tagId),
    received: describeValue(tagId),
    beside: [earlier],
  });
};

/** One person may have one tag for both user types; two people never have the same. */
const judgeOwnTag: FactJudge = ({ reply, call, beforeAnswer }) => {
  const tagId = toTag(valueAt(reply, 'result.tagId'));
  const others = beforeAnswer.ownersOf(tagId).filter(({ mobile }) => mobile !== toMobile(call.values['mobile']));
  return judgeAgreement(reply, {
    place: 'result.tagId',
    holds: tagId === '' || others.length === 0,
    expected: 'a tag of its own',
    received: 'the tag of another user',
    beside: others,
  });
};

/** Once OP-1 has called a tagged user old, nothing makes the user new again. A copy that lags may show it later (reading 1). */
const judgeStaysOld: FactJudge = ({ reply, call, before }) => {
  const { userType = '', mobile = '' } = call.values;
  const seen = before.seenOld(call.agent, userType, mobile);
  if (seen === undefined) return null;
  const now = valueAt(reply, 'result.isOldUser');
  return judgeAgreement(reply, {
    place: 'result.isOldUser',
    holds: String(now) === 'true',
    expected: '"true", as before',
    received: describeValue(now),
    beside: [seen],
    suspicion: { about: `${call.agent} ${userType} ${toMobile(mobile)}`, times: 2, mayLag: true },
  });
};

const judgeRegistered: FactJudge = ({ reply, before }) => {
  const served = before.servedWith(toTag(valueAt(reply, 'result.tagId')));
  const status = valueAt(reply, 'result.status');
  if (served === undefined) return null;
  return judgeAgreement(reply, {
    place: 'result.status',
    holds: status === true || String(status) === 'true',
    expected: 'true, since calls with this tag are served',
    received: describeValue(status),
    beside: [served],
  });
};

/** The other way round: OP-4 came first. A tag may become registered a moment later, so this raises a question. */
const judgeRegisteredBefore: FactJudge = ({ reply, call, before }) => {
  const [tagged] = before.ownersOf(call.values['senderId'] ?? '');
  if (tagged === undefined) return null;
  return judgeAgreement(reply, {
    place: 'status.code',
    holds: tagged.status !== false,
    expected: 'no success for a tag that OP-4 calls not registered',
    received: 'success, where `status` was false in OP-4',
    beside: [tagged],
  });
};

const judgeNew: FactJudge = ({ reply, call, beforeAnswer }) => {
  const { userType = '', mobile = '' } = call.values;
  const now = valueAt(reply, 'result.isOldUser');
  if (beforeAnswer.tagOf(call.agent, userType, mobile) !== undefined) return null;
  return judgeAgreement(reply, {
    place: 'result.isOldUser',
    holds: String(now) === 'false',
    expected: '"false"',
    received: describeValue(now),
    beside: [],
  });
};

/** A tag that serves, and then the rest. */
const behindServedTag =
  (exercise: Exercise): Exercise =>
  async (context) => {
    await context.use(context.journey.customer.scheme);
    return exercise(context);
  };

const exerciseTagAgain =
  (pick: (context: CheckContext) => Step<unknown>) =>
  (context: CheckContext): Promise<unknown> =>
    context.use(pick(context));

const exerciseOldLater: Exercise = async (context) => {
  await context.use(context.journey.circumstances.oldUserTagged);
  return situationByWay.later.exercise(context);
};

const pickCustomer = ({ journey }: CheckContext): Step<unknown> => journey.customer.onboarding.tagAgain;
const pickSubAgent = ({ journey }: CheckContext): Step<unknown> => journey.subAgent.tagAgain;

/** Who is who, whoever asks and however often (reading 21). */
export const identityRules: readonly PassiveCheck[] = [
  ...ruleInSituations(
    {
      clause: 'OP4-TAG-KEPT',
      operation: 'OP-4',
      title: 'a user keeps the tag',
      judge: judgeByFacts(judgeTagKept),
      exercise: exerciseTagAgain(pickCustomer),
    },
    [
      { way: 'customer', ending: '(customer)', circumstance: 'again', exercise: exerciseTagAgain(pickCustomer) },
      { way: 'sub-agent', ending: '(sub-agent)', circumstance: 'again', exercise: exerciseTagAgain(pickSubAgent) },
      situationByWay['old-user'],
      situationByWay['with-mpin'],
      situationByWay['after-ekyc'],
    ],
  ),
  ruleOverAll(
    {
      clause: 'OP6-OWN-DATA',
      operation: 'OP-4',
      title: 'no two users have the same tag',
      judge: judgeByFacts(judgeOwnTag),
      exercise: async (context) => [
        await context.use(context.journey.customer.onboarding.tag),
        await context.use(context.journey.newCustomer.onboarding.tag),
      ],
    },
    'two-tags',
  ),
  ...ruleInSituations(
    {
      clause: 'OP1-TAGGED-IS-OLD',
      operation: 'OP-1',
      title: 'a user who was called old stays old',
      judge: judgeByFacts(judgeStaysOld),
      exercise: ({ use, journey }) => use(journey.circumstances.oldUserTagged),
    },
    [{ ...situationByWay.later, exercise: exerciseOldLater }],
  ),
  rule('OP1-UNKNOWN-IS-NEW', 'never-seen', 'a mobile that nobody was tagged with is no old user', {
    operation: 'OP-1',
    circumstance: 'new-user',
    judge: judgeByFacts(judgeNew),
    exercise: ({ use, journey }) => use(journey.circumstances.unknownUser),
  }),
  rule('OP4-STATUS-TRUE', 'first-tag', 'OP-4 calls a tag registered before it serves', {
    operation: 'OP-6',
    circumstance: 'new-user',
    hardest: 'warn',
    judge: judgeByFacts(judgeRegisteredBefore),
    exercise: ({ use, journey }) => use(journey.newCustomer.beneficiaries.detail),
  }),
  ...ruleInSituations(
    {
      clause: 'OP4-STATUS-TRUE',
      operation: 'OP-4',
      title: 'a tag that serves is registered',
      judge: judgeByFacts(judgeRegistered),
      exercise: behindServedTag(exerciseTagAgain(pickCustomer)),
    },
    [
      { ...situationByWay['old-user'], exercise: behindServedTag(situationByWay['old-user'].exercise) },
      { way: 'sub-agent', ending: '(sub-agent)', circumstance: 'again', exercise: behindServedTag(exerciseTagAgain(pickSubAgent)) },
    ],
  ),
];
