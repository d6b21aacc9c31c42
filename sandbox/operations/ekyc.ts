import { isDeepStrictEqual } from 'node:util';
import { successResponse, text } from '../http/responses.ts';
import { setBounded, type Onboarding, type User, type UserType } from '../state/store.ts';
import { timestamp } from '../state/clock.ts';
import { refuse, type ServiceResponse, type AgentContext, type RequestContext } from '../http/exchange.ts';
import { field } from '../http/json.ts';
import { addNewcomer, findUser, requireOwnSubAgent } from '../state/users.ts';
import { asUserType, isMobile, textField } from '../service/fields.ts';

/** OP-16: a sub-agent fills some fields that a customer sends as empty strings. */
export function requestEkyc(context: AgentContext): ServiceResponse {
  const userType = asUserType(context, field(context.request.body, 'userType'));
  const name = textField(context, 'name', /\S/);
  textField(context, 'email', /^[^\s@]+@[^\s@]+$/);
  const expected = userType === 'subAgent' ? /\S/ : /^$/;
  for (const own of ['fatherName', 'gstInNumber', 'pan']) textField(context, own, expected);
  const subAgentTag = readSubAgentTag(context, userType);
  const onboarding = openOnboarding(context, { userType, name, mobile: readMobile(context), subAgentTag });
  const url = `${context.request.baseUrl}/ekyc/process?payload=${onboarding.payload}&session=${onboarding.session}&authId=${onboarding.authId}`;
  return successResponse(context.policy, { expire_on: timestamp(onboarding.expiresAt, context.policy.answers.utcOffsetMinutes), url });
}

function readMobile(context: AgentContext): string {
  const mobile = field(context.request.body, 'mobile');
  const known = typeof mobile === 'number' && isMobile(String(mobile));
  return known ? String(mobile) : refuse(context.policy.refusals.invalidValue, 'mobile.invalid');
}

function readSubAgentTag(context: AgentContext, userType: UserType): string {
  const tag = textField(context, 'subAgentTag', userType === 'subAgent' ? /^$/ : /\S/);
  return tag === '' ? '' : requireOwnSubAgent(context, tag).tagId;
}

function openOnboarding(
  { store, policy, agent, now }: AgentContext,
  details: Pick<Onboarding, 'userType' | 'name' | 'mobile' | 'subAgentTag'>,
): Onboarding {
  const authId = store.uuid();
  const session = store.uuid();
  const payload = store.uuid();
  const expiresAt = now + policy.ekyc.lifetimeSeconds * 1000;
  const onboarding = { ...details, authId, session, payload, agent, expiresAt, completed: false };
  setBounded(store.onboardings, authId, onboarding);
  return onboarding;
}

/** Called when a user has completed the process. This is the moment of the callback. */
export type OnboardingCompleted = (onboarding: Onboarding, user: User) => void;

/** The page of the `url`, which is no part of the interface. Opening it completes the process. */
export const completeOnboarding =
  (completed: OnboardingCompleted) =>
  ({ request, store, policy, now }: RequestContext): ServiceResponse => {
    const [authId, session, payload] = ['authId', 'session', 'payload'].map((name) => request.query.get(name) ?? '');
    const onboarding = store.onboardings.get(authId ?? '');
    if (onboarding === undefined || !isDeepStrictEqual([onboarding.session, onboarding.payload], [session, payload]))
      return htmlAnswer(404, 'Unknown onboarding');
    if (now >= onboarding.expiresAt) return htmlAnswer(410, 'This address has expired');
    if (onboarding.completed) return htmlAnswer(200, 'Onboarding was completed before');
    onboarding.completed = true;
    const { agent, userType, mobile, name } = onboarding;
    const user = findUser(store, agent, userType, mobile) ?? addNewcomer(store, policy, agent, userType, mobile, name);
    completed(onboarding, user);
    return htmlAnswer(200, 'Onboarding completed');
  };

const htmlAnswer = (status: number, words: string): ServiceResponse =>
  text(status, 'text/html;charset=utf-8', `<!doctype html><title>${words}</title><h1>${words}</h1>`);
