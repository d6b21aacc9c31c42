import { setTimeout as pause } from 'node:timers/promises';
import type { Ask, Twist } from '../http/exchange.ts';
import { field } from '../http/json.ts';
import { on } from './twists.ts';
import { textOf } from './results.ts';
import { senderIn } from './history.ts';

/** What a service takes from reading to writing; calls released together all come within it. */
const thinkMs = 25;

export const bySender = (ask: Ask): string => senderIn(ask)?.tagId ?? '';

export const byCorrelationId = ({ body }: Ask): string => textOf(field(body, 'correlationId'));

/** A call of an operation that comes while a transfer of the same kind is under way goes wrong. */
export const whileTransferring =
  (operation: string, kindOf: (ask: Ask) => string, twist: Twist): Twist =>
  (right) => {
    const twisted = twist(right);
    const underway = new Set<string>();
    return async (ask) => {
      if (on(operation)(ask)) {
        await pause(thinkMs / 2);
        return underway.has(kindOf(ask)) ? twisted(ask) : right(ask);
      }
      if (!on('OP-9')(ask)) return right(ask);
      const kind = kindOf(ask);
      underway.add(kind);
      await pause(thinkMs);
      underway.delete(kind);
      return right(ask);
    };
  };

/** A call of an operation that comes while another of the same kind is under way goes wrong; one at a time, all is well. */
export const whileUnderWay =
  (operation: string, kindOf: (ask: Ask) => string, twist: Twist): Twist =>
  (right) => {
    const twisted = twist(right);
    const underway = new Map<string, number>();
    return async (ask) => {
      if (!on(operation)(ask)) return right(ask);
      const kind = kindOf(ask);
      const others = underway.get(kind) ?? 0;
      underway.set(kind, others + 1);
      await pause(thinkMs);
      try {
        return await (others > 0 ? twisted(ask) : right(ask));
      } finally {
        underway.set(kind, (underway.get(kind) ?? 1) - 1);
      }
    };
  };
