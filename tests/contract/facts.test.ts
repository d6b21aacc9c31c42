import { expect, test } from 'vitest';
import type { ContractFinding } from '../../helpers/core/records/contract-finding.ts';
import { summaryFacts } from '../../suites/support/description-findings.ts';

const missing = (place: string): ContractFinding => ({
  kind: 'refusal-missing',
  rule: 'D11',
  severity: 'observed',
  operation: null,
  role: null,
  place,
  expected: 'listed',
  live: 'not listed',
  effect: 'A possible status is not announced.',
});

test.each([
  [['DELETE /error › 404'], 'the status is missing in DELETE /error › 404: not listed (rule D11)'],
  [['DELETE /error › 404', 'HEAD /error › 404'], 'the status is missing in DELETE /error › 404: not listed, and in 1 more (rule D11)'],
])('differences that are only observed are one sentence, and the rule comes last: %j', (places, fact) => {
  expect(summaryFacts(places.map(missing), [])).toEqual([fact]);
});
