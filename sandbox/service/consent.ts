import { API_CODES } from '../http/codes.ts';
import { setBounded, type Challenge, type User } from '../state/store.ts';
import { refuse, type AgentContext } from '../http/exchange.ts';
import { newOtp } from '../state/users.ts';

export function issueChallenge(context: AgentContext, mobile: string): Challenge {
  const { store, policy } = context;
  if (policy.consent.newestOnly) for (const older of store.challenges.values()) older.revoked ||= older.mobile === mobile;
  const fresh = { state: store.uuid(), code: newOtp(policy), mobile, agent: context.agent, issuedAt: context.now, revoked: false };
  setBounded(store.challenges, fresh.state.toLowerCase(), fresh);
  return fresh;
}

/** OP-5 and OP-8: the scheme names the MPIN once it is set and required. */
export const schemeFor = ({ policy }: AgentContext, scheme: string, sender: User): string =>
  sender.mpin !== undefined && policy.consent.mpin === 'required-once-set' ? `${scheme}_MPIN` : scheme;

// The OTP form, optionally a comma and the MPIN form. The document leaves the exact spacing open.
export const OTP_FORM = /^OTP ([^\s,]+) ([^\s,]+)(?: *, *MPIN +([^\s,]+))?$/;

/** A sender may have an MPIN. */
export function checkConsent(context: AgentContext, scheme: string, mobile: string, sender: User | undefined): void {
  const header = context.request.headers['consent'];
  const consent = typeof header === 'string' ? header : '';
  if (consent === 'NONE' && scheme === 'NONE') return;
  const [, otp, state, mpin] = OTP_FORM.exec(consent) ?? [];
  if (otp === undefined || state === undefined) refuse(context.policy.refusals.badConsent, 'consent.required');
  checkOtp(context, mobile, otp, state, () => {
    checkMpin(context, mobile, sender, mpin);
  });
}

function checkMpin(context: AgentContext, mobile: string, sender: User | undefined, mpin: string | undefined): void {
  const set = sender?.mpin;
  if (mpin === undefined && set !== undefined && context.policy.consent.mpin === 'required-once-set') {
    refuse(context.policy.refusals.badConsent, 'mpin.required');
  }
  if (mpin !== undefined && mpin !== set) refuseWrongCode(context, mobile, 'mpin.invalid');
}

/** A right code passes once, or as often as the policy allows. `further` may still refuse before the code is used up. */
export function checkOtp(context: AgentContext, mobile: string, otp: string, state: string, further?: () => void): void {
  const { consent, refusals } = context.policy;
  const found = context.store.challenges.get(state.toLowerCase());
  checkLock(context, mobile);
  if (found?.mobile !== mobile || found.agent !== context.agent) refuse(refusals.unknownState, 'otp.state.unknown');
  if (found.code !== otp) {
    found.revoked ||= consent.diesOnWrongTry;
    refuseWrongCode(context, mobile, 'otp.invalid');
  }
  if (found.revoked || context.now - found.issuedAt > consent.lifetimeSeconds * 1000) refuse(API_CODES.wrongOtpOrMpin, 'otp.expired');
  further?.();
  found.revoked ||= consent.singleUse;
  context.store.wrongCodes.delete(mobile);
}

function refuseWrongCode(context: AgentContext, mobile: string, message: string): never {
  context.store.wrongCodes.set(mobile, (context.store.wrongCodes.get(mobile) ?? 0) + 1);
  refuse(API_CODES.wrongOtpOrMpin, message);
}

function checkLock(context: AgentContext, mobile: string): void {
  const { locksAfter } = context.policy.consent;
  if (locksAfter > 0 && (context.store.wrongCodes.get(mobile) ?? 0) >= locksAfter) refuse(API_CODES.validationFailed, 'sender.locked');
}
