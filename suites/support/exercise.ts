import type { OperationId } from '../../specs/operation.ts';
import type { Stage } from '../../helpers/run/check.ts';

/** How each operation comes to be called as documented, so that there is an answer to judge. */
export const exercise: Readonly<Record<OperationId, (stage: Stage) => Promise<unknown>>> = {
  'OP-1': ({ use, world }) => use(world.customer.onboarding.statusBefore),
  'OP-2': ({ use, world }) => use(world.access.sources),
  'OP-3': ({ use, world }) => use(world.customer.onboarding.tag),
  'OP-4': ({ use, world }) => use(world.customer.onboarding.tag),
  'OP-5': ({ use, world }) => use(world.customer.scheme),
  'OP-6': ({ use, world }) => use(world.customer.beneficiaries.detail),
  'OP-7': ({ use, world }) => use(world.customer.beneficiaries.added),
  'OP-8': ({ use, world }) => use(world.customer.schemes),
  'OP-9': ({ use, world }) => use(world.customer.usual.requested),
  'OP-10': ({ use, world }) => use(world.customer.usual.status),
  'OP-11': ({ use, world }) => use(world.customer.usual.invoice),
  'OP-12': ({ use, world }) => use(world.mpin),
  'OP-13': ({ use, world }) => use(world.customer.beneficiaries.activated),
  'OP-14': ({ use, world }) => use(world.customer.usual.before),
  'OP-15': ({ use, world }) => use(world.access.agentBalance),
  'OP-16': async ({ use, world }) => [await use(world.ekyc.subAgent), await use(world.ekyc.customer)],
};
