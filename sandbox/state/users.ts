import { digits, type Agent, type Store, type User, type UserType } from './store.ts';
import { refuse, type AgentContext } from '../http/exchange.ts';
import { paise } from './money.ts';
import type { Policy } from '../service/policy.ts';
import { queryValue } from '../service/fields.ts';

/** For one agent a mobile has one tag per user type (Tag record). */
export const findUser = (store: Store, agent: Agent, userType: UserType, mobile: string): User | undefined =>
  [...store.users.values()].find((user) => user.mobile === mobile && user.userType === userType && user.agent === agent);

/** A user that OP-4 tags or an eKYC onboards. */
export function addNewcomer(...who: Parameters<typeof addUser>): User {
  const user = addUser(...who);
  user.balance = Math.round(user.balance * who[1].sender.newcomerShare);
  return user;
}

export function addUser(store: Store, policy: Policy, agent: Agent, userType: UserType, mobile: string, name: string): User {
  const user: User = {
    tagId: store.uuid(),
    userType,
    mobile,
    agent,
    name,
    mpin: undefined,
    beneficiaries: new Map(),
    paymentSource: 'wallet',
    balance: paise(policy.sender.openingBalance) ?? 0,
    held: 0,
    cashback: paise(policy.sender.openingCashback) ?? 0,
    spent: 0,
  };
  store.users.set(user.tagId.toLowerCase(), user);
  return user;
}

/** UUIDs are compared without regard to case. */
function requireOwnUser(context: AgentContext, tagId: string, userType: UserType): User {
  const user = context.store.users.get(tagId.toLowerCase());
  if (user?.userType !== userType) refuse(context.policy.refusals.unknownId, `${userType}.not.found`);
  return user.agent === context.agent ? user : refuse(context.policy.refusals.foreignId, `${userType}.not.allowed`);
}

export const requireOwnSender = (context: AgentContext, tagId: string): User => requireOwnUser(context, tagId, 'customer');

export const requireOwnSubAgent = (context: AgentContext, tagId: string): User => requireOwnUser(context, tagId, 'subAgent');

/** `senderId` of the path and `subAgentTagId` of the query must both be tags of this agent. */
export function senderInPath(context: AgentContext): User {
  checkSubAgent(context);
  return requireOwnSender(context, context.params['senderId'] ?? '');
}

export function checkSubAgent(context: AgentContext): void {
  const tagId = queryValue(context, 'subAgentTagId');
  if (tagId === undefined || tagId === '') refuse(context.policy.refusals.invalidValue, 'sub.agent.tag.missing');
  requireOwnSubAgent(context, tagId);
}

export const newOtp = ({ consent }: Policy): string => (consent.fixedCode === '' ? digits(consent.codeDigits) : consent.fixedCode);
