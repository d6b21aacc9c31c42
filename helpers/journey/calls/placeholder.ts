import { randomUUID } from 'node:crypto';
import { documentedCall, type DocumentedCall } from '../../../specs/documented-call.ts';
import type { OperationForm } from '../../../specs/forms.ts';
import type { OperationId } from '../../../specs/operation.ts';
import { unknownValues } from '../../core/unknown-values.ts';
import { subAgentFields } from '../onboarding/ekyc.ts';
import type { People } from '../setup/people.ts';

/** Values that do not exist, by their names in the document. */
function unknownIds(people: People): object {
  const unknown = randomUUID();
  return {
    ...people.beneficiary,
    userType: people.customer.userType,
    mobile: people.anyMobile,
    senderId: unknown,
    sessionId: unknown,
    subAgentTagId: randomUUID(),
    paymentSource: people.paymentSource,
    correlationId: people.newCorrelationId(),
    invoiceId: unknownValues.number,
    id: unknownValues.number,
    accountNo: people.accounts.configured[0] ?? '',
    amount: 1,
    from: randomUUID(),
    to: unknownValues.number,
    type: 'imps',
    options: people.options,
    mpin: '0000',
    otp: '000000',
    state: randomUUID(),
    consent: `OTP 000000 ${randomUUID()}`,
  };
}

/** Operations where the same name means another value. */
const otherValuesByOperation: Partial<Record<OperationId, (people: People) => object>> = {
  'OP-3': ({ anyMobile }) => ({ object: Number(anyMobile) }),
  'OP-16': ({ anyMobile }) => ({
    name: 'Artificial Customer',
    mobile: Number(anyMobile),
    email: 'customer@dmt-conformance.example',
    ...subAgentFields,
    subAgentTag: randomUUID(),
  }),
};

/**
 * A well-formed call with ids that do not exist, for refusals that come before the service looks up ids.
 * If the service serves it, no person is harmed. `realValues` replaces some of the values.
 */
export function placeholderCall({ operation, form }: OperationForm, people: People, realValues: object = {}): DocumentedCall {
  return documentedCall(operation, form, { ...unknownIds(people), ...otherValuesByOperation[operation.id]?.(people), ...realValues });
}
