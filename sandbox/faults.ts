import { mapById, type Fault } from './catalog.ts';
import { tokenRequestFaults } from './faults/access/token-requests.ts';
import { secretFaults } from './faults/envelope/secrets.ts';
import { secondAgentFaults } from './faults/access/second-agent.ts';
import { httpMethodFaults } from './faults/envelope/http-methods.ts';
import { tokenFaults } from './faults/access/tokens.ts';
import { beneficiaryFaults } from './faults/beneficiary/beneficiaries.ts';
import { callbackFieldFaults } from './faults/ekyc/callback-fields.ts';
import { callbackFaults } from './faults/ekyc/callbacks.ts';
import { codeFaults } from './faults/envelope/codes.ts';
import { consentHeaderFaults } from './faults/consent/consent-header.ts';
import { wrongOtpFaults } from './faults/consent/wrong-otp.ts';
import { descriptionAdditionFaults } from './faults/description/additions.ts';
import { descriptionBusinessPathFaults } from './faults/description/business-paths.ts';
import { descriptionOperationalPathFaults } from './faults/description/operational-paths.ts';
import { descriptionDocumentFaults } from './faults/description/document.ts';
import { envelopeFaults } from './faults/envelope/envelope.ts';
import { errorAndServiceFaults } from './faults/operational/error-and-service.ts';
import { resultFieldFaults } from './faults/envelope/result-fields.ts';
import { campaignAddressAndHeaderFaults } from './faults/campaigns/addresses-and-headers.ts';
import { campaignBypassFaults } from './faults/campaigns/bypasses.ts';
import { campaignConsentFaults } from './faults/campaigns/consents.ts';
import { campaignEffectFaults } from './faults/campaigns/effects.ts';
import { campaignPayloadFaults } from './faults/campaigns/payloads.ts';
import { hiddenFaults } from './faults/hidden.ts';
import { leakFaults } from './faults/envelope/leaks.ts';
import { moneyFaults } from './faults/transfer/money.ts';
import { operationalLinkFaults } from './faults/operational/links.ts';
import { operationalStatusFaults } from './faults/operational/statuses.ts';
import { operationalContentFaults } from './faults/operational/contents.ts';
import { operationalEverywhereFaults } from './faults/operational/everywhere.ts';
import { foreignSubAgentFaults } from './faults/access/foreign-sub-agent.ts';
import { otherAgentFaults } from './faults/access/other-agent.ts';
import { outcomeFaults } from './faults/transfer/outcomes.ts';
import { identityFaults } from './faults/onboarding/identities.ts';
import { raceFaults } from './faults/campaigns/races.ts';
import { refusedWithEffectFaults } from './faults/transfer/refused-with-effect.ts';
import { notServedFaults } from './faults/envelope/not-served.ts';
import { httpStatusFaults } from './faults/envelope/http-statuses.ts';
import { stumbleFaults } from './faults/envelope/stumbles.ts';
import { consentEverywhereFaults } from './faults/consent/consent-everywhere.ts';
import { tokenEndpointFaults } from './faults/access/token-endpoint.ts';
import { unknownIdFaults } from './faults/transfer/unknown-ids.ts';
import { sessionAndPayeeFaults } from './faults/transfer/sessions-and-payees.ts';
import { unknownUserFaults } from './faults/sender/unknown-users.ts';
import { unusualValueFaults } from './faults/envelope/unusual-values.ts';
import { sequenceMoneyFaults } from './faults/campaigns/sequences-money.ts';
import { sequenceIdentityFaults } from './faults/campaigns/sequences-identity.ts';

export const faults: ReadonlyMap<string, Fault> = mapById([
  ...notServedFaults,
  ...resultFieldFaults,
  ...envelopeFaults,
  ...codeFaults,
  ...httpStatusFaults,
  ...stumbleFaults,
  ...tokenFaults,
  ...tokenEndpointFaults,
  ...tokenRequestFaults,
  ...otherAgentFaults,
  ...foreignSubAgentFaults,
  ...secondAgentFaults,
  ...httpMethodFaults,
  ...wrongOtpFaults,
  ...consentHeaderFaults,
  ...consentEverywhereFaults,
  ...identityFaults,
  ...beneficiaryFaults,
  ...moneyFaults,
  ...outcomeFaults,
  ...unknownUserFaults,
  ...sessionAndPayeeFaults,
  ...unknownIdFaults,
  ...refusedWithEffectFaults,
  ...leakFaults,
  ...secretFaults,
  ...unusualValueFaults,
  ...operationalStatusFaults,
  ...operationalContentFaults,
  ...operationalEverywhereFaults,
  ...operationalLinkFaults,
  ...errorAndServiceFaults,
  ...descriptionDocumentFaults,
  ...descriptionOperationalPathFaults,
  ...descriptionBusinessPathFaults,
  ...descriptionAdditionFaults,
  ...callbackFaults,
  ...callbackFieldFaults,
  ...sequenceIdentityFaults,
  ...sequenceMoneyFaults,
  ...raceFaults,
  ...campaignEffectFaults,
  ...campaignPayloadFaults,
  ...campaignAddressAndHeaderFaults,
  ...campaignConsentFaults,
  ...campaignBypassFaults,
  ...hiddenFaults,
]);
