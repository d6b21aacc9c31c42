import { apiCodes } from '../../specs/codes.ts';
import { documentedCall } from '../../specs/documented-call.ts';
import { buildSchemeCall } from '../../helpers/journey/transfer/transfer.ts';
import type { Sender } from '../../helpers/journey/sender/sender.ts';
import { createMust } from '../../helpers/judge/must.ts';
import { type Reply } from '../../helpers/judge/reply.ts';
import { mustBeReadable } from '../../helpers/judge/served.ts';
import { check, type ActiveCheck, type CheckContext, type Suite } from '../../helpers/runner/check.ts';
import { unknownValues } from '../../helpers/core/unknown-values.ts';
import { withUnknown } from '../../helpers/journey/calls/refused-call.ts';
import { buildEkycCall } from '../../helpers/journey/onboarding/ekyc.ts';
import type { Call } from '../../helpers/client/http/call.ts';
import {
  activateBeneficiary,
  ekycOnboarding,
  invoice,
  senderBalance,
  senderSecurityScheme,
  transactionStatus,
  transferSecurityScheme,
} from '../../specs/operations.ts';
import type { Operation, OperationId } from '../../specs/operation.ts';
import { mustRefuseAttempt, attemptByKey } from '../support/refused-calls.ts';
import { mustRefuse } from '../support/refusal.ts';

type UnknownRole = 'sender' | 'sub-agent';

const clauseByRole = { sender: 'REFUSAL-UNKNOWN-SENDER', 'sub-agent': 'REFUSAL-UNKNOWN-SUB-AGENT' } as const;

/** A documented call of the customer, in which only the changed id is unknown. */
type DocumentedCallMaker = (context: CheckContext) => Promise<readonly [Operation, Call]>;

const useCustomer = async ({ use, journey }: CheckContext): Promise<Sender> => use(journey.customer.sender);

const documentedCalls: Partial<Record<OperationId, DocumentedCallMaker>> = {
  'OP-5': async (context) => [senderSecurityScheme, documentedCall(senderSecurityScheme, 'only', await useCustomer(context))],
  'OP-8': async (context) => {
    const source = await context.use(context.journey.customer.source);
    return [transferSecurityScheme, buildSchemeCall(await useCustomer(context), source)];
  },
  'OP-10': async (context) => {
    const correlationId = await context.use(context.journey.customer.usualTransfer.correlationId);
    return [transactionStatus, documentedCall(transactionStatus, 'only', { ...(await useCustomer(context)), correlationId })];
  },
  'OP-11': async (context) => {
    const invoiceId = await context.use(context.journey.customer.usualTransfer.invoiceId);
    return [invoice, documentedCall(invoice, 'only', { ...(await useCustomer(context)), invoiceId })];
  },
  // The beneficiary is active already, so a second activation harms no one.
  'OP-13': async (context) => {
    const { beneficiaryId: id } = await context.use(context.journey.customer.beneficiaries.payee);
    return [activateBeneficiary, documentedCall(activateBeneficiary, 'true', { ...(await useCustomer(context)), id })];
  },
  'OP-14': async (context) => {
    const { detail } = await context.use(context.journey.customer.usualTransfer.before);
    const sessionId = detail.getBalanceSessionId(context);
    return [senderBalance, documentedCall(senderBalance, 'only', { ...(await useCustomer(context)), sessionId })];
  },
};

/** Operations with a consent. The journey sends these calls among the refused calls of the customer. */
const operationsWithConsent: readonly OperationId[] = ['OP-6', 'OP-7', 'OP-9'];

async function askAsUnknown(context: CheckContext, who: UnknownRole, id: OperationId): Promise<Reply> {
  if (id === 'OP-12') {
    const step = context.journey.mpinRefused.get(`unknown-${who}`);
    if (step === undefined) throw new Error(`expected an OP-12 of an unknown ${who} in the journey, received none: add it to mpin.ts`);
    return context.use(step);
  }
  if (id === 'OP-16') {
    await context.use(context.journey.subAgent.tag);
    return context.probe(
      ekycOnboarding,
      buildEkycCall(context.journey.people.spares[1] ?? context.journey.people.customer.mobile, unknownValues.uuid),
    );
  }
  if (operationsWithConsent.includes(id)) return (await context.use(attemptByKey(context, `unknown-${who}-${id}`))).reply;
  const documented = documentedCalls[id];
  if (documented === undefined)
    throw new Error(`expected a documented call of ${id}, received none: add it to suites/errors/unknown-people.ts`);
  const [operation, call] = await documented(context);
  return context.probe(operation, withUnknown(call, who));
}

function refusalCheck(who: UnknownRole, id: OperationId): ActiveCheck {
  const clause = clauseByRole[who];
  return check(clause, `never-issued-${id}`, `${id} refuses a ${who} never issued`, { operation: id }, async (context) => {
    const reply = await askAsUnknown(context, who, id);
    if (operationsWithConsent.includes(id)) {
      await mustRefuseAttempt(context, `unknown-${who}-${id}`);
      return;
    }
    mustBeReadable(reply);
    await mustRefuse(context, reply, reply.code !== apiCodes.success, 'a refusal, at best HTTP 200 with code 4040');
  });
}

/** An id that was never issued is answered with "nothing found" (reading 16). */
function notFoundCheck(who: UnknownRole, id: OperationId): ActiveCheck {
  return check(
    'CODE-4040',
    `unknown-${who}-${id}`,
    `${id} answers a ${who} never issued with code 4040`,
    { operation: id },
    async (context) => {
      const reply = await askAsUnknown(context, who, id);
      mustBeReadable(reply);
      // When the service accepts an unknown id, the clause of that role accuses it.
      createMust(clauseByRole[who]).answer(reply.code !== apiCodes.success, 'a refusal', reply);
      context.must.answer(reply.status === 200 && reply.code === apiCodes.nothingFound, 'HTTP 200 with code 4040', reply);
    },
  );
}

/** Every operation that takes the id of a sender, in its path or as `from`. */
const operationsWithSender: readonly OperationId[] = ['OP-5', 'OP-6', 'OP-7', 'OP-8', 'OP-9', 'OP-12', 'OP-13', 'OP-14'];

/** Every operation that takes the id of a sub-agent, in its query or as `subAgentTag`. */
const operationsWithSubAgent: readonly OperationId[] = [...operationsWithSender, 'OP-10', 'OP-11', 'OP-16'];

export const unknownPeople: Suite = {
  name: 'Unknown people',
  area: 'Business operations',
  checks: [
    ...operationsWithSender.flatMap((id) => [refusalCheck('sender', id), notFoundCheck('sender', id)]),
    ...operationsWithSubAgent.flatMap((id) => [refusalCheck('sub-agent', id), notFoundCheck('sub-agent', id)]),
  ],
};
