import type { ClauseSection } from '../clause.ts';

export const serviceSections = [
  {
    section: 'What the service does',
    operation: 'OP-4',
    clauses: {
      'OVERVIEW-USER-TYPES': {
        certainty: 'stated',
        text: 'Users of both kinds are onboarded: a `subAgent`, and a `customer` who belongs to one; `userType` in the path tells which.',
      },
      'OVERVIEW-TAG-USED-LATER': {
        certainty: 'stated',
        text: 'The `tagId` handed back after OTP verification is accepted as the identifier of that sender or sub-agent in later calls.',
      },
      'OVERVIEW-BENEFICIARIES': {
        operation: 'OP-7',
        certainty: 'stated',
        text: 'Beneficiaries of a sender (account number, IFSC code, holder name) can be added, listed and activated.',
      },
      'OVERVIEW-TRANSFER': {
        operation: 'OP-9',
        certainty: 'stated',
        text: 'A transfer paid from `wallet` or `bank` yields an `invoiceId`, has a status under its `correlationId` and details under its `invoiceId`.',
      },
      'OVERVIEW-BALANCES': {
        operation: 'OP-14',
        certainty: 'stated',
        text: 'The balance of a sender and the wallet balances of the agent can be read.',
      },
      'OVERVIEW-EKYC': {
        operation: 'OP-16',
        certainty: 'stated',
        text: 'An eKYC request yields an address for the user, and the onboarding result follows later as a callback.',
      },
      'OVERVIEW-OPERATIONAL': {
        operation: 'ACTUATOR',
        certainty: 'stated',
        text: 'Operational endpoints and a service-definition endpoint are served beside the business ones.',
      },
      'SWAGGER-UI-SERVED': {
        operation: 'SWAGGER',
        certainty: 'stated',
        text: 'A browser finds the description at `{base_url}/swagger-ui.html`, which answers HTTP 200.',
      },
      'SWAGGER-FORMAT': { operation: 'SWAGGER', certainty: 'stated', text: 'The machine-readable description is OpenAPI 2.0.' },
      'SWAGGER-REFERENCES': {
        operation: 'SWAGGER',
        certainty: 'implied',
        text: 'Every `$ref` that an expected response of the description leads through can be resolved inside it.',
      },
      'SWAGGER-AGREES-WITH-BEHAVIOR': {
        operation: 'SWAGGER',
        certainty: 'exemplified',
        text: 'What the service answers is what its own description announces: status, media type, body.',
      },
    },
  },
] as const satisfies readonly ClauseSection[];
