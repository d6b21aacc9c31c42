import { served } from '../http/responses.ts';
import { keep, type Beneficiary, type Session, type User } from '../state/store.ts';
import { timestamp } from '../state/clock.ts';
import { checkConsent, schemeFor } from '../service/consent.ts';
import type { Answer, Call } from '../http/exchange.ts';
import type { JsonObject } from '../http/json.ts';
import { limitsLeft } from '../state/limits.ts';
import type { Route } from '../http/router.ts';
import { senderInPath } from '../state/users.ts';

/** OP-5 */
function securityScheme(call: Call): Answer {
  const sender = senderInPath(call);
  return served(call.policy, { scheme: schemeFor(call, call.policy.consent.senderScheme, sender) });
}

/** OP-6: every look opens a new pair of sessions. */
function senderDetail(call: Call): Answer {
  const sender = senderInPath(call);
  checkConsent(call, call.policy.consent.senderScheme, sender.mobile, sender);
  if (call.policy.session.newestOnly) endSessions(call, sender);
  return served(call.policy, {
    senderName: sender.name,
    kycStatus: kyc(call),
    limitLeft: limitsLeft(call.policy, sender),
    senderMobile: Number(sender.mobile),
    sessionId: {
      fundtransferSessionId: openSession(call, sender, 'fundTransfer'),
      getBalanceSessionId: openSession(call, sender, 'balance'),
    },
    beneficiaries: [...sender.beneficiaries.values()].map(listed),
  });
}

const YEAR = 365 * 24 * 3_600_000;

const kyc = ({ policy, now }: Call): JsonObject => ({
  kyc_status: policy.sender.kycStatus,
  kyc_expired_on: timestamp(now + YEAR, policy.answers.utcOffsetMinutes),
  kyc_required: policy.sender.kycRequired,
  taxation_required: policy.sender.taxationRequired,
});

const listed = (beneficiary: Beneficiary): JsonObject => ({
  accountNumber: beneficiary.accountNumber,
  ifscCode: beneficiary.ifscCode,
  accountHolderName: beneficiary.holderName,
  beneficiaryId: String(beneficiary.id),
  status: String(beneficiary.active),
});

function openSession({ bank, policy, now }: Call, sender: User, kind: Session['kind']): string {
  const id = bank.uuid();
  keep(bank.sessions, id.toLowerCase(), { id, kind, sender, expiresAt: now + policy.session.lifetimeSeconds * 1000, dead: false });
  return id;
}

function endSessions(call: Call, sender: User): void {
  for (const session of call.bank.sessions.values()) session.dead ||= session.sender === sender;
}

const base = '/uiObjects/endpoint/v3/sender';

export const senderRoutes: Route[] = [
  { operation: 'OP-5', method: 'GET', path: `${base}/securityScheme/{senderId}`, business: true, handle: securityScheme },
  { operation: 'OP-6', method: 'GET', path: `${base}/{senderId}`, business: true, handle: senderDetail },
];
