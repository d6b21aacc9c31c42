import type { OperationalOperation } from '../../specs/operational.ts';
import { readMediaType, type Exchange } from '../core/exchange.ts';
import { typeName } from '../core/describe.ts';
import { classifyAnswer } from '../core/records/deviation.ts';
import { judgeValue, type SchemaJudgement } from './schema/findings.ts';
import { describeStatus, parseAnswerBody, formatPlace } from './reply.ts';
import { createViolationStop, notApplicable, untried, type Stop } from './stop.ts';

export interface OperationalAnswer {
  readonly exchange: Exchange;
  readonly operation: OperationalOperation;
  /** Null when no complete answer came. */
  readonly status: number | null;
  /** Lower case, without parameters. */
  readonly mediaType: string | null;
  /** As received; empty without a body. */
  readonly text: string;
  /** The parsed body; undefined when it is not JSON. */
  readonly body: unknown;
}

export function readOperationalAnswer(operation: OperationalOperation, exchange: Exchange): OperationalAnswer {
  const { response } = exchange;
  return {
    exchange,
    operation,
    status: response?.status ?? null,
    mediaType: response === null ? null : readMediaType(response.headers),
    text: response?.body.text ?? '',
    body: parseAnswerBody(exchange),
  };
}

export const formatStatus = ({ exchange }: OperationalAnswer): string => describeStatus(exchange);

export const hasListedStatus = ({ status, operation }: OperationalAnswer): boolean =>
  status !== null && operation.statuses.includes(status);

/** True for a listed status below 300. */
export const isServed = (answer: OperationalAnswer): boolean => hasListedStatus(answer) && answer.status !== null && answer.status < 300;

/** A call without an answer, or answered with a server error, may have had its effect. */
export const mayHaveActed = ({ status }: OperationalAnswer): boolean => status === null || status < 300 || status >= 500;

/** The violation of the row's own clause: the row does not list the status (readings 23 and 24). */
export function createUnlistedViolation(answer: OperationalAnswer): Stop {
  const { operation, exchange } = answer;
  return createViolationStop({
    clause: operation.clause,
    expected: `HTTP ${operation.statuses.join(', ')}`,
    received: formatStatus(answer),
    place: formatPlace(answer),
    exchange: exchange.id,
    deviation: classifyAnswer({ status: answer.status }),
  });
}

export function mustBeListed(answer: OperationalAnswer): void {
  if (!hasListedStatus(answer)) throw createUnlistedViolation(answer);
}

/** A protected or hidden endpoint has no content to judge. */
export function mustBeServed(answer: OperationalAnswer): void {
  mustBeListed(answer);
  if (isServed(answer)) return;
  throw notApplicable(`${formatPlace(answer)} answers ${formatStatus(answer)}: it is protected, or not exposed`);
}

/** Judges the content by its schema. Findings name only types, because these answers hold secrets. */
export function judgeContent(answer: OperationalAnswer, schema: string): SchemaJudgement {
  const { exchange, text, body } = answer;
  if (exchange.response?.truncated === true) throw untried(`the content of ${formatPlace(answer)} is longer than the suite reads`, 'suite');
  return judgeValue(schema, body === undefined && text !== '' ? text : body, '', typeName);
}
