import { describeValue } from '../core/describe.ts';
import { classifyAnswer } from '../core/records/deviation.ts';
import { withoutRemarks } from '../core/records/remarks.ts';
import { valueAt } from '../judge/fields.ts';
import { describeAnswer, isServed, readReply, type Reply } from '../judge/reply.ts';
import { servedClauseByOperation } from '../judge/served.ts';
import { maskText } from '../report/model/masked-text.ts';
import type { ActiveCheck } from '../runner/check.ts';
import type { Outcome } from '../core/records/outcome.ts';
import { accusingVerdicts } from '../core/records/verdicts.ts';
import type { Exchange } from '../core/exchange.ts';
import { operations, transactionStatus } from '../../specs/operations.ts';
import { refusalTests, type RefusalName } from '../../specs/refusals.ts';
import { textAt } from '../core/json.ts';
import { isRefusedCall } from '../journey/calls/send-refused-call.ts';
import { readNamedCall } from '../judge/facts/named-call.ts';

const operationByServedClause: ReadonlyMap<string, string> = new Map(
  Object.entries(servedClauseByOperation).map(([operation, clause]) => [clause, operation]),
);

/** Clauses that one answer decides, with the refusal that it must be. Controls and prerequisites may surround it. */
const refusalByClause: Readonly<Record<string, RefusalName>> = {
  'AUTH-401': 'http-401',
  'HTTP-415': 'http-415',
  'HTTP-400': 'http-400',
  'CODE-4170': 'code-4170',
};

/** The service may refuse odd calls of a campaign in any way, except for these clauses. A pass only means that no odd call was served. */
const strictCampaignClauses: ReadonlySet<string> = new Set(['HTTP-400']);

function readRepliesTo(evidence: readonly Exchange[], subject: string): readonly Reply[] {
  const operation = operations.find(({ id }) => id === subject);
  return operation === undefined
    ? []
    : evidence.filter((exchange) => exchange.operation === subject).map((exchange) => readReply(operation, exchange, true));
}

/** How OP-10 said that this transfer ended; null where the evidence has no such answer. */
function findTransferStatus(evidence: readonly Exchange[], { exchange }: Reply): string | null {
  const id = textAt(readNamedCall(exchange)?.payload, 'correlationId');
  const isAbout = (asked: Reply): boolean => id !== null && readNamedCall(asked.exchange)?.values['correlationId'] === id;
  const found = readRepliesTo(evidence, transactionStatus.id)
    .filter((asked) => isServed(asked) && isAbout(asked))
    .at(-1);
  return found === undefined ? null : textAt(found.result, 'status');
}

/**
 * Of a check that passes with many refusals only the last answer counts: the calls before it may have been refused too. A transfer that
 * OP-9 accepted and OP-10 calls FAILED was refused as well.
 */
function isRefusedAs(refusal: RefusalName, evidence: readonly Exchange[], replies: readonly Reply[], last: Reply): boolean {
  if (refusal !== 'not-served') return replies.some(refusalTests[refusal]);
  return isRefusedCall({ reply: last, transferStatus: findTransferStatus(evidence, last) });
}

function findPassProblem({ clause, operation, needs, refusal }: ActiveCheck, evidence: readonly Exchange[]): string | null {
  const needed = needs !== 'campaign' || strictCampaignClauses.has(clause) ? refusalByClause[clause] : undefined;
  const replies = readRepliesTo(evidence, operation);
  const last = replies.at(-1);
  if (needed !== undefined && last !== undefined && !isRefusedAs(refusal ?? needed, evidence, replies, last))
    return `pass is recorded, but no exchange shows this refusal: the last one is ${describeAnswer(last)}`;
  const subject = operationByServedClause.get(clause);
  if (subject !== undefined && !readRepliesTo(evidence, subject).some(isServed))
    return `pass is recorded, but no exchange shows ${subject} served`;
  return null;
}

/** A received value with its type, as `describeValue` writes it. Other texts are derived values and cannot be compared. */
const describedValue = /^(?:nothing|null|.* \((?:text|a number|a boolean|an array|an object)\))$/s;

/** A failure that quotes a status and code, or a field, must match its last exchange. */
function findFailProblem({ received: words, place, deviation }: Outcome, evidence: readonly Exchange[]): string | null {
  const received = words === null ? null : withoutRemarks(words);
  const decisive = evidence.at(-1);
  const [last] = decisive?.operation == null ? [] : readRepliesTo([decisive], decisive.operation);
  if (last === undefined || received === null || place?.startsWith(`${last.operation.method} ${last.operation.path}`) !== true) return null;
  const field = place.split(' › ')[1];
  const ofField = field !== undefined && describedValue.test(received);
  const isWhole = /^HTTP \d/.test(received);
  if (isWhole && deviation !== undefined && deviation !== classifyAnswer(last))
    return `${deviation} is recorded, but the last exchange is ${classifyAnswer(last)}`;
  const seen = isWhole ? describeAnswer(last) : ofField ? describeValue(valueAt(last, field)) : null;
  if (seen === null || maskText(seen) === maskText(received)) return null;
  return `${received} is recorded as received, but the last exchange has ${seen}`;
}

/** Null when the recorded exchanges support the outcome, as far as they alone can show. */
export function findActiveProblem(check: ActiveCheck, recorded: Outcome, evidence: readonly Exchange[]): string | null {
  if (recorded.verdict === 'pass') return evidence.length === 0 ? 'pass is recorded without an exchange' : findPassProblem(check, evidence);
  return accusingVerdicts.has(recorded.verdict) ? findFailProblem(recorded, evidence) : null;
}
