import type { Owner } from '../../core/records/verdicts.ts';

export const ownerDescriptions: Readonly<Record<Owner, string>> = {
  service: 'the service has to move',
  'test-data': 'the test data has to be put right',
  environment: 'the environment has to be put right',
  configuration: 'the configuration of this run has to be completed',
  specification: 'the specification has to be settled',
  suite: 'the conformance suite has to be put right',
};
