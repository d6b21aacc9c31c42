import { apiCodes } from '../../specs/codes.ts';
import { describeValue } from '../core/describe.ts';
import { classifyAnswer } from '../core/records/deviation.ts';
import { valueAt } from '../judge/fields.ts';
import { describeAnswer, readReply, type Reply } from '../judge/reply.ts';
import { servedClauseByOperation } from '../judge/served.ts';
import { maskText } from '../report/model/masked-text.ts';
import type { ActiveCheck } from '../runner/check.ts';
import type { Outcome } from '../core/records/outcome.ts';
import type { Exchange } from '../core/exchange.ts';
import { operations } from '../../specs/operations.ts';

const operationByServedClause: ReadonlyMap<string, string> = new Map(
  Object.entries(servedClauseByOperation).map(([operation, clause]) => [clause, operation]),
);

/** Clauses that one answer alone decides: what it is when the check passes. Controls and prerequisites may stand before and after it. */
const refusalTestByClause: Readonly<Record<string, (reply: Reply) => boolean>> = {
  'AUTH-401': ({ status }) => status === 401,
  'HTTP-415': ({ status }) => status === 415,
  'HTTP-400': ({ status }) => status === 400,
  'CODE-4170': ({ status, code }) => status === 200 && code === apiCodes.wrongOtpOrMpin,
};

/** Odd calls need not be refused in the stated way: most of them are nobody's, and a pass says that none was served. */
const strictCampaignClauses: ReadonlySet<string> = new Set(['HTTP-400']);

function readRepliesTo(evidence: readonly Exchange[], subject: string): readonly Reply[] {
  const operation = operations.find(({ id }) => id === subject);
  return operation === undefined
    ? []
    : evidence.filter((exchange) => exchange.operation === subject).map((exchange) => readReply(operation, exchange, true));
}

const isServed = ({ status, code }: Reply): boolean => status === 200 && code === apiCodes.success;

function findPassProblem({ clause, operation, needs }: ActiveCheck, evidence: readonly Exchange[]): string | null {
  const holds = needs !== 'campaign' || strictCampaignClauses.has(clause) ? refusalTestByClause[clause] : undefined;
  const replies = readRepliesTo(evidence, operation);
  const last = replies.at(-1);
  if (holds !== undefined && last !== undefined && !replies.some(holds))
    return `pass is recorded, and none of its exchanges is such a refusal: they end with ${describeAnswer(last)}`;
  const subject = operationByServedClause.get(clause);
  if (subject !== undefined && !readRepliesTo(evidence, subject).some(isServed))
    return `pass is recorded, and no exchange shows ${subject} served`;
  return null;
}

/** A value told with its type, as `describe` does; one told otherwise was worked out. */
const describedValue = /^(?:nothing|null|.* \((?:text|a number|a boolean|an array|an object)\))$/s;

/** What is told beside the answer that decided: how its transfer ended, and that there is more of the kind. */
const trailingRemarks = /,? and (?:[A-Z]+ in OP-10|\d+ more findings?)$/;

/** A violation told by status and code, or of a field, quotes the exchange that decided: the last. */
function findFailProblem({ received: words, place, deviation }: Outcome, evidence: readonly Exchange[]): string | null {
  const received = words?.replace(trailingRemarks, '').replace(trailingRemarks, '') ?? null;
  const decisive = evidence.at(-1);
  const [last] = decisive?.operation == null ? [] : readRepliesTo([decisive], decisive.operation);
  if (last === undefined || received === null || place?.startsWith(`${last.operation.method} ${last.operation.path}`) !== true) return null;
  const field = place.split(' › ')[1];
  const ofField = field !== undefined && describedValue.test(received);
  const isWhole = /^HTTP \d/.test(received);
  if (isWhole && deviation !== undefined && deviation !== classifyAnswer(last))
    return `${deviation} is recorded, and the last exchange is ${classifyAnswer(last)}`;
  const seen = isWhole ? describeAnswer(last) : ofField ? describeValue(valueAt(last, field)) : null;
  if (seen === null || maskText(seen) === maskText(received)) return null;
  return `${received} is recorded as received, and the last exchange holds ${seen}`;
}

/** What an outcome says that its own exchanges do not, as far as they alone can tell. */
export function findActiveProblem(check: ActiveCheck, recorded: Outcome, evidence: readonly Exchange[]): string | null {
  if (recorded.verdict === 'pass') return evidence.length === 0 ? 'pass is recorded, and no exchange' : findPassProblem(check, evidence);
  return recorded.verdict === 'fail' || recorded.verdict === 'warn' ? findFailProblem(recorded, evidence) : null;
}
