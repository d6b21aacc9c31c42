import type { Operation } from '../../specs/operation.ts';
import { senderBalance, senderDetail } from '../../specs/operations.ts';
import type { TokenUse } from './authorized-send.ts';
import type { Call, RawRequest } from './http/call.ts';

/** The reads that yield or use a session. */
const sessionReads: readonly Operation['id'][] = [senderDetail.id, senderBalance.id];

export function chooseTokenUse({ id, effect }: Operation, { ticket }: Call): TokenUse {
  if (effect === 'none') return { onExpiry: 'repeat', needsNewest: sessionReads.includes(id), movesMoney: false };
  const movesMoney = effect === 'moves-money';
  return { onExpiry: movesMoney || ticket !== undefined ? 'stop' : 'repeat-if-dead', needsNewest: true, movesMoney };
}

export function chooseRawTokenUse({ method }: RawRequest): TokenUse {
  const isRead = method === 'GET' || method === 'HEAD';
  return { onExpiry: isRead ? 'repeat-if-dead' : 'stop', needsNewest: !isRead, movesMoney: false };
}
