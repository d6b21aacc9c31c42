import { keep, type Challenge, type User } from '../state/store.ts';
import { refuse, type Call } from '../http/exchange.ts';
import { newCode } from '../state/users.ts';

/** OP-3: a new challenge for a mobile. */
export function challenge(call: Call, mobile: string): Challenge {
  const { bank, policy } = call;
  if (policy.consent.newestOnly) for (const older of bank.challenges.values()) older.dead ||= older.mobile === mobile;
  const fresh = { state: bank.uuid(), code: newCode(policy), mobile, agent: call.agent, issuedAt: call.now, dead: false };
  keep(bank.challenges, fresh.state.toLowerCase(), fresh);
  return fresh;
}

/** OP-5 and OP-8: once an MPIN is set and required, the scheme says so. */
export const schemeFor = ({ policy }: Call, scheme: string, sender: User): string =>
  sender.mpin !== undefined && policy.consent.mpin === 'required-once-set' ? `${scheme}_MPIN` : scheme;

// Consent: the OTP form, optionally a comma and the MPIN form, whose exact spacing the document leaves open.
const OTP_FORM = /^OTP ([^\s,]+) ([^\s,]+)(?: *, *MPIN +([^\s,]+))?$/;

/** Checks the `Consent` header for this mobile; a sender may have an MPIN. */
export function checkConsent(call: Call, scheme: string, mobile: string, sender: User | undefined): void {
  const header = call.ask.headers['consent'];
  const consent = typeof header === 'string' ? header : '';
  if (consent === 'NONE' && scheme === 'NONE') return;
  const [, otp, state, mpin] = OTP_FORM.exec(consent) ?? [];
  if (otp === undefined || state === undefined) refuse(call.policy.refusals.badConsent, 'consent.required');
  checkOtp(call, mobile, otp, state, () => {
    checkMpin(call, mobile, sender, mpin);
  });
}

function checkMpin(call: Call, mobile: string, sender: User | undefined, mpin: string | undefined): void {
  const set = sender?.mpin;
  if (mpin === undefined && set !== undefined && call.policy.consent.mpin === 'required-once-set') {
    refuse(call.policy.refusals.badConsent, 'mpin.required');
  }
  if (mpin !== undefined && mpin !== set) wrongCode(call, mobile, 'mpin.invalid');
}

/** A right code passes once, or as often as the policy says; `further` may still refuse before it is used up. */
export function checkOtp(call: Call, mobile: string, otp: string, state: string, further?: () => void): void {
  const { consent, refusals } = call.policy;
  const found = call.bank.challenges.get(state.toLowerCase());
  checkLock(call, mobile);
  if (found?.mobile !== mobile || found.agent !== call.agent) refuse(refusals.unknownState, 'otp.state.unknown');
  if (found.dead || call.now - found.issuedAt > consent.lifetimeSeconds * 1000) refuse(4170, 'otp.expired');
  if (found.code !== otp) {
    found.dead ||= consent.diesOnWrongTry;
    wrongCode(call, mobile, 'otp.invalid');
  }
  further?.();
  found.dead ||= consent.singleUse;
  call.bank.wrongCodes.delete(mobile);
}

function wrongCode(call: Call, mobile: string, message: string): never {
  call.bank.wrongCodes.set(mobile, (call.bank.wrongCodes.get(mobile) ?? 0) + 1);
  refuse(4170, message);
}

function checkLock(call: Call, mobile: string): void {
  const { locksAfter } = call.policy.consent;
  if (locksAfter > 0 && (call.bank.wrongCodes.get(mobile) ?? 0) >= locksAfter) refuse(4160, 'sender.locked');
}
