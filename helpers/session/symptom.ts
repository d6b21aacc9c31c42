import { isGatewayStatus, isTroubleStatus, tooManyRequests } from '../core/gateway-statuses.ts';
import type { Exchange } from '../core/exchange.ts';
import { isRecord } from '../core/json.ts';
import { isUnreadable, type Reply } from '../judge/reply.ts';

/** `environmental`: something between us and the service may have sent it. `server-error`: judged when control calls succeed. */
export type Symptom = 'clear' | 'server-error' | 'environmental';

type Answer = Pick<Reply, 'status' | 'mediaType' | 'body' | 'exchange'>;

const beginsAsPage = (text: string): boolean => /^\s*<(!doctype html|html)\b/i.test(text);

/** A page of HTML. A JSON object is the service's own, whatever its label: the label has a clause of its own (reading 6). */
function isForeignPage({ mediaType, body, exchange }: Answer): boolean {
  if (isRecord(body) || mediaType === 'application/json') return false;
  return mediaType === 'text/html' || beginsAsPage(exchange.response?.body.text ?? '');
}

/** Reading 6: what must be doubted before the service is blamed. A body that cannot be unpacked counts as cut. */
export function readSymptom(answer: Answer): Symptom {
  const { status, exchange } = answer;
  if (isUnreadable(exchange)) return 'environmental';
  if (status === null || isGatewayStatus(status)) return 'environmental';
  if (status === 200 && isForeignPage(answer)) return 'environmental';
  return status >= 500 ? 'server-error' : 'clear';
}

/** Trouble in which a call with an effect is lost: its repetition may have the effect twice. */
export const mayBeLost = (exchange: Exchange): boolean =>
  !hasSurelyDoneNothing({ status: exchange.response?.status ?? null, exchange }) &&
  (exchange.response === null || isTroubleStatus(exchange.response.status));

/** The target did not look at the request, or never got it. */
export const hasSurelyDoneNothing = ({ status, exchange }: { readonly status: number | null; readonly exchange: Exchange }): boolean =>
  status === tooManyRequests || exchange.trouble?.kind === 'refused';
