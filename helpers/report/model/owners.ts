import type { Owner } from '../../core/records/verdicts.ts';

export const ownerDescriptions: Readonly<Record<Owner, string>> = {
  service: 'the service must be corrected',
  'test-data': 'the test data must be corrected',
  environment: 'the environment must be repaired',
  configuration: 'the configuration of this run must be completed',
  specification: 'the specification must be clarified',
  suite: 'the conformance suite must be corrected',
};
