import { isServed, mustBeServed, type OperationalAnswer } from '../../helpers/judge/operational.ts';
import { check, type ActiveCheck, type CheckOptions, type CheckContext } from '../../helpers/runner/check.ts';
import type { Row } from '../../helpers/journey/operational/rows.ts';
import type { ClauseId } from '../../specs/clauses.ts';
import type { OperationalOperation } from '../../specs/operational.ts';

/** `POST /actuator/env` */
export const rowName = ({ method, path }: OperationalOperation): string => `${method} ${path}`;

/** `env-post`: the row as part of a check id. */
export const rowWay = ({ clause }: OperationalOperation): string => clause.replace(/^[A-Z]+-/, '').toLowerCase();

/** Reads go with everything else; what may change the running service has it for itself. */
const checkOptionsFor = ({ effect }: OperationalOperation): CheckOptions => (effect === 'none' ? {} : { needs: 'alone' });

function findJourneyRow({ journey }: CheckContext, { clause }: OperationalOperation): Row {
  const row = journey.operational.rows.get(clause);
  if (row === undefined) throw new Error(`expected a row ${clause} in the journey, received none: add it to specs/operational.ts`);
  return row;
}

/** A check of one clause on one row. */
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

/** The answers of a row that may have content: without a body, and with one where that was taken. */
export async function servedAnswers({ use }: CheckContext, { bare, withBody }: Row): Promise<readonly OperationalAnswer[]> {
  const first = await use(bare);
  mustBeServed(first);
  const second = await use(withBody);
  return isServed(second) ? [first, second] : [first];
}
