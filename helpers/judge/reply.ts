import { apiCodes } from '../../specs/codes.ts';
import { clauseById } from '../../specs/clauses.ts';
import type { Operation } from '../../specs/operation.ts';
import { readApiCode } from '../core/answers.ts';
import { readMediaType, type Exchange } from '../core/exchange.ts';
import { hardestVerdict } from '../core/records/verdicts.ts';
import { emptyJudgement, judgeValue, type SchemaFinding, type SchemaJudgement } from './schema/findings.ts';
import { isRecord, member, parseJson } from '../core/json.ts';

/** An exchange of a business operation, read as HTTP status, API code and result. */
export interface Reply {
  readonly exchange: Exchange;
  readonly operation: Operation;
  /** The call was as documented: refusing it breaks `OPn-SERVED`, not the rules about refusals. */
  readonly documented: boolean;
  /** HTTP status; null when no whole answer came. */
  readonly status: number | null;
  /** Lower case, without parameters. */
  readonly mediaType: string | null;
  /** The parsed body; undefined when it is not JSON, or longer than is read. */
  readonly body: unknown;
  /** `status.code`, also where it is text. */
  readonly code: number | null;
  readonly message: unknown;
  readonly result: unknown;
  /** What the envelope and result schemas say of it. */
  readonly envelope: SchemaJudgement;
  readonly payload: SchemaJudgement;
}

/** The answer was longer than is read: its status is known, and nothing of its body is judged. */
export const isTruncated = ({ response }: Exchange): boolean => response?.truncated === true;

/** The answer is not of the coding that its head tells. */
export const isUnreadable = ({ response }: Exchange): boolean => response?.unreadable === true;

/** Undefined when it is not JSON, not whole, or not to be unpacked. */
export const parseAnswerBody = (exchange: Exchange): unknown => {
  const { response } = exchange;
  return response?.body.encoding === 'utf8' && !isTruncated(exchange) && !isUnreadable(exchange)
    ? parseJson(response.body.text)
    : undefined;
};

/** Result schemas bind when the code is 2000, the envelope with every HTTP 200 (reading 8). */
export function readReply(operation: Operation, exchange: Exchange, documented: boolean): Reply {
  const { response } = exchange;
  const body = parseAnswerBody(exchange);
  const state = member(body, 'status');
  const code = readApiCode(body);
  const result = member(body, 'result');
  const answered = response?.status === 200;
  return {
    exchange,
    operation,
    documented,
    status: response?.status ?? null,
    mediaType: response === null ? null : readMediaType(response.headers),
    body,
    code,
    message: member(state, 'message'),
    result,
    envelope: answered && isRecord(body) ? judgeValue('envelope', body, '') : emptyJudgement,
    payload:
      answered && code === apiCodes.success && result !== undefined ? judgeValue(operation.result, result, 'result') : emptyJudgement,
  };
}

/** A value beyond an example is as good as any to go on with; only a broken form is not. */
const isBreach = ({ clause }: SchemaFinding): boolean => hardestVerdict[clauseById(clause).certainty] === 'fail';

/** The breach of the specification found at a place, for example `result.tagId`. */
export function findingAt(reply: Reply, place: string): SchemaFinding | undefined {
  return [...reply.envelope.findings, ...reply.payload.findings].find((finding) => finding.place === place && isBreach(finding));
}

/** `GET /wallet/… › result.invoiceId` */
export const formatPlace = (
  { operation }: { readonly operation: { readonly method: string; readonly path: string } },
  place?: string,
): string => `${operation.method} ${operation.path}${place === undefined ? '' : ` › ${place}`}`;

/** `HTTP 404`, `no answer: connection reset` */
export const describeStatus = ({ response, trouble }: Exchange): string =>
  response === null ? `no answer: ${trouble?.message ?? 'unknown'}` : `HTTP ${response.status}`;

/** `HTTP 200 with code 4160 (user.invalid)`, `HTTP 404`, `no answer: connection reset` */
export function describeAnswer(reply: Reply): string {
  if (reply.status === null) return describeStatus(reply.exchange);
  const message = typeof reply.message === 'string' ? ` (${reply.message})` : '';
  if (isUnreadable(reply.exchange)) return `HTTP ${reply.status} in a coding that cannot be undone`;
  if (isTruncated(reply.exchange)) return `HTTP ${reply.status}, longer than is read`;
  return reply.status === 200 && reply.code !== null ? `HTTP 200 with code ${reply.code}${message}` : `HTTP ${reply.status}`;
}
