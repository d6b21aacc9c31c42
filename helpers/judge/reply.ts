import { isContainer } from '../core/depth-limit.ts';
import { apiCodes, isApiCode } from '../../specs/codes.ts';
import { clauseById } from '../../specs/clauses.ts';
import type { Operation } from '../../specs/operation.ts';
import { readApiCode, readStatusCode, unwrapEnvelope } from '../core/answers.ts';
import { readMediaType, type Exchange } from '../core/exchange.ts';
import { hardestVerdict } from '../core/records/verdicts.ts';
import { emptyJudgement, judgeValue, type SchemaFinding, type SchemaJudgement } from './schema/findings.ts';
import { isRecord, member, parseExactly, parseJson } from '../core/json.ts';

export interface Reply {
  readonly exchange: Exchange;
  readonly operation: Operation;
  /** The call had its documented form: a refusal breaks `OPn-SERVED`, not the rules about refusals. */
  readonly documented: boolean;
  /** Null when no complete answer came. */
  readonly status: number | null;
  /** Lower case, without parameters. */
  readonly mediaType: string | null;
  /** Undefined when the body is not JSON or was cut. */
  readonly body: unknown;
  /** `status.code`, also when it is text; 2000 as well where none can be read and the result shows that the call was served. */
  readonly code: number | null;
  readonly message: unknown;
  /** Integers too long for a JavaScript number are text here; the schema judges them as they were written. */
  readonly result: unknown;
  readonly envelope: SchemaJudgement;
  readonly payload: SchemaJudgement;
}

/** No path of the document ends with a slash. */
export const isOfStatedPath = ({ exchange: { request } }: Pick<Reply, 'exchange'>): boolean => !new URL(request.url).pathname.endsWith('/');

const measureAnswer = ({ exchange: { response } }: Reply): number => response?.body.text.length ?? 0;

/** Of two answers that show the same, the shorter is easier to read. */
export const pickShorter = (one: Reply | null, other: Reply): Reply =>
  one !== null && measureAnswer(one) <= measureAnswer(other) ? one : other;

/** The answer was cut: only its status counts. */
export const isTruncated = ({ response }: Exchange): boolean => response?.truncated === true;

/** The body is not in the coding that its headers name. */
export const isUnreadable = ({ response }: Exchange): boolean => response?.unreadable === true;

const readWholeText = (exchange: Exchange): string => {
  const { response } = exchange;
  return response?.body.encoding === 'utf8' && !isTruncated(exchange) && !isUnreadable(exchange) ? response.body.text : '';
};

/** Undefined when the body is not JSON, was cut or cannot be unpacked. */
export const parseAnswerBody = (exchange: Exchange): unknown => parseJson(readWholeText(exchange));

const isFilled = (result: unknown): boolean => isContainer(result) && Object.keys(result).length > 0;

const isSuccessStatus = (status: number | null): boolean => status !== null && status >= 200 && status < 300;

/** A code is populated only with HTTP 200 (reading 7), so a refusal is not served for a 2000 in its body. */
function readCodeBesideStatus(body: unknown, status: number | null): number | null {
  const code = readStatusCode(body);
  return code === apiCodes.success && !isSuccessStatus(status) ? null : code;
}

/** A whole result of the operation, or the message of its success where it has no result. */
function evidentlyServed({ result: schema, successMessage }: Operation, body: unknown): boolean {
  const result = member(body, 'result');
  if (isFilled(result)) return !judgeValue(schema, result, 'result').findings.some(isBreach);
  return successMessage !== undefined && member(member(body, 'status'), 'message') === successMessage;
}

/** Where the code cannot be read, other parts of the answer show that the call was served. The code is accused once. */
function readCode(operation: Operation, body: unknown, status: number | null): number | null {
  if (status !== 200) return readCodeBesideStatus(body, status);
  const code = readApiCode(body);
  if (code !== null && isApiCode(code)) return code;
  return evidentlyServed(operation, body) ? apiCodes.success : code;
}

/** Also with HTTP 201 and the like: the status is accused once, and what the answer says is used. */
export const isServed = ({ status, code }: Pick<Reply, 'status' | 'code'>): boolean => isSuccessStatus(status) && code === apiCodes.success;

/** The result schema binds with code 2000, the envelope with every HTTP 200 (reading 8). */
export function readReply(operation: Operation, exchange: Exchange, documented: boolean): Reply {
  const { response } = exchange;
  const text = readWholeText(exchange);
  const parsed = parseJson(text);
  const body = unwrapEnvelope(parsed);
  const state = member(body, 'status');
  const written = member(body, 'result');
  const status = response?.status ?? null;
  const answered = status === 200;
  const code = readCode(operation, body, status);
  return {
    exchange,
    operation,
    documented,
    status,
    mediaType: response === null ? null : readMediaType(response.headers),
    body,
    code,
    message: member(state, 'message'),
    result: member(unwrapEnvelope(parseExactly(text, parsed)), 'result'),
    envelope: answered && isRecord(body) ? judgeValue('envelope', body, '') : emptyJudgement,
    payload:
      answered && code === apiCodes.success && written !== undefined ? judgeValue(operation.result, written, 'result') : emptyJudgement,
  };
}

/** A value that merely differs from an example is usable; a broken form is not. */
export const isBreach = ({ clause }: SchemaFinding): boolean => hardestVerdict[clauseById(clause).certainty] === 'fail';

/** The broken clause at a place, for example `result.tagId`. */
export function findingAt(reply: Reply, place: string): SchemaFinding | undefined {
  return [...reply.envelope.findings, ...reply.payload.findings].find((finding) => finding.place === place && isBreach(finding));
}

interface Asked {
  readonly operation: { readonly method: string; readonly path: string; readonly forms?: Operation['forms'] };
  readonly exchange: Pick<Exchange, 'request'>;
}

/** A form may have a path of its own, which ends otherwise. A record may hold any text as its address. */
function findPath({ operation: { path, forms = {} }, exchange: { request } }: Asked): string {
  const [asked = ''] = request.url.split('?', 1);
  return Object.values(forms).find((form) => form.path !== undefined && asked.endsWith(form.path))?.path ?? path;
}

/** `GET /wallet/… › result.invoiceId` */
export const formatPlace = (asked: Asked, place?: string): string =>
  `${asked.operation.method} ${findPath(asked)}${place === undefined ? '' : ` › ${place}`}`;

/** `HTTP 404`, `no answer: connection reset` */
export const describeStatus = ({ response, trouble }: Exchange): string =>
  response === null ? `no answer: ${trouble?.message ?? 'unknown'}` : `HTTP ${response.status}`;

/** `HTTP 200 with code 4160 (user.invalid)`, `HTTP 404`, `no answer: connection reset` */
export function describeAnswer(reply: Reply): string {
  if (reply.status === null) return describeStatus(reply.exchange);
  const message = typeof reply.message === 'string' ? ` (${reply.message})` : '';
  if (isUnreadable(reply.exchange)) return `HTTP ${reply.status} in a coding that cannot be undone`;
  if (isTruncated(reply.exchange)) return `HTTP ${reply.status}, longer than is read`;
  if (reply.status === 200 && reply.code !== readApiCode(reply.body)) return 'HTTP 200 with the result of a served call';
  return reply.status === 200 && reply.code !== null ? `HTTP 200 with code ${reply.code}${message}` : `HTTP ${reply.status}`;
}
