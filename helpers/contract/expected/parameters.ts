import type { Json } from '../../core/json.ts';
import { createReference, toDefinitionName } from './names.ts';

export const headerParameters: Readonly<Record<string, Json>> = {
  Authorization: {
    name: 'Authorization',
    in: 'header',
    required: true,
    type: 'string',
    description: '`Bearer <ACCESS_TOKEN>`',
    'x-clause': 'AUTH-TOKEN-ACCEPTED',
    'x-example': 'Bearer testcase-token',
  },
  RequestTime: {
    name: 'request-time',
    in: 'header',
    required: true,
    type: 'integer',
    format: 'int64',
    description: 'Now, in milliseconds.',
    'x-clause': 'AUTH-REQUEST-TIME',
    'x-example': 1767225600000,
  },
  Consent: {
    name: 'Consent',
    in: 'header',
    required: true,
    type: 'string',
    description:
      '`OTP <otp> <state>` with the state of OP-3, that form with a comma and `MPIN <mpin>` behind it where an MPIN is asked for, or `NONE`.',
    'x-clause': 'AUTH-CONSENT-HEADER',
    'x-example': 'OTP 000000 00000000-0000-4000-8000-000000000001',
  },
};

const tag = '00000000-0000-4000-8000-000000000002';

const parameterValues: Readonly<Record<string, Json>> = {
  userType: { enum: ['subAgent', 'customer'], description: 'Which kind of user it is about.', 'x-example': 'customer' },
  mobile: { description: 'Mobile number.', 'x-example': '9990000001' },
  senderId: { description: 'The tagId of the sender, from OP-4.', 'x-example': tag },
  subAgentTagId: { description: 'The tagId of the sub-agent, from OP-4.', 'x-example': tag },
  paymentSource: { enum: ['wallet', 'bank'], description: 'What the transfer will be paid from.', 'x-example': 'wallet' },
  sessionId: { description: 'A session id of OP-6.', 'x-example': '00000000-0000-4000-8000-000000000003' },
  correlationId: { description: 'The correlationId sent with OP-9.', 'x-example': 'testcase-1' },
  invoiceId: { description: 'The invoiceId answered by OP-9.', 'x-example': '5001' },
  id: { description: 'The beneficiaryId answered by OP-7.', 'x-example': '1001' },
  servicename: { description: 'Which service is to be defined.', 'x-example': 'testcase' },
};

export const buildAddressParameter = (location: 'path' | 'query', name: string): Json => ({
  name,
  in: location,
  required: true,
  type: 'string',
  ...parameterValues[name],
});

export const buildBodyParameter = (name: string, required: boolean, payload: string): Json => ({
  in: 'body',
  name,
  required,
  schema: createReference(toDefinitionName(payload)),
});
