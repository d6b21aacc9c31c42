import { sendOtp } from '../../specs/operations.ts';
import { member } from '../../helpers/core/json.ts';
import { toMobile } from '../../helpers/judge/facts/people.ts';
import { idAt } from '../../helpers/judge/fields.ts';
import { check, rule, type Suite } from '../../helpers/runner/check.ts';
import { exercise, type Exercise } from '../support/exercise.ts';
import { judgeAgreement, judgeByFacts, ruleOverAll, type FactJudge } from '../support/fact-rule.ts';
import { judgeMessage } from '../support/success-message.ts';

/**
 * Two challenges never share a state, however their calls overlap. While a code is unused, OP-3 may send the code of the same challenge again
 * (reading 13): the code counts as used only if its answer came before this call left.
 */
const judgeState: FactJudge = ({ reply, call, before, beforeAnswer }) => {
  const state = idAt(reply, 'result.state') ?? '';
  const earlier = beforeAnswer.challengesOf(state);
  const mobile = toMobile(member(call.payload, 'object'));
  const isUnused = before.usedWith(state) === undefined;
  return judgeAgreement(reply, {
    place: 'result.state',
    holds: isUnused && earlier.every((each) => each.mobile === mobile),
    expected: 'another state each time',
    received: 'the same state again',
    beside: earlier,
  });
};

/** Also after failed calls: a state that OP-3 gave twice may be why the calls were refused. */
const exerciseChallenges: Exercise = async ({ after, use, journey }) => {
  await after(journey.subAgent.tag);
  // The second challenge of the same mobile.
  await after(journey.customer.beneficiaries.detail);
  return use(journey.customer.onboarding.tag);
};

export const otpChallenge: Suite = {
  name: 'OTP challenge',
  area: 'Consent',
  checks: [
    rule('OP3-MESSAGE-KEY', 'success', 'a sent OTP is answered with its message key', {
      operation: 'OP-3',
      exercise: exercise['OP-3'],
      judge: judgeMessage(sendOtp.successMessage),
    }),
    ruleOverAll(
      {
        clause: 'OP3-STATES-DIFFER',
        operation: 'OP-3',
        title: 'every challenge has a state of its own',
        judge: judgeByFacts(judgeState),
        exercise: exerciseChallenges,
      },
      'two-senders',
    ),
    check('OP3-OBJECT-FORM', 'number-or-text', 'OP-3 takes the mobile as a number or as text', async ({ use, observe, journey }) => {
      await use(journey.customer.onboarding.tag);
      observe(`OP-3 takes \`object\` as a ${journey.memory.otpObject ?? 'number'}`);
    }),
  ],
};
