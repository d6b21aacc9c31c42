import type { Difference } from '../catalog.ts';
import type { CallbackTwist, Delivery } from '../service/callbacks.ts';
import { mergePolicies, type PolicyChange } from '../service/policy.ts';
import { combine } from './twists.ts';

const inTurn =
  (...twists: CallbackTwist[]): CallbackTwist =>
  (right, about) =>
    twists.reduce<Delivery[]>((sent, twist) => sent.flatMap((one) => twist(one, about)), [right]);

/** Makes one difference of several: the first is nearest to the honest service. */
export function combineDifferences(parts: readonly Difference[]): Difference {
  const twists = parts.flatMap(({ twist }) => twist ?? []);
  const callbackTwists = parts.flatMap(({ callbackTwist }) => callbackTwist ?? []);
  return {
    policy: parts.reduce<PolicyChange>((policy, part) => mergePolicies(policy, part.policy ?? {}), {}),
    ...(twists.length === 0 ? {} : { twist: combine(...twists) }),
    latencyMs: parts.reduce((sum, { latencyMs = 0 }) => sum + latencyMs, 0),
    ...(callbackTwists.length === 0 ? {} : { callbackTwist: inTurn(...callbackTwists) }),
  };
}
