import { describeValue } from '../../helpers/core/describe.ts';
import { type Deviation, classifyWrongType } from '../../helpers/core/records/deviation.ts';
import { isTruncated, isUnreadable, formatPlace, parseAnswerBody, type Reply } from '../../helpers/judge/reply.ts';
import { isRecord } from '../../helpers/core/json.ts';
import { rule, type PassiveCheck, type Suite } from '../../helpers/runner/check.ts';
import { type Judgement } from '../../helpers/core/records/judgement.ts';
import type { ClauseId } from '../../specs/clauses.ts';
import type { OperationId } from '../../specs/operation.ts';
import { operations } from '../../specs/operations.ts';
import { exercise } from '../support/exercise.ts';

interface EnvelopeRule {
  readonly clause: ClauseId;
  readonly way: string;
  readonly fact: string;
  readonly judge: (reply: Reply) => Judgement | null;
}

const notHeld = (expected: string, received: string, deviation: Deviation): Judgement => ({
  held: false,
  expected,
  received,
  place: null,
  deviation,
});

/** Every HTTP 200 answer must be one JSON object. Without it the rest of the envelope cannot be judged. */
function judgeBody({ status, exchange }: Reply): Judgement | null {
  if (status !== 200 || isTruncated(exchange)) return null;
  const body = parseAnswerBody(exchange);
  if (isRecord(body)) return { held: true };
  const expected = 'a JSON object';
  if (isUnreadable(exchange)) return notHeld(expected, 'a body that cannot be unpacked as its Content-Encoding says', 'unreadable');
  const text = exchange.response?.body.text ?? '';
  if (text === '') return notHeld(expected, 'an empty body', 'missing');
  return body === undefined
    ? notHeld(expected, describeValue(text), 'format')
    : notHeld(expected, describeValue(body), classifyWrongType(body));
}

function judgeMediaType({ status, body, mediaType }: Reply): Judgement | null {
  if (status !== 200 || !isRecord(body)) return null;
  const expected = 'Content-Type application/json';
  if (mediaType === null) return notHeld(expected, 'no Content-Type', 'missing');
  return mediaType === 'application/json' ? { held: true } : notHeld(expected, mediaType, 'media-type');
}

/** A clause that the envelope schema judges. */
function judgePart(clause: ClauseId): EnvelopeRule['judge'] {
  return (reply) => {
    const { envelope } = reply;
    const finding = envelope.findings.find((each) => each.clause === clause);
    if (finding !== undefined) return { held: false, ...finding, place: formatPlace(reply, finding.place) };
    return envelope.judged.has(clause) ? { held: true } : null;
  };
}

const envelopePart = (clause: ClauseId, way: string, fact: string): EnvelopeRule => ({ clause, way, fact, judge: judgePart(clause) });

const envelopeRules: readonly EnvelopeRule[] = [
  { clause: 'ENVELOPE-BODY', way: 'object', fact: 'wraps every answer in the envelope', judge: judgeBody },
  { clause: 'ENVELOPE-MEDIA-TYPE', way: 'json', fact: 'answers in application/json', judge: judgeMediaType },
  envelopePart('ENVELOPE-STATUS', 'object', 'answers with a status object'),
  envelopePart('ENVELOPE-STATUS-MESSAGE', 'text-or-null', 'answers with a message that is text or null'),
  envelopePart('ENVELOPE-STATUS-CODE', 'integer', 'answers with an integer code'),
  envelopePart('CODE-LISTED', 'listed', 'answers with one of the six codes'),
  envelopePart('ENVELOPE-RESULT', 'present', 'answers with a result that is an object, an array or null'),
];

const everywhereCheck = ({ clause, way, fact, judge }: EnvelopeRule): PassiveCheck => {
  return rule(clause, `${way}-everywhere`, `the service ${fact}`, {
    operation: 'ENVELOPE',
    exercise: ({ use, journey }) => use(journey.access.open),
    judge,
  });
};

const operationCheck = (operation: OperationId, { clause, way, fact, judge }: EnvelopeRule): PassiveCheck => {
  return rule(clause, `${way}-${operation}`, `${operation} ${fact}`, { operation, exercise: exercise[operation], judge });
};

export const responseEnvelope: Suite = {
  name: 'Response envelope',
  area: 'Contract',
  checks: [...envelopeRules.map(everywhereCheck), ...operations.flatMap(({ id }) => envelopeRules.map((rule) => operationCheck(id, rule)))],
};
