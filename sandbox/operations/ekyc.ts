import { isDeepStrictEqual } from 'node:util';
import { served, text } from '../http/responses.ts';
import { keep, type Onboarding, type User, type UserType } from '../state/store.ts';
import { timestamp } from '../state/clock.ts';
import { refuse, type Answer, type Call, type Visit } from '../http/exchange.ts';
import { field } from '../http/json.ts';
import type { Route } from '../http/router.ts';
import { addUser, findUser, ownSubAgent } from '../state/users.ts';
import { asUserType, isMobile, textField } from '../service/fields.ts';

/** OP-16: what a sub-agent fills, a customer sends as an empty string. */
function requestEkyc(call: Call): Answer {
  const userType = asUserType(call, field(call.ask.body, 'userType'));
  const name = textField(call, 'name', /\S/);
  textField(call, 'email', /^[^\s@]+@[^\s@]+$/);
  const expected = userType === 'subAgent' ? /\S/ : /^$/;
  for (const own of ['fatherName', 'gstInNumber', 'pan']) textField(call, own, expected);
  const subAgentTag = tagOfSubAgent(call, userType);
  const onboarding = open(call, { userType, name, mobile: mobileOf(call), subAgentTag });
  const url = `${call.ask.baseUrl}/ekyc/process?payload=${onboarding.payload}&session=${onboarding.session}&authId=${onboarding.authId}`;
  return served(call.policy, { expire_on: timestamp(onboarding.expiresAt, call.policy.answers.utcOffsetMinutes), url });
}

function mobileOf(call: Call): string {
  const mobile = field(call.ask.body, 'mobile');
  const known = typeof mobile === 'number' && isMobile(String(mobile));
  return known ? String(mobile) : refuse(call.policy.refusals.invalidValue, 'mobile.invalid');
}

function tagOfSubAgent(call: Call, userType: UserType): string {
  const tag = textField(call, 'subAgentTag', userType === 'subAgent' ? /^$/ : /\S/);
  return tag === '' ? '' : ownSubAgent(call, tag).tagId;
}

function open({ bank, policy, agent, now }: Call, details: Pick<Onboarding, 'userType' | 'name' | 'mobile' | 'subAgentTag'>): Onboarding {
  const [authId, session, payload] = [bank.uuid(), bank.uuid(), bank.uuid()];
  const expiresAt = now + policy.ekyc.lifetimeSeconds * 1000;
  const onboarding = { ...details, authId, session, payload, agent, expiresAt, done: false };
  keep(bank.onboardings, authId, onboarding);
  return onboarding;
}

/** Called when a user has completed the process: the moment of the callback. */
export type Completed = (onboarding: Onboarding, user: User) => void;

/** The page behind the `url`: opening it is all this user has to do. It is no part of the interface. */
const complete =
  (completed: Completed) =>
  ({ ask, bank, policy, now }: Visit): Answer => {
    const [authId, session, payload] = ['authId', 'session', 'payload'].map((name) => ask.query.get(name) ?? '');
    const onboarding = bank.onboardings.get(authId ?? '');
    if (onboarding === undefined || !isDeepStrictEqual([onboarding.session, onboarding.payload], [session, payload]))
      return page(404, 'Unknown onboarding');
    if (now >= onboarding.expiresAt) return page(410, 'This address has expired');
    if (onboarding.done) return page(200, 'Onboarding was completed before');
    onboarding.done = true;
    const { agent, userType, mobile, name } = onboarding;
    const user = findUser(bank, agent, userType, mobile) ?? addUser(bank, policy, agent, userType, mobile, name);
    completed(onboarding, user);
    return page(200, 'Onboarding completed');
  };

const page = (status: number, words: string): Answer =>
  text(status, 'text/html;charset=utf-8', `<!doctype html><title>${words}</title><h1>${words}</h1>`);

export const ekycRoutes = (completed: Completed): Route[] => [
  {
    operation: 'OP-16',
    method: 'POST',
    path: '/uiObjects/endpoint/v3/ekyc/onboarding/ekycRequest',
    payload: true,
    business: true,
    handle: requestEkyc,
  },
  { operation: 'EKYC-PAGE', method: 'GET', path: '/ekyc/process', business: false, handle: complete(completed) },
];
