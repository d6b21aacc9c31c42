import { isRecord } from '../../helpers/core/json.ts';
import { isListed, judgeContent, unlisted, type OperationalAnswer } from '../../helpers/judge/operational.ts';
import { placeOf } from '../../helpers/judge/reply.ts';
import { notApplicable } from '../../helpers/judge/stop.ts';
import { check, type ActiveCheck, type CheckContext, type Suite } from '../../helpers/runner/check.ts';
import { errorOperations, type OperationalOperation } from '../../specs/operational.ts';
import { rowName } from '../support/operational-row.ts';

interface Seen {
  readonly answer: OperationalAnswer;
  /** The HTTP 500 with which frameworks answer this path, the object being there (reading 24). */
  readonly isFrameworks: boolean;
}

async function askedFor({ use, journey }: CheckContext, clause: string): Promise<OperationalAnswer> {
  const asked = journey.operational.errors.get(clause);
  if (asked === undefined) throw new Error(`expected ${clause} in the journey, received none: add it to specs/operational.ts`);
  return use(asked);
}

/** HEAD says what GET says, without the object: it is looked for there. */
async function seen(context: CheckContext, { clause, method }: OperationalOperation): Promise<Seen> {
  const answer = await askedFor(context, clause);
  const shown = answer.status === 500 && method === 'HEAD' ? await askedFor(context, 'ERROR-GET') : answer;
  return { answer, isFrameworks: answer.status === 500 && shown.status === 500 && isRecord(shown.body) };
}

async function listed(context: CheckContext, operation: OperationalOperation): Promise<Seen> {
  const found = await seen(context, operation);
  if (!isListed(found.answer) && !found.isFrameworks) throw unlisted(found.answer);
  return found;
}

const wayIn = ({ method }: OperationalOperation): string => method.toLowerCase();

const status = (operation: OperationalOperation): ActiveCheck =>
  check(operation.clause, 'status', `${rowName(operation)} answers with a listed status`, async (context) => {
    await listed(context, operation);
  });

/** Content has to be the object with HTTP 200; a 201 may come without any. */
const object = (operation: OperationalOperation): ActiveCheck =>
  check('ERROR-OBJECT', wayIn(operation), `${rowName(operation)} answers with a JSON object`, async (context) => {
    const { answer } = await listed(context, operation);
    const holds = answer.status === 200 || answer.status === 500 || (answer.status === 201 && answer.text !== '');
    if (!holds) throw notApplicable(`${rowName(operation)} answers HTTP ${String(answer.status)}: there is no content to judge`);
    const [finding] = judgeContent(answer, 'error-answer').findings;
    if (finding === undefined) return;
    const { expected, received, deviation } = finding;
    throw context.must.violation({ expected, received, place: placeOf(answer), exchange: answer.exchange.id, deviation });
  });

const framework = (operation: OperationalOperation): ActiveCheck =>
  check('ERROR-FRAMEWORK-500', wayIn(operation), `${rowName(operation)} is not HTTP 500`, async (context) => {
    const { answer, isFrameworks } = await listed(context, operation);
    if (!isFrameworks) return;
    throw context.must.violation({
      expected: `HTTP ${operation.statuses.join(', ')}`,
      received: 'HTTP 500',
      place: placeOf(answer),
      exchange: answer.exchange.id,
    });
  });

const rows: readonly OperationalOperation[] = errorOperations;

/** `/error` with its seven methods (reading 24); the document knows no body for them. */
export const errorEndpoint: Suite = {
  name: 'Error endpoint',
  area: 'Operational',
  checks: rows.flatMap((operation) => [status(operation), ...(operation.result === null ? [] : [object(operation)]), framework(operation)]),
};
