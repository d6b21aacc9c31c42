import type { ClauseId } from '../../../specs/clauses.ts';
import { actuatorOperations, type OperationalOperation } from '../../../specs/operational.ts';
import type { OperationalAnswer } from '../../judge/operational.ts';
import type { OperationalCall } from '../../session/operational.ts';
import { type Session, step, type Step } from '../../session/session.ts';
import { anyBody, artificialName, choiceByClause, type Choice } from './values.ts';

/** Describes one call of a row as a step; the call is made up when it is asked for. */
export type CreateCallStep = (
  name: string,
  operation: OperationalOperation,
  prepare: (session: Session) => Promise<OperationalCall>,
) => Step<OperationalAnswer>;

/** A row of the operational table, asked both ways. */
export interface Row {
  readonly operation: OperationalOperation;
  readonly bare: Step<OperationalAnswer>;
  /** With the optional body. */
  readonly withBody: Step<OperationalAnswer>;
  /** Bare, with names nobody has: 404 is a regular answer. Only where the service lists the names it has. */
  readonly unknown: Step<OperationalAnswer> | null;
  /** Bare and without a token, which may be refused. */
  readonly withoutToken: Step<OperationalAnswer>;
}

type Way = 'bare' | 'withBody';

/**
 * What puts back the change a call may make: sent right behind it, whatever became of it.
 * A framework takes a level or status that is not sent for none, so the call with the one that was read before follows.
 * DELETE drops every property that was ever added, whoever added it: one more reason why these calls need permission.
 */
const putBackBy: Partial<Record<`${ClauseId} ${Way}`, readonly [clause: ClauseId, way: Way]>> = {
  'ACTUATOR-LOGGERS-NAME-POST bare': ['ACTUATOR-LOGGERS-NAME-POST', 'withBody'],
  'ACTUATOR-SERVICE-REGISTRY-POST bare': ['ACTUATOR-SERVICE-REGISTRY-POST', 'withBody'],
  'ACTUATOR-ENV-POST withBody': ['ACTUATOR-ENV-DELETE', 'bare'],
};

/** The names of a row, in place of those the service lists. */
const buildUnknownCall =
  ({ path }: Choice) =>
  (): Promise<OperationalCall> =>
    Promise.resolve({ path: Object.fromEntries(Object.keys(path?.(undefined) ?? {}).map((name) => [name, artificialName])) });

export function createRows(asking: CreateCallStep): ReadonlyMap<string, Row> {
  const requireRow = (clause: ClauseId): Row => {
    const row = rows.get(clause);
    if (row === undefined) throw new Error(`expected a row ${clause}, received none: add it to specs/operational.ts`);
    return row;
  };

  /** Read before anything is written, and remembered. */
  const listed = async (session: Session, { from }: Choice): Promise<unknown> => {
    if (from === undefined) return undefined;
    const done = await session.after(requireRow(from).bare);
    return done.ok ? done.value.body : undefined;
  };

  const withPutBack = (asked: Step<OperationalAnswer>, clause: ClauseId, way: Way): Step<OperationalAnswer> => {
    const behind = putBackBy[`${clause} ${way}`];
    if (behind === undefined) return asked;
    return step(asked.name, async (session) => {
      try {
        return await session.use(asked);
      } finally {
        await session.after(requireRow(behind[0])[behind[1]]);
      }
    });
  };

  const createRow = (operation: OperationalOperation): Row => {
    const { clause, method, path } = operation;
    const name = `${method} ${path}`;
    const choice = choiceByClause[clause] ?? {};
    const pathFor = async (session: Session) => choice.path?.(await listed(session, choice)) ?? {};
    const bodyFor = async (session: Session) => choice.body?.(await listed(session, choice)) ?? anyBody;
    const bare = asking(name, operation, async (session) => {
      const values = { path: await pathFor(session) };
      if (choice.body !== undefined) await listed(session, choice);
      return values;
    });
    const withBody = asking(`${name} with a body`, operation, async (session) => ({
      path: await pathFor(session),
      body: await bodyFor(session),
    }));
    return {
      operation,
      bare: withPutBack(bare, clause, 'bare'),
      withBody: withPutBack(withBody, clause, 'withBody'),
      unknown:
        choice.from === undefined || method !== 'GET' ? null : asking(`${name} with an unknown name`, operation, buildUnknownCall(choice)),
      withoutToken: asking(`${name} without a token`, operation, async (session) => ({ path: await pathFor(session), token: 'none' })),
    };
  };
  const rows: ReadonlyMap<string, Row> = new Map(actuatorOperations.map((operation) => [operation.clause, createRow(operation)]));
  return rows;
}
