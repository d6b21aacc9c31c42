import { mapById, type Fault } from './catalog.ts';
import { loginFaults } from './faults/access/token-requests.ts';
import { secretFaults } from './faults/envelope/secrets.ts';
import { secondAgentFaults } from './faults/access/second-agent.ts';
import { verbFaults } from './faults/envelope/http-methods.ts';
import { accessFaults } from './faults/access/tokens.ts';
import { beneficiaryFaults } from './faults/beneficiary/beneficiaries.ts';
import { callbackFieldFaults } from './faults/ekyc/callback-fields.ts';
import { callbackFaults } from './faults/ekyc/callbacks.ts';
import { codeFaults } from './faults/envelope/codes.ts';
import { consentFormFaults } from './faults/onboarding/consent-header.ts';
import { consentFaults } from './faults/onboarding/wrong-otp.ts';
import { descriptionAdditionFaults } from './faults/description/additions.ts';
import { descriptionBusinessFaults } from './faults/description/business-paths.ts';
import { descriptionDetailFaults } from './faults/description/operational-paths.ts';
import { descriptionFaults } from './faults/description/document.ts';
import { envelopeFaults } from './faults/envelope/envelope.ts';
import { errorEndpointFaults } from './faults/operational/error-and-service.ts';
import { fieldFaults } from './faults/envelope/result-fields.ts';
import { fuzzAddressFaults } from './faults/campaigns/addresses-and-headers.ts';
import { fuzzBypassFaults } from './faults/campaigns/bypasses.ts';
import { fuzzConsentFaults } from './faults/campaigns/consents.ts';
import { fuzzEffectFaults } from './faults/campaigns/effects.ts';
import { fuzzValueFaults } from './faults/campaigns/payloads.ts';
import { hiddenFaults } from './faults/hidden.ts';
import { leakFaults } from './faults/envelope/leaks.ts';
import { moneyFaults } from './faults/transfer/money.ts';
import { operationalLinkFaults } from './faults/operational/links.ts';
import { operationalRowFaults } from './faults/operational/statuses.ts';
import { operationalFaults } from './faults/operational/contents.ts';
import { operationalTableFaults } from './faults/operational/everywhere.ts';
import { foreignSubAgentFaults } from './faults/access/foreign-sub-agent.ts';
import { otherAgentFaults } from './faults/access/other-agent.ts';
import { outcomeFaults } from './faults/transfer/outcomes.ts';
import { peopleFaults } from './faults/onboarding/identities.ts';
import { raceFaults } from './faults/campaigns/races.ts';
import { refusedEffectFaults } from './faults/transfer/refused-with-effect.ts';
import { servedFaults } from './faults/envelope/not-served.ts';
import { statusFaults } from './faults/envelope/http-statuses.ts';
import { stumblingFaults } from './faults/envelope/stumbles.ts';
import { consentEverywhereFaults } from './faults/onboarding/consent-everywhere.ts';
import { tokenFaults } from './faults/access/token-endpoint.ts';
import { unknownIdFaults } from './faults/transfer/unknown-ids.ts';
import { unknownPayeeFaults } from './faults/transfer/sessions-and-payees.ts';
import { unknownUserFaults } from './faults/sender/unknown-users.ts';
import { unusualFaults } from './faults/envelope/unusual-values.ts';
import { sequenceMoneyFaults } from './faults/campaigns/sequences-money.ts';
import { sequenceIdentityFaults } from './faults/campaigns/sequences-identity.ts';

export const faults: ReadonlyMap<string, Fault> = mapById([
  ...servedFaults,
  ...fieldFaults,
  ...envelopeFaults,
  ...codeFaults,
  ...statusFaults,
  ...stumblingFaults,
  ...accessFaults,
  ...tokenFaults,
  ...loginFaults,
  ...otherAgentFaults,
  ...foreignSubAgentFaults,
  ...secondAgentFaults,
  ...verbFaults,
  ...consentFaults,
  ...consentFormFaults,
  ...consentEverywhereFaults,
  ...peopleFaults,
  ...beneficiaryFaults,
  ...moneyFaults,
  ...outcomeFaults,
  ...unknownUserFaults,
  ...unknownPayeeFaults,
  ...unknownIdFaults,
  ...refusedEffectFaults,
  ...leakFaults,
  ...secretFaults,
  ...unusualFaults,
  ...operationalRowFaults,
  ...operationalFaults,
  ...operationalTableFaults,
  ...operationalLinkFaults,
  ...errorEndpointFaults,
  ...descriptionFaults,
  ...descriptionDetailFaults,
  ...descriptionBusinessFaults,
  ...descriptionAdditionFaults,
  ...callbackFaults,
  ...callbackFieldFaults,
  ...sequenceIdentityFaults,
  ...sequenceMoneyFaults,
  ...raceFaults,
  ...fuzzEffectFaults,
  ...fuzzValueFaults,
  ...fuzzAddressFaults,
  ...fuzzConsentFaults,
  ...fuzzBypassFaults,
  ...hiddenFaults,
]);
