import { isRecord } from '../../helpers/core/json.ts';
import { isListed, judgeContent, unlisted, type OperationalAnswer } from '../../helpers/judge/operational.ts';
import { placeOf } from '../../helpers/judge/reply.ts';
import { notApplicable, violation } from '../../helpers/judge/stop.ts';
import { check, wayOf, type ActiveCheck, type Stage, type Suite } from '../../helpers/runner/check.ts';
import { errorOperations, type OperationalOperation } from '../../specs/operational.ts';
import { rowName } from './row.ts';

interface Seen {
  readonly answer: OperationalAnswer;
  /** The HTTP 500 with which frameworks answer this path, the object being there (reading 24). */
  readonly isFrameworks: boolean;
}

async function askedFor({ use, world }: Stage, clause: string): Promise<OperationalAnswer> {
  const asked = world.operational.errors.get(clause);
  if (asked === undefined) throw new Error(`expected ${clause} in the world, received none: add it to specs/operational.ts`);
  return use(asked);
}

/** HEAD says what GET says, without the object: it is looked for there. */
async function seen(stage: Stage, { clause, method }: OperationalOperation): Promise<Seen> {
  const answer = await askedFor(stage, clause);
  const told = answer.status === 500 && method === 'HEAD' ? await askedFor(stage, 'ERROR-GET') : answer;
  return { answer, isFrameworks: answer.status === 500 && told.status === 500 && isRecord(told.body) };
}

async function listed(stage: Stage, operation: OperationalOperation): Promise<Seen> {
  const found = await seen(stage, operation);
  if (!isListed(found.answer) && !found.isFrameworks) throw unlisted(found.answer);
  return found;
}

const wayIn = ({ method }: OperationalOperation): string => wayOf(method.toLowerCase());

const status = (operation: OperationalOperation): ActiveCheck =>
  check(
    {
      id: `${operation.clause}~status`,
      clause: operation.clause,
      title: `${rowName(operation)} answers with a listed status`,
      needs: 'token',
    },
    async (stage) => {
      await listed(stage, operation);
    },
  );

/** Content has to be the object with HTTP 200; a 201 may come without any. */
const object = (operation: OperationalOperation): ActiveCheck =>
  check(
    {
      id: `ERROR-OBJECT~${wayIn(operation)}`,
      clause: 'ERROR-OBJECT',
      title: `${rowName(operation)} answers with a JSON object`,
      needs: 'token',
    },
    async (stage) => {
      const { answer } = await listed(stage, operation);
      const holds = answer.status === 200 || answer.status === 500 || (answer.status === 201 && answer.text !== '');
      if (!holds) throw notApplicable(`${rowName(operation)} answers HTTP ${String(answer.status)}: there is no content to judge`);
      const [finding] = judgeContent(answer, 'error-answer').findings;
      if (finding === undefined) return;
      const { expected, received, deviation } = finding;
      throw violation('ERROR-OBJECT', expected, received, placeOf(answer), answer.exchange.id, null, deviation);
    },
  );

const framework = (operation: OperationalOperation): ActiveCheck =>
  check(
    {
      id: `ERROR-FRAMEWORK-500~${wayIn(operation)}`,
      clause: 'ERROR-FRAMEWORK-500',
      title: `${rowName(operation)} is not HTTP 500`,
      needs: 'token',
    },
    async (stage) => {
      const { answer, isFrameworks } = await listed(stage, operation);
      if (!isFrameworks) return;
      throw violation('ERROR-FRAMEWORK-500', `HTTP ${operation.statuses.join(', ')}`, 'HTTP 500', placeOf(answer), answer.exchange.id);
    },
  );

const rows: readonly OperationalOperation[] = errorOperations;

/** `/error` with its seven methods (reading 24); the document knows no body for them. */
export const errorEndpoint: Suite = {
  name: 'Error endpoint',
  area: 'Operational',
  checks: rows.flatMap((operation) => [status(operation), ...(operation.result === null ? [] : [object(operation)]), framework(operation)]),
};
