import { named, type Fault } from './catalogue.ts';
import { accessFaults } from './faults/access.ts';
import { callbackFaults } from './faults/callback.ts';
import { consentFormFaults } from './faults/consent-forms.ts';
import { consentFaults } from './faults/consent.ts';
import { envelopeFaults } from './faults/envelope.ts';
import { leakFaults } from './faults/leaks.ts';
import { otherAgentFaults } from './faults/other-agent.ts';
import { outcomeFaults } from './faults/outcomes.ts';
import { refusedEffectFaults } from './faults/refused-effects.ts';
import { resultFaults } from './faults/results.ts';
import { servedFaults } from './faults/served.ts';
import { stateFaults } from './faults/state.ts';
import { statusFaults } from './faults/statuses.ts';
import { tokenFaults } from './faults/token.ts';
import { unknownIdFaults } from './faults/unknown-ids.ts';
import { unknownPayeeFaults } from './faults/unknown-payees.ts';
import { unknownUserFaults } from './faults/unknown-users.ts';

export const faults: ReadonlyMap<string, Fault> = named([
  ...resultFaults,
  ...envelopeFaults,
  ...servedFaults,
  ...stateFaults,
  ...callbackFaults,
  ...accessFaults,
  ...tokenFaults,
  ...otherAgentFaults,
  ...consentFaults,
  ...consentFormFaults,
  ...unknownUserFaults,
  ...unknownPayeeFaults,
  ...unknownIdFaults,
  ...refusedEffectFaults,
  ...outcomeFaults,
  ...statusFaults,
  ...leakFaults,
]);
