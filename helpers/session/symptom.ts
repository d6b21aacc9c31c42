import { isGatewayStatus } from '../core/gateway-statuses.ts';
import { isUnreadable, type Reply } from '../judge/reply.ts';

/** `environmental`: somebody between us and the service may have said it. `server-error`: judged when control calls succeed. */
export type Symptom = 'clear' | 'server-error' | 'environmental';

/** Reading 6: what has to be doubted before the service is blamed. What nobody can unpack is as good as cut. */
export function readSymptom({ status, mediaType, exchange }: Pick<Reply, 'status' | 'mediaType' | 'exchange'>): Symptom {
  if (isUnreadable(exchange)) return 'environmental';
  if (status === null || isGatewayStatus(status)) return 'environmental';
  if (status === 200 && mediaType === 'text/html') return 'environmental';
  return status >= 500 ? 'server-error' : 'clear';
}
