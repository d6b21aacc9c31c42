import { mustServeOrRefuse } from '../../helpers/judge/served.ts';
import type { OperationId } from '../../specs/operation.ts';
import type { CheckContext } from '../../helpers/runner/check.ts';

export type Exercise = (context: CheckContext) => Promise<unknown>;

/** How to call each operation as documented, so that there is an answer to judge. */
export const exercise: Readonly<Record<OperationId, Exercise>> = {
  'OP-1': ({ use, journey }) => use(journey.customer.onboarding.statusBefore),
  'OP-2': ({ use, journey }) => use(journey.access.sources),
  'OP-3': ({ use, journey }) => use(journey.customer.onboarding.tag),
  'OP-4': ({ use, journey }) => use(journey.customer.onboarding.tag),
  'OP-5': ({ use, journey }) => use(journey.customer.scheme),
  'OP-6': ({ use, journey }) => use(journey.customer.beneficiaries.detail),
  'OP-7': ({ use, journey }) => use(journey.customer.beneficiaries.added),
  'OP-8': ({ use, journey }) => use(journey.customer.schemes),
  'OP-9': ({ use, journey }) => use(journey.customer.usualTransfer.requested),
  'OP-10': ({ use, journey }) => use(journey.customer.usualTransfer.status),
  'OP-11': ({ use, journey }) => use(journey.customer.usualTransfer.invoice),
  'OP-12': async ({ use, journey }) => mustServeOrRefuse((await use(journey.mpin)).reply),
  'OP-13': ({ use, journey }) => use(journey.customer.beneficiaries.activated),
  'OP-14': ({ use, journey }) => use(journey.customer.usualTransfer.before),
  'OP-15': ({ use, journey }) => use(journey.access.agentBalance),
  'OP-16': async ({ use, journey }) => [await use(journey.ekyc.subAgent), await use(journey.ekyc.customer)],
};
