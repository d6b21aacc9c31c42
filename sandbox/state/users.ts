import { digits, type Agent, type Bank, type User, type UserType } from './store.ts';
import { refuse, type Call } from '../http/exchange.ts';
import { paise } from './money.ts';
import type { Policy } from '../service/policy.ts';
import { queryValue } from '../service/fields.ts';

/** For one agent a mobile has one tag per user type (Tag record). */
export const findUser = (bank: Bank, agent: Agent, userType: UserType, mobile: string): User | undefined =>
  [...bank.users.values()].find((user) => user.mobile === mobile && user.userType === userType && user.agent === agent);

export function addUser(bank: Bank, policy: Policy, agent: Agent, userType: UserType, mobile: string, name: string): User {
  const user: User = {
    tagId: bank.uuid(),
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
  bank.users.set(user.tagId.toLowerCase(), user);
  return user;
}

/** Any UUID compares ignoring case. */
function ownUser(call: Call, tagId: string, userType: UserType): User {
  const user = call.bank.users.get(tagId.toLowerCase());
  if (user?.userType !== userType) refuse(call.policy.refusals.unknownId, `${userType}.not.found`);
  return user.agent === call.agent ? user : refuse(call.policy.refusals.foreignId, `${userType}.not.allowed`);
}

export const ownSender = (call: Call, tagId: string): User => ownUser(call, tagId, 'customer');

export const ownSubAgent = (call: Call, tagId: string): User => ownUser(call, tagId, 'subAgent');

/** The path value `senderId` under the query value `subAgentTagId`: both must be tags of this agent. */
export function senderInPath(call: Call): User {
  checkSubAgent(call);
  return ownSender(call, call.params['senderId'] ?? '');
}

export function checkSubAgent(call: Call): void {
  const tagId = queryValue(call, 'subAgentTagId');
  if (tagId === undefined || tagId === '') refuse(call.policy.refusals.invalidValue, 'sub.agent.tag.missing');
  ownSubAgent(call, tagId);
}

export const newCode = (policy: Policy): string => digits(policy.consent.codeDigits);
