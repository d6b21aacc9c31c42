import { AsyncLocalStorage } from 'node:async_hooks';
import type { CallbackTwist } from '../service/callbacks.ts';
import type { ServiceResponse, ServiceRequest, Twist } from '../http/exchange.ts';
import type { Policy, PolicyChange } from '../service/policy.ts';

interface HonestExchange {
  readonly request: ServiceRequest;
  readonly response: ServiceResponse;
}

/**
 * Reports the first request for which the twist changed the request or the answer. A changed store shows only in later answers, so this function
 * does not report it.
 */
export const reportFiredTwist =
  (twist: Twist, fired: () => void): Twist =>
  (right) => {
    const underway = new AsyncLocalStorage<HonestExchange[]>();
    const twisted = twist(async (request) => {
      const response = await right(request);
      underway.getStore()?.push({ request, response });
      return response;
    });
    let hasFired = false;
    return async (request) => {
      // One report is enough, and each comparison takes as long as a small call.
      if (hasFired) return twisted(request);
      const honest: HonestExchange[] = [];
      const response = await underway.run(honest, () => twisted(request));
      const [only] = honest;
      if (honest.length !== 1 || only?.request !== request || only.response !== response) {
        hasFired = true;
        fired();
      }
      return response;
    };
  };

export const reportFiredCallback =
  (twist: CallbackTwist, fired: () => void): CallbackTwist =>
  (right, about) => {
    const sent = twist(right, about);
    if (sent.length !== 1 || sent[0] !== right) fired();
    return sent;
  };

const reportReadGroup = <T extends object>(group: T, change: object | undefined, fired: () => void): T =>
  new Proxy(group, {
    get: (target, name): unknown => {
      if (change !== undefined && Object.hasOwn(change, name)) fired();
      return Reflect.get(target, name);
    },
  });

/** Reports each read of a changed entry. */
export const reportReadPolicy = (policy: Policy, change: PolicyChange, fired: () => void): Policy =>
  new Proxy(policy, {
    get: (target, name): unknown => {
      const group: unknown = Reflect.get(target, name);
      const changed: unknown = Reflect.get(change, name);
      return typeof group === 'object' && group !== null && typeof changed === 'object'
        ? reportReadGroup(group, changed ?? undefined, fired)
        : group;
    },
  });
