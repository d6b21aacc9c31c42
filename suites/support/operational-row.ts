import { isServed, mustBeServed, type OperationalAnswer } from '../../helpers/judge/operational.ts';
import { check, type ActiveCheck, type CheckOptions, type CheckContext } from '../../helpers/runner/check.ts';
import { callOf, type Row } from '../../helpers/journey/operational/rows.ts';
import type { ClauseId } from '../../specs/clauses.ts';
import type { OperationalOperation } from '../../specs/operational.ts';

/** `POST /actuator/env` */
export const rowName = ({ method, path }: OperationalOperation): string => `${method} ${path}`;

/** `env-post`: the row in a check id. */
export const rowWay = ({ clause }: OperationalOperation): string => clause.replace(/^[A-Z]+-/, '').toLowerCase();

/** Reads run with other checks. A call that may change the running service runs alone. */
const checkOptionsFor = ({ effect }: OperationalOperation): CheckOptions => (effect === 'none' ? {} : { needs: 'alone' });

function findJourneyRow({ journey }: CheckContext, { clause }: OperationalOperation): Row {
  const row = journey.operational.rows.get(clause);
  if (row === undefined) throw new Error(`expected a row ${clause} in the journey, received none: add it to specs/operational.ts`);
  return row;
}

export function rowCheck(
  clause: ClauseId,
  way: string,
  fact: string,
  operation: OperationalOperation,
  run: (context: CheckContext, row: Row) => Promise<void>,
): ActiveCheck {
  return check(clause, way, `${rowName(operation)} ${fact}`, checkOptionsFor(operation), (context) =>
    run(context, findJourneyRow(context, operation)),
  );
}

/** All answers that may have content, however they were asked for. Without one, the plain call tells why. */
export async function servedAnswers({ use, after }: CheckContext, row: Row): Promise<readonly OperationalAnswer[]> {
  const answers: OperationalAnswer[] = [];
  for (const call of row.calls.values()) {
    const done = await after(call);
    if (done.ok && isServed(done.value)) answers.push(await use(call));
  }
  if (answers.length === 0) mustBeServed(await use(callOf(row, 'without-body')));
  return answers;
}
