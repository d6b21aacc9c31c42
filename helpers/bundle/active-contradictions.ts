import { apiCodes } from '../../specs/codes.ts';
import { describeValue } from '../core/describe.ts';
import { classifyAnswer } from '../core/records/deviation.ts';
import { withoutRemarks } from '../core/records/remarks.ts';
import { valueAt } from '../judge/fields.ts';
import { describeAnswer, isOfStatedPath, isServed, readReply, type Reply } from '../judge/reply.ts';
import { servedClauseByOperation } from '../judge/served.ts';
import { maskText } from '../report/model/masked-text.ts';
import type { ActiveCheck } from '../runner/check.ts';
import type { Outcome } from '../core/records/outcome.ts';
import { accusingVerdicts } from '../core/records/verdicts.ts';
import type { Exchange } from '../core/exchange.ts';
import { operations } from '../../specs/operations.ts';

const operationByServedClause: ReadonlyMap<string, string> = new Map(
  Object.entries(servedClauseByOperation).map(([operation, clause]) => [clause, operation]),
);

/** Clauses that one answer decides, with the answer that a passing check must show. Controls and prerequisites may surround it. */
const refusalTestByClause: Readonly<Record<string, (reply: Reply) => boolean>> = {
  // Whether other paths exist is open, so any answer but a served one refuses them.
  'AUTH-401': (reply) => reply.status === 401 || !(isOfStatedPath(reply) || isServed(reply)),
  'HTTP-415': ({ status }) => status === 415,
  'HTTP-400': ({ status }) => status === 400,
  'CODE-4170': ({ status, code }) => status === 200 && code === apiCodes.wrongOtpOrMpin,
};

/** The service may refuse odd calls of a campaign in any way, except for these clauses. A pass only means that no odd call was served. */
const strictCampaignClauses: ReadonlySet<string> = new Set(['HTTP-400']);

function readRepliesTo(evidence: readonly Exchange[], subject: string): readonly Reply[] {
  const operation = operations.find(({ id }) => id === subject);
  return operation === undefined
    ? []
    : evidence.filter((exchange) => exchange.operation === subject).map((exchange) => readReply(operation, exchange, true));
}

function findPassProblem({ clause, operation, needs }: ActiveCheck, evidence: readonly Exchange[]): string | null {
  const holds = needs !== 'campaign' || strictCampaignClauses.has(clause) ? refusalTestByClause[clause] : undefined;
  const replies = readRepliesTo(evidence, operation);
  const last = replies.at(-1);
  if (holds !== undefined && last !== undefined && !replies.some(holds))
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
