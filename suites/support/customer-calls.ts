import { documentedCall } from '../../specs/documented-call.ts';
import type { Operation } from '../../specs/operation.ts';
import {
  activateBeneficiary,
  invoice,
  senderBalance,
  senderSecurityScheme,
  transactionStatus,
  transferSecurityScheme,
} from '../../specs/operations.ts';
import type { Call } from '../../helpers/client/http/call.ts';
import { useInactive, useToActivate } from '../../helpers/journey/beneficiary/inactive.ts';
import { notApplicable } from '../../helpers/judge/stop.ts';
import { buildSchemeCall } from '../../helpers/journey/transfer/transfer.ts';
import type { Sender } from '../../helpers/journey/sender/sender.ts';
import type { CheckContext } from '../../helpers/runner/check.ts';

type MakeCall = (context: CheckContext) => Promise<readonly [Operation, Call]>;

const useCustomer = async ({ use, journey }: CheckContext): Promise<Sender> => use(journey.customer.sender);

/** OP-8 names the source to pay from, so the bank is named for a sender that pays nothing (reading 20). */
async function buildBankCall({ use, journey }: CheckContext): Promise<readonly [Operation, Call]> {
  const served = (await use(journey.customer.schemes)).has('bank');
  if (!served) throw notApplicable('OP-8 is not served for the source bank');
  return [transferSecurityScheme, documentedCall(transferSecurityScheme, 'bank', await use(journey.mpinSender))];
}

/** Documented calls of the customer without a consent, by form. One that is served although an id of it is wrong activates a beneficiary at most. */
const customerCalls: Readonly<Record<string, MakeCall>> = {
  'OP-5': async (context) => [senderSecurityScheme, documentedCall(senderSecurityScheme, 'only', await useCustomer(context))],
  'OP-8': async (context) => {
    const source = await context.use(context.journey.customer.source);
    return [transferSecurityScheme, buildSchemeCall(await useCustomer(context), source)];
  },
  'OP-8-bank': buildBankCall,
  'OP-10': async (context) => {
    const correlationId = await context.use(context.journey.customer.usualTransfer.correlationId);
    return [transactionStatus, documentedCall(transactionStatus, 'only', { ...(await useCustomer(context)), correlationId })];
  },
  'OP-11': async (context) => {
    const invoiceId = await context.use(context.journey.customer.usualTransfer.invoiceId);
    return [invoice, documentedCall(invoice, 'only', { ...(await useCustomer(context)), invoiceId })];
  },
  'OP-13': async (context) => {
    const id = await useToActivate(context, context.journey.customer.beneficiaries);
    return [activateBeneficiary, documentedCall(activateBeneficiary, 'true', { ...(await useCustomer(context)), id })];
  },
  'OP-13-false': async (context) => {
    const id = await useInactive(context, context.journey.customer.beneficiaries);
    return [activateBeneficiary, documentedCall(activateBeneficiary, 'false', { ...(await useCustomer(context)), id })];
  },
  'OP-14': async (context) => {
    const { detail } = await context.use(context.journey.customer.usualTransfer.before);
    const sessionId = detail.getBalanceSessionId(context);
    return [senderBalance, documentedCall(senderBalance, 'only', { ...(await useCustomer(context)), sessionId })];
  },
};

export async function buildCustomerCall(context: CheckContext, id: string): Promise<readonly [Operation, Call]> {
  const make = customerCalls[id];
  if (make === undefined) throw new Error(`expected a documented call of ${id}, received none: add it to suites/support/customer-calls.ts`);
  return make(context);
}
