import { successResponse } from '../http/responses.ts';
import type { User } from '../state/store.ts';
import { checkConsent } from '../service/consent.ts';
import type { ServiceResponse, AgentContext } from '../http/exchange.ts';
import { addNewcomer, findUser } from '../state/users.ts';
import { asUserType, mobileInPath } from '../service/fields.ts';

/** OP-1: a user with a tag is an old user. The response holds the boolean as text. */
export function onboardingStatus(context: AgentContext): ServiceResponse {
  const userType = asUserType(context, context.params['userType']);
  const user = findUser(context.store, context.agent, userType, mobileInPath(context));
  return successResponse(context.policy, { isOldUser: String(user !== undefined) });
}

/** OP-4: a known user keeps its tag. */
export function tagUser(context: AgentContext): ServiceResponse {
  const userType = asUserType(context, context.params['userType']);
  const mobile = mobileInPath(context);
  const known = findUser(context.store, context.agent, userType, mobile);
  checkConsent(context, schemeOfTagging(context, known), mobile, known);
  const user = known ?? addNewcomer(context.store, context.policy, context.agent, userType, mobile, 'Testcase Sender');
  const remark = known === undefined ? 'Registered now' : 'Registered before';
  return successResponse(context.policy, { tagId: user.tagId, remark, userType, status: true });
}

const schemeOfTagging = ({ policy }: AgentContext, known: User | undefined): string => {
  const { tagWithNone } = policy.consent;
  return tagWithNone === 'always' || (tagWithNone === 'known-users' && known !== undefined) ? 'NONE' : 'OTP';
};
