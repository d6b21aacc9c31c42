import { API_CODES } from '../http/codes.ts';
import type { Twist } from '../http/exchange.ts';
import { field } from '../http/json.ts';
import { refusalResponse } from '../http/responses.ts';
import { on, succeeded } from './twists.ts';

const isTransfer = on('OP-9');

/** A correlationId that OP-9 refused is refused for good. The ids are kept per sandbox. */
export const refusedIds: Twist = (right) => {
  const used = new Set<string>();
  return async (request) => {
    const id = field(request.body, 'correlationId');
    if (!isTransfer(request) || typeof id !== 'string') return right(request);
    if (used.has(id)) return refusalResponse(request, API_CODES.validationFailed, 'correlation.id.used');
    const response = await right(request);
    if (!succeeded(response)) used.add(id);
    return response;
  };
};
