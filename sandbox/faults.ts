import { named, type Fault } from './catalogue.ts';
import { beneficiaryFaults } from './faults/beneficiaries.ts';
import { callbackFieldFaults } from './faults/callback-fields.ts';
import { callbackFaults } from './faults/callback.ts';
import { descriptionBusinessFaults } from './faults/description-business.ts';
import { descriptionDetailFaults } from './faults/description-details.ts';
import { descriptionFaults } from './faults/description.ts';
import { envelopeFaults } from './faults/envelope.ts';
import { fieldFaults } from './faults/fields.ts';
import { moneyFaults } from './faults/money.ts';
import { peopleFaults } from './faults/people.ts';
import { errorEndpointFaults } from './faults/error-endpoint.ts';
import { operationalLinkFaults } from './faults/operational-links.ts';
import { operationalRowFaults } from './faults/operational-rows.ts';
import { operationalFaults } from './faults/operational.ts';
import { servedFaults } from './faults/served.ts';
import { statusFaults } from './faults/statuses.ts';
import { unusualFaults } from './faults/unusual.ts';

/** Every deliberately wrong service, by id. */
export const faults: ReadonlyMap<string, Fault> = named([
  ...servedFaults,
  ...fieldFaults,
  ...envelopeFaults,
  ...statusFaults,
  ...peopleFaults,
  ...beneficiaryFaults,
  ...moneyFaults,
  ...unusualFaults,
  ...operationalRowFaults,
  ...operationalFaults,
  ...operationalLinkFaults,
  ...errorEndpointFaults,
  ...descriptionFaults,
  ...descriptionDetailFaults,
  ...descriptionBusinessFaults,
  ...callbackFaults,
  ...callbackFieldFaults,
]);
