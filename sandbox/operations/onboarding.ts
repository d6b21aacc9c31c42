import { served } from '../http/responses.ts';
import type { User } from '../state/store.ts';
import { checkConsent } from '../service/consent.ts';
import type { Answer, Call } from '../http/exchange.ts';
import type { Route } from '../http/router.ts';
import { addUser, findUser } from '../state/users.ts';
import { asUserType, mobileInPath } from '../service/fields.ts';

/** OP-1: whoever has a tag is an old user. The answer holds its boolean as text. */
function onboardingStatus(call: Call): Answer {
  const userType = asUserType(call, call.params['userType']);
  const user = findUser(call.bank, call.agent, userType, mobileInPath(call));
  return served(call.policy, { isOldUser: String(user !== undefined) });
}

/** OP-4: the same user keeps the tag it has. */
function tagUser(call: Call): Answer {
  const userType = asUserType(call, call.params['userType']);
  const mobile = mobileInPath(call);
  const known = findUser(call.bank, call.agent, userType, mobile);
  checkConsent(call, schemeOfTagging(call, known), mobile, known);
  const user = known ?? addUser(call.bank, call.policy, call.agent, userType, mobile, 'Testcase Sender');
  const remark = known === undefined ? 'Registered now' : 'Registered before';
  return served(call.policy, { tagId: user.tagId, remark, userType, status: true });
}

const schemeOfTagging = ({ policy }: Call, known: User | undefined): string => {
  const { tagWithNone } = policy.consent;
  return tagWithNone === 'always' || (tagWithNone === 'known-users' && known !== undefined) ? 'NONE' : 'OTP';
};

const base = '/uiObjects/endpoint/v3';

export const onboardingRoutes: Route[] = [
  { operation: 'OP-1', method: 'GET', path: `${base}/onboarding/status/{userType}/{mobile}`, business: true, handle: onboardingStatus },
  { operation: 'OP-4', method: 'POST', path: `${base}/user/tag/{userType}/{mobile}`, business: true, handle: tagUser },
];
