import type { ClauseSection } from '../clause.ts';

export const versioningSections = [
  {
    section: 'Versioning',
    operation: 'ENVELOPE',
    clauses: {
      'VERSION-PATHS': {
        certainty: 'stated',
        text: 'Business paths carry the segment `v3`: `/uiObjects/endpoint/v3/...` and `/wallet/endpoint/v3/...`.',
      },
      'SWAGGER-VERSION': {
        operation: 'SWAGGER',
        certainty: 'stated',
        text: 'Operational endpoints are described as version 1.0.',
      },
      'VERSION-POLICY-NOT-SHOWN': { certainty: 'silent', text: 'When versions are deprecated and what stays compatible is left open.' },
    },
  },
] as const satisfies readonly ClauseSection[];
