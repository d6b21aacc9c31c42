import { successResponse, text } from '../http/responses.ts';
import type { Challenge } from '../state/store.ts';
import { issueChallenge, checkOtp } from '../service/consent.ts';
import { refuse, type ServiceResponse, type AgentContext, type RequestContext } from '../http/exchange.ts';
import { field, type Json } from '../http/json.ts';
import type { Policy } from '../service/policy.ts';
import { senderInPath } from '../state/users.ts';
import { isMobile, textField } from '../service/fields.ts';

/** OP-3: the document does not show the type of `object`. */
export function sendOtp(context: AgentContext): ServiceResponse {
  const mobile = asMobile(field(context.request.body, 'object'), context.policy.consent.otpMobile);
  if (mobile === undefined) refuse(context.policy.refusals.invalidValue, 'mobile.invalid');
  return successResponse(context.policy, { state: issueChallenge(context, mobile).state }, 'otp.sent.successfully', true);
}

function asMobile(value: Json | undefined, accepted: Policy['consent']['otpMobile']): string | undefined {
  const taken = accepted === 'number-or-text' ? ['number', 'string'] : [accepted === 'number' ? 'number' : 'string'];
  const mobile = typeof value === 'number' || typeof value === 'string' ? String(value) : '';
  return taken.includes(typeof value) && isMobile(mobile) ? mobile : undefined;
}

/** OP-12: the payload carries the OTP. */
export function setMpin(context: AgentContext): ServiceResponse {
  const sender = senderInPath(context);
  const otp = textField(context, 'otp', /^\S+$/);
  const state = textField(context, 'state', /^\S+$/);
  checkOtp(context, sender.mobile, otp, state, () => textField(context, 'mpin', /^\d{4,8}$/));
  sender.mpin = textField(context, 'mpin', /^\d{4,8}$/);
  return successResponse(context.policy, { mobile: Number(sender.mobile) });
}

/** The phone of every test identity, outside the interface. It shows the code of a challenge, or the newest code of a mobile. */
export function phone({ request, store }: RequestContext): ServiceResponse {
  const [mobile = '', state = '', since = ''] = ['mobile', 'state', 'since'].map((name) => request.query.get(name) ?? '');
  const named = state === '' ? newest([...store.challenges.values()], mobile, sinceMs(since)) : store.challenges.get(state.toLowerCase());
  return text(200, 'text/plain', named?.mobile === mobile ? named.code : '');
}

const newest = (challenges: Challenge[], mobile: string, since: number): Challenge | undefined =>
  challenges.findLast((one) => one.mobile === mobile && one.issuedAt >= since);

const sinceMs = (since: string): number => (/^\d+$/.test(since) ? Number(since) : Date.parse(since) || 0);
