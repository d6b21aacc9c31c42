import { setTimeout as pause } from 'node:timers/promises';
import type { ServiceRequest, Twist } from '../http/exchange.ts';
import { field } from '../http/json.ts';
import { on } from './twists.ts';
import { asText } from './results.ts';
import { findCustomer } from './history.ts';

/** The time between reading and writing. Calls that start together all fall into it. */
const workMs = 25;

export const senderKey = (request: ServiceRequest): string => findCustomer(request)?.tagId ?? '';

export const correlationKey = ({ body }: ServiceRequest): string => asText(field(body, 'correlationId'));

/** Applies `twist` to a call that arrives during a transfer of the same key. */
export const duringTransfer =
  (operation: string, pickKey: (request: ServiceRequest) => string, twist: Twist): Twist =>
  (right) => {
    const twisted = twist(right);
    const underway = new Set<string>();
    return async (request) => {
      if (on(operation)(request)) {
        await pause(workMs / 2);
        return underway.has(pickKey(request)) ? twisted(request) : right(request);
      }
      if (!on('OP-9')(request)) return right(request);
      const kind = pickKey(request);
      underway.add(kind);
      await pause(workMs);
      underway.delete(kind);
      return right(request);
    };
  };

/** Applies `twist` to a call that arrives during another call of the same key. */
export const whileConcurrent =
  (operation: string, kindOf: (request: ServiceRequest) => string, twist: Twist): Twist =>
  (right) => {
    const twisted = twist(right);
    const underway = new Map<string, number>();
    return async (request) => {
      if (!on(operation)(request)) return right(request);
      const kind = kindOf(request);
      const others = underway.get(kind) ?? 0;
      underway.set(kind, others + 1);
      await pause(workMs);
      try {
        return await (others > 0 ? twisted(request) : right(request));
      } finally {
        underway.set(kind, (underway.get(kind) ?? 1) - 1);
      }
    };
  };
