import { named, type Fault } from './catalogue.ts';
import { loginFaults } from './faults/logins.ts';
import { secretFaults } from './faults/secrets.ts';
import { strangerFaults } from './faults/strangers.ts';
import { verbFaults } from './faults/verbs.ts';
import { accessFaults } from './faults/access.ts';
import { beneficiaryFaults } from './faults/beneficiaries.ts';
import { callbackFieldFaults } from './faults/callback-fields.ts';
import { callbackFaults } from './faults/callback.ts';
import { codeFaults } from './faults/codes.ts';
import { consentFormFaults } from './faults/consent-forms.ts';
import { consentFaults } from './faults/consent.ts';
import { descriptionBeyondFaults } from './faults/description-beyond.ts';
import { descriptionBusinessFaults } from './faults/description-business.ts';
import { descriptionDetailFaults } from './faults/description-details.ts';
import { descriptionFaults } from './faults/description.ts';
import { envelopeFaults } from './faults/envelope.ts';
import { errorEndpointFaults } from './faults/error-endpoint.ts';
import { fieldFaults } from './faults/fields.ts';
import { fuzzAddressFaults } from './faults/fuzz-addresses.ts';
import { fuzzBypassFaults } from './faults/fuzz-bypasses.ts';
import { fuzzConsentFaults } from './faults/fuzz-consents.ts';
import { fuzzEffectFaults } from './faults/fuzz-effects.ts';
import { fuzzValueFaults } from './faults/fuzz-values.ts';
import { leakFaults } from './faults/leaks.ts';
import { moneyFaults } from './faults/money.ts';
import { operationalLinkFaults } from './faults/operational-links.ts';
import { operationalRowFaults } from './faults/operational-rows.ts';
import { operationalFaults } from './faults/operational.ts';
import { operationalTableFaults } from './faults/operational-tables.ts';
import { otherAgentFaults } from './faults/other-agent.ts';
import { outcomeFaults } from './faults/outcomes.ts';
import { peopleFaults } from './faults/people.ts';
import { raceFaults } from './faults/race.ts';
import { refusedEffectFaults } from './faults/refused-effects.ts';
import { servedFaults } from './faults/served.ts';
import { statusFaults } from './faults/statuses.ts';
import { takenConsentFaults } from './faults/taken-consents.ts';
import { tokenFaults } from './faults/token.ts';
import { unknownIdFaults } from './faults/unknown-ids.ts';
import { unknownPayeeFaults } from './faults/unknown-payees.ts';
import { unknownUserFaults } from './faults/unknown-users.ts';
import { unusualFaults } from './faults/unusual.ts';
import { walkMoneyFaults } from './faults/walk-money.ts';
import { walkPeopleFaults } from './faults/walk-people.ts';

/** Every deliberately wrong service, by id. */
export const faults: ReadonlyMap<string, Fault> = named([
  ...servedFaults,
  ...fieldFaults,
  ...envelopeFaults,
  ...codeFaults,
  ...statusFaults,
  ...accessFaults,
  ...tokenFaults,
  ...loginFaults,
  ...otherAgentFaults,
  ...strangerFaults,
  ...verbFaults,
  ...consentFaults,
  ...consentFormFaults,
  ...takenConsentFaults,
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
  ...descriptionBeyondFaults,
  ...callbackFaults,
  ...callbackFieldFaults,
  ...walkPeopleFaults,
  ...walkMoneyFaults,
  ...raceFaults,
  ...fuzzEffectFaults,
  ...fuzzValueFaults,
  ...fuzzAddressFaults,
  ...fuzzConsentFaults,
  ...fuzzBypassFaults,
]);
