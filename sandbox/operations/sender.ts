import { successResponse } from '../http/responses.ts';
import { setBounded, type Beneficiary, type Session, type User } from '../state/store.ts';
import { timestamp } from '../state/clock.ts';
import { checkConsent, schemeFor } from '../service/consent.ts';
import type { ServiceResponse, AgentContext } from '../http/exchange.ts';
import type { JsonObject } from '../http/json.ts';
import { limitsLeft } from '../state/limits.ts';
import { senderInPath } from '../state/users.ts';

/** OP-5 */
export function securityScheme(context: AgentContext): ServiceResponse {
  const sender = senderInPath(context);
  return successResponse(context.policy, { scheme: schemeFor(context, context.policy.consent.senderScheme, sender) });
}

/** OP-6: every read opens a new pair of sessions. */
export function senderDetail(context: AgentContext): ServiceResponse {
  const sender = senderInPath(context);
  checkConsent(context, context.policy.consent.senderScheme, sender.mobile, sender);
  if (context.policy.session.newestOnly) endSessions(context, sender);
  const fundtransferSessionId = openSession(context, sender, 'fundTransfer');
  return successResponse(context.policy, {
    senderName: sender.name,
    kycStatus: kyc(context),
    limitLeft: limitsLeft(context.policy, sender),
    senderMobile: Number(sender.mobile),
    sessionId: {
      fundtransferSessionId,
      getBalanceSessionId: context.policy.session.oneForBoth ? fundtransferSessionId : openSession(context, sender, 'balance'),
    },
    beneficiaries: [...sender.beneficiaries.values()].map(listed),
  });
}

const YEAR = 365 * 24 * 3_600_000;

const kyc = ({ policy, now }: AgentContext): JsonObject => ({
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

function openSession({ store, policy, now }: AgentContext, sender: User, kind: Session['kind']): string {
  const id = store.uuid();
  const expiresAt = now + policy.session.lifetimeSeconds * 1000;
  setBounded(store.sessions, id.toLowerCase(), { id, kind, sender, expiresAt, revoked: false });
  return id;
}

function endSessions(context: AgentContext, sender: User): void {
  for (const session of context.store.sessions.values()) session.revoked ||= session.sender === sender;
}
