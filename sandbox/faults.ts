import { named, type Fault } from './catalogue.ts';
import { callbackFaults } from './faults/callback.ts';
import { envelopeFaults } from './faults/envelope.ts';
import { resultFaults } from './faults/results.ts';
import { servedFaults } from './faults/served.ts';
import { stateFaults } from './faults/state.ts';

export const faults: ReadonlyMap<string, Fault> = named([
  ...resultFaults,
  ...envelopeFaults,
  ...servedFaults,
  ...stateFaults,
  ...callbackFaults,
]);
