import type { ClauseSection } from '../../clause.ts';

export const ekycResultSections = [
  {
    section: 'eKYC onboarding request (OP-16 payload)',
    operation: 'OP-16',
    clauses: {
      'OP16-PAYLOAD-USER-TYPE': { certainty: 'stated', text: '`userType` is text.' },
      'OP16-PAYLOAD-USER-TYPE-VALUES': { certainty: 'stated', text: '`userType` is `subAgent` or `customer`.' },
      'OP16-PAYLOAD-NAME': { certainty: 'stated', text: '`name` is text.' },
      'OP16-PAYLOAD-MOBILE': { certainty: 'stated', text: '`mobile` is a number.' },
      'OP16-PAYLOAD-EMAIL': { certainty: 'stated', text: '`email` is text.' },
      'OP16-PAYLOAD-FATHER-NAME': {
        certainty: 'stated',
        text: '`fatherName` is filled for a sub-agent and the empty text for a customer.',
      },
      'OP16-PAYLOAD-GST-IN-NUMBER': {
        certainty: 'stated',
        text: '`gstInNumber` is filled for a sub-agent and the empty text for a customer.',
      },
      'OP16-PAYLOAD-PAN': { certainty: 'stated', text: '`pan` is filled for a sub-agent and the empty text for a customer.' },
      'OP16-PAYLOAD-SUB-AGENT-TAG': {
        certainty: 'stated',
        text: '`subAgentTag` is the empty text for a sub-agent and the `tagId` of the sub-agent for a customer.',
      },
      'OP16-RESULT-EXPIRE-ON': { certainty: 'stated', text: '`expire_on` is a real date and time written `YYYY-MM-DD HH:mm:ss`.' },
      'OP16-RESULT-URL': { certainty: 'stated', text: '`url` is text holding an absolute address.' },
      'OP16-URL-PARAMETERS': {
        certainty: 'stated',
        text: 'The query of `url` has `authId` and at least two more parameters, a payload and a session, all with values.',
      },
      'OP16-URL-PARAMETER-NAMES': {
        certainty: 'exemplified',
        text: 'Query parameters of `url` are named authId, payload and session, letter for letter.',
      },
      'FIELD-PRESENCE-NOT-SHOWN': {
        certainty: 'silent',
        text: 'Which request fields may be absent, null or of another type is left open for every operation.',
      },
      'FIELD-RESULT-NOT-CHOSEN': {
        certainty: 'implied',
        byCampaigns: true,
        safety: true,
        guards: 'money',
        text: 'A result names what the service gave, whatever the caller wrote under that name into the payload.',
      },
      'FIELD-FORMATS-NOT-SHOWN': { certainty: 'silent', text: 'Formats and lengths of request fields are left open for every operation.' },
    },
  },
  {
    section: 'Onboarding callback body',
    operation: 'CALLBACK',
    clauses: {
      'CALLBACK-FIELDS-OF-USER-TYPE': {
        certainty: 'stated',
        text: 'The `result` of a callback has the fields of the user type it is about.',
      },
    },
  },
] as const satisfies readonly ClauseSection[];
