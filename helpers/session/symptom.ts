import { isGatewayStatus } from '../core/gateway-statuses.ts';
import { isUnreadable, type Reply } from '../judge/reply.ts';

/** `environmental`: something between us and the service may have sent it. `server-error`: judged when control calls succeed. */
export type Symptom = 'clear' | 'server-error' | 'environmental';

/** Reading 6: what must be doubted before the service is blamed. A body that cannot be unpacked counts as cut. */
export function readSymptom({ status, mediaType, exchange }: Pick<Reply, 'status' | 'mediaType' | 'exchange'>): Symptom {
  if (isUnreadable(exchange)) return 'environmental';
  if (status === null || isGatewayStatus(status)) return 'environmental';
  if (status === 200 && mediaType === 'text/html') return 'environmental';
  return status >= 500 ? 'server-error' : 'clear';
}
