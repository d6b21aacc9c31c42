import type { Call } from '../../client/http/call.ts';
import { unknownValues } from '../../core/unknown-values.ts';
import type { Dependencies } from '../setup/dependencies.ts';

/** The same call with another sender or sub-agent id. */
export function withIdOf(call: Call, who: 'sender' | 'sub-agent', id: string): Call {
  if (who === 'sub-agent') return { ...call, query: { ...call.query, subAgentTagId: id } };
  return { ...call, path: { ...call.path, senderId: id } };
}

/** The same call with a sender or sub-agent id that does not exist. */
export const withUnknown = (call: Call, who: 'sender' | 'sub-agent'): Call => withIdOf(call, who, unknownValues.uuid);

export const withFields = (call: Call, fields: Readonly<Record<string, unknown>>): Call => ({
  ...call,
  payload: { ...(typeof call.payload === 'object' ? call.payload : {}), ...fields },
});

/** A service may refuse a correlationId that it has refused before. A call without one stays as it is. */
export const withNewId = ({ people }: Dependencies, call: Call): Call =>
  typeof call.payload === 'object' && call.payload !== null && 'correlationId' in call.payload
    ? withFields(call, { correlationId: people.newCorrelationId() })
    : call;

export const withoutField = (call: Call, name: string): Call => ({
  ...call,
  payload: Object.fromEntries(
    Object.entries(typeof call.payload === 'object' && call.payload !== null ? call.payload : {}).filter(([key]) => key !== name),
  ),
});
