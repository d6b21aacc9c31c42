import { named, type Fault } from './catalogue.ts';
import { callbackFieldFaults } from './faults/callback-fields.ts';
import { callbackFaults } from './faults/callback.ts';
import { descriptionBusinessFaults } from './faults/description-business.ts';
import { descriptionDetailFaults } from './faults/description-details.ts';
import { descriptionFaults } from './faults/description.ts';
import { envelopeFaults } from './faults/envelope.ts';
import { errorEndpointFaults } from './faults/error-endpoint.ts';
import { operationalLinkFaults } from './faults/operational-links.ts';
import { operationalRowFaults } from './faults/operational-rows.ts';
import { operationalFaults } from './faults/operational.ts';
import { resultFaults } from './faults/results.ts';
import { servedFaults } from './faults/served.ts';
import { stateFaults } from './faults/state.ts';

export const faults: ReadonlyMap<string, Fault> = named([
  ...resultFaults,
  ...envelopeFaults,
  ...servedFaults,
  ...stateFaults,
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
