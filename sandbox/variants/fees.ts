import { field } from '../http/json.ts';
import type { Twist } from '../http/exchange.ts';
import { userInPath } from '../twists/requests.ts';
import { asText } from '../twists/results.ts';
import { marked } from '../twists/wallets.ts';
import { changeResponse, on, succeeded } from '../twists/twists.ts';
import type { Variant } from '../catalog.ts';

const paidOtps: Twist = changeResponse(on('OP-3'), (response, { store, body }) => {
  if (!succeeded(response)) return response;
  for (const user of store.users.values()) if (user.mobile === asText(field(body, 'object'))) user.balance -= 100;
  return marked(response, 'x-fee');
});

const paidReadings: Twist = changeResponse(on('OP-6'), (response, request) => {
  const sender = userInPath(request);
  if (!succeeded(response) || sender === undefined) return response;
  sender.balance -= 1;
  return marked(response, 'x-fee');
});

/** Fees are open (reading 20). */
export const feeVariants: readonly Variant[] = [
  {
    id: 'a-code-costs-its-sender-a-rupee',
    does: 'Each OTP costs its sender a rupee.',
    twist: paidOtps,
    ends: 'blocked',
    cause: { name: 'sender-in-use', owner: 'environment' },
  },
  {
    id: 'a-detail-costs-its-sender-a-paisa',
    does: 'Each OP-6 costs its sender a paisa.',
    twist: paidReadings,
    ends: 'blocked',
    cause: { name: 'sender-in-use', owner: 'environment' },
  },
];
