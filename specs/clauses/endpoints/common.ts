import type { ClauseSection } from '../../clause.ts';

export const commonEndpointSections = [
  {
    section: 'Endpoints',
    operation: 'ENVELOPE',
    clauses: {
      'ENVELOPE-MEDIA-TYPE': {
        certainty: 'stated',
        text: 'A business answer with HTTP 200 is `application/json`, with or without parameters.',
      },
      'ENDPOINTS-TAG-IDS': { operation: 'OP-4', certainty: 'stated', text: '`senderId` and `subAgentTagId` take a `tagId` from OP-4.' },
      'SWAGGER-BUSINESS-PRESENT': {
        operation: 'SWAGGER',
        certainty: 'exemplified',
        text: 'A description that has some business paths has all of them.',
      },
      'SWAGGER-BUSINESS-METHODS': {
        operation: 'SWAGGER',
        certainty: 'implied',
        text: 'A business path in the description has the method the document gives it.',
      },
      'SWAGGER-BUSINESS-PARAMETERS': {
        operation: 'SWAGGER',
        certainty: 'implied',
        text: 'A parameter of a business path is described in the location the document gives it.',
      },
      'SWAGGER-BUSINESS-TYPES': {
        operation: 'SWAGGER',
        certainty: 'implied',
        text: 'Payload and result of a business path are described without contradicting the types of the document.',
      },
      'SWAGGER-BUSINESS-ABSENT': {
        operation: 'SWAGGER',
        certainty: 'silent',
        text: 'Whether business paths are in the description at all is left open.',
      },
    },
  },
] as const satisfies readonly ClauseSection[];
