import { randomUUID } from 'node:crypto';
import { unknownValues } from '../../helpers/core/unknown-values.ts';
import { check, type ActiveCheck, type CheckContext, type Suite } from '../../helpers/runner/check.ts';
import type { Call } from '../../helpers/client/http/call.ts';
import { documentedCall, pathNames } from '../../specs/documented-call.ts';
import type { Operation, OperationId } from '../../specs/operation.ts';
import {
  agentBalance,
  invoice,
  onboardingStatus,
  operations,
  paymentSources,
  senderSecurityScheme,
  transactionStatus,
} from '../../specs/operations.ts';
import { exercise } from '../support/exercise.ts';

type BuildCall = (context: CheckContext) => Promise<Call>;

const buildTransferCall =
  (operation: typeof transactionStatus | typeof invoice): BuildCall =>
  async ({ use, journey }) =>
    documentedCall(operation, 'only', {
      ...(await use(journey.customer.sender)),
      ...(await use(journey.customer.usualTransfer.requested)),
    });

/** Reads that need no code, as documented. */
const documentedReads: Partial<Record<OperationId, BuildCall>> = {
  'OP-1': ({ journey }) => Promise.resolve(documentedCall(onboardingStatus, 'customer', journey.people.customer)),
  'OP-2': () => Promise.resolve(documentedCall(paymentSources, 'only')),
  'OP-5': async ({ use, journey }) => documentedCall(senderSecurityScheme, 'only', await use(journey.customer.sender)),
  'OP-10': buildTransferCall(transactionStatus),
  'OP-11': buildTransferCall(invoice),
  'OP-15': () => Promise.resolve(documentedCall(agentBalance, 'only')),
};

/** A read that is not even served without the header is the cause. */
async function buildServedRead(context: CheckContext, id: OperationId, build: BuildCall): Promise<Call> {
  await exercise[id](context);
  return build(context);
}

/** Nobody has this mobile, and no beneficiary this id. */
const plainValues: Readonly<Record<string, string>> = {
  userType: 'customer',
  mobile: '0000000000',
  paymentSource: 'wallet',
  id: unknownValues.number,
};

const fillValues = (names: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(names.map((name) => [name, plainValues[name] ?? randomUUID()]));

/** Other operations would send a code, move money or leave a record: their call is refused, for unknown ids or a cut payload. */
async function buildRefusedCall({ use, journey }: CheckContext, { path, query, consent, payload }: Operation): Promise<Call> {
  await use(journey.access.open);
  return {
    path: fillValues(pathNames(path)),
    query: fillValues(query),
    ...(consent === 'required' && { consent: `OTP 000000 ${randomUUID()}` }),
    ...(payload !== null && { rawBody: '{"object": ', effectAmount: '0' }),
  };
}

/** All other calls carry no Accept header. Most partners send this one, and the document asks for none. */
const usualAccept = 'application/json';

/** Reading 6: a server error is wrong on any input. */
function acceptCheck(operation: Operation): ActiveCheck {
  const { id } = operation;
  return check('HTTP-NO-5XX', `accept-${id}`, `${id} with an Accept header meets no server error`, { operation: id }, async (context) => {
    const read = documentedReads[id];
    const call = await (read === undefined ? buildRefusedCall(context, operation) : buildServedRead(context, id, read));
    const contentType = call.rawBody === undefined ? {} : { 'Content-Type': 'application/json' };
    const reply = await context.probe(operation, { ...call, headers: { ...contentType, Accept: usualAccept } });
    context.must.answer(reply.status === null || reply.status < 500, `no server error with Accept: ${usualAccept}`, reply);
  });
}

export const acceptHeader: Suite = {
  name: 'Accept header',
  area: 'Contract',
  checks: operations.map(acceptCheck),
};
