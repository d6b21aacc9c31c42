import { named, type Fault } from './catalogue.ts';
import { beneficiaryFaults } from './faults/beneficiaries.ts';
import { callbackFaults } from './faults/callback.ts';
import { envelopeFaults } from './faults/envelope.ts';
import { fieldFaults } from './faults/fields.ts';
import { moneyFaults } from './faults/money.ts';
import { peopleFaults } from './faults/people.ts';
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
  ...callbackFaults,
]);
