import { isRecord } from '../../helpers/core/json.ts';
import { hasListedStatus, judgeContent, createUnlistedViolation, type OperationalAnswer } from '../../helpers/judge/operational.ts';
import { formatPlace } from '../../helpers/judge/reply.ts';
import { notApplicable } from '../../helpers/judge/stop.ts';
import { check, type ActiveCheck, type CheckContext, type Suite } from '../../helpers/runner/check.ts';
import { errorOperations, type OperationalOperation } from '../../specs/operational.ts';
import { rowName } from '../support/operational-row.ts';

interface ErrorAnswer {
  readonly answer: OperationalAnswer;
  /** A framework answers this path with HTTP 500 and the JSON object (reading 24). */
  readonly isFrameworkError: boolean;
}

async function askErrorEndpoint({ use, journey }: CheckContext, clause: string): Promise<OperationalAnswer> {
  const asked = journey.operational.errors.get(clause);
  if (asked === undefined) throw new Error(`expected ${clause} in the journey, received none: add it to specs/operational.ts`);
  return use(asked);
}

/** HEAD has no body, so the object is read from GET. */
async function readErrorAnswer(context: CheckContext, { clause, method }: OperationalOperation): Promise<ErrorAnswer> {
  const answer = await askErrorEndpoint(context, clause);
  const shown = answer.status === 500 && method === 'HEAD' ? await askErrorEndpoint(context, 'ERROR-GET') : answer;
  return { answer, isFrameworkError: answer.status === 500 && shown.status === 500 && isRecord(shown.body) };
}

const anonymousCheck = check(
  'ERROR-GET',
  'without-token',
  'GET /error without a token answers with a listed status',
  async ({ use, journey }) => {
    const answer = await use(journey.operational.withoutToken.error);
    const isFrameworkError = answer.status === 500 && isRecord(answer.body);
    if (!hasListedStatus(answer) && !isFrameworkError) throw createUnlistedViolation(answer);
  },
);

async function readListedAnswer(context: CheckContext, operation: OperationalOperation): Promise<ErrorAnswer> {
  const found = await readErrorAnswer(context, operation);
  if (!hasListedStatus(found.answer) && !found.isFrameworkError) throw createUnlistedViolation(found.answer);
  return found;
}

const methodWay = ({ method }: OperationalOperation): string => method.toLowerCase();

const statusCheck = (operation: OperationalOperation): ActiveCheck =>
  check(operation.clause, 'status', `${rowName(operation)} answers with a listed status`, async (context) => {
    await readListedAnswer(context, operation);
  });

/** With HTTP 200 the content must be the object. A 201 may have no content. */
const objectCheck = (operation: OperationalOperation): ActiveCheck =>
  check('ERROR-OBJECT', methodWay(operation), `${rowName(operation)} answers with a JSON object`, async (context) => {
    const { answer } = await readListedAnswer(context, operation);
    const holds = answer.status === 200 || answer.status === 500 || (answer.status === 201 && answer.text !== '');
    if (!holds) throw notApplicable(`${rowName(operation)} answers HTTP ${String(answer.status)}: there is no content to judge`);
    const [finding] = judgeContent(answer, 'error-answer').findings;
    if (finding === undefined) return;
    const { expected, received, deviation } = finding;
    throw context.must.violation({ expected, received, place: formatPlace(answer), exchange: answer.exchange.id, deviation });
  });

const frameworkCheck = (operation: OperationalOperation): ActiveCheck =>
  check('ERROR-FRAMEWORK-500', methodWay(operation), `${rowName(operation)} is not HTTP 500`, async (context) => {
    const { answer, isFrameworkError } = await readListedAnswer(context, operation);
    if (!isFrameworkError) return;
    throw context.must.violation({
      expected: `HTTP ${operation.statuses.join(', ')}`,
      received: 'HTTP 500',
      place: formatPlace(answer),
      exchange: answer.exchange.id,
    });
  });

const errorRows: readonly OperationalOperation[] = errorOperations;

/** Reading 24. The document shows no request body for `/error`. */
export const errorEndpoint: Suite = {
  name: 'Error endpoint',
  area: 'Operational',
  checks: [
    ...errorRows.flatMap((operation) => [
      statusCheck(operation),
      ...(operation.result === null ? [] : [objectCheck(operation)]),
      frameworkCheck(operation),
    ]),
    anonymousCheck,
  ],
};
