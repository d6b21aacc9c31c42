import { randomUUID } from 'node:crypto';
import type { Operation, OperationId } from '../../../specs/operation.ts';
import type { Call } from '../../client/http/call.ts';
import { unknownValues } from '../../core/unknown-values.ts';
import type { People } from '../setup/people.ts';

function pathValues(people: People): Readonly<Record<string, string>> {
  const unknown = randomUUID();
  return {
    userType: people.customer.userType,
    mobile: people.anyMobile,
    senderId: unknown,
    sessionId: unknown,
    correlationId: people.newCorrelationId(),
    invoiceId: unknownValues.number,
    id: unknownValues.number,
  };
}

function queryValues(people: People): Readonly<Record<string, string>> {
  return { subAgentTagId: randomUUID(), sessionId: randomUUID(), paymentSource: people.paymentSource };
}

const payloads: Partial<Record<OperationId, (people: People) => unknown>> = {
  'OP-3': ({ anyMobile }) => ({ object: Number(anyMobile) }),
  'OP-7': ({ accounts, beneficiary: { ifscCode, name } }) => ({ accountNo: accounts.configured[0] ?? '', ifscCode, name }),
  'OP-9': ({ options, newCorrelationId }) => ({
    amount: 1,
    correlationId: newCorrelationId(),
    from: randomUUID(),
    to: unknownValues.number,
    type: 'imps',
    options,
  }),
  'OP-12': () => ({ mpin: '0000', otp: '000000', state: randomUUID() }),
  'OP-13': () => ({ object: true }),
  'OP-16': ({ anyMobile }) => ({
    userType: 'customer',
    name: 'Artificial Customer',
    mobile: Number(anyMobile),
    email: 'customer@dmt-conformance.example',
    fatherName: '',
    gstInNumber: '',
    pan: '',
    subAgentTag: randomUUID(),
  }),
};

/**
 * A well-formed call with ids that nobody has, for refusals that come before ids are looked at:
 * should the service serve it all the same, nobody is harmed.
 */
export function placeholderCall(operation: Operation, people: People): Call {
  const query = queryValues(people);
  const payload = payloads[operation.id]?.(people);
  return {
    path: pathValues(people),
    query: Object.fromEntries(operation.query.flatMap((name) => (query[name] === undefined ? [] : [[name, query[name]]]))),
    ...(operation.consent === 'required' ? { consent: `OTP 000000 ${randomUUID()}` } : {}),
    ...(payload === undefined ? {} : { payload }),
  };
}
