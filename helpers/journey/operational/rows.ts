import type { ClauseId } from '../../../specs/clauses.ts';
import { actuatorOperations, type OperationalOperation } from '../../../specs/operational.ts';
import type { OperationalAnswer } from '../../judge/operational.ts';
import type { OperationalCall } from '../../session/operational.ts';
import { type Session, step, type Step } from '../../session/session.ts';
import { anyBody, artificialName, choiceByClause, type Choice } from './values.ts';

/** `prepare` builds the call when the step runs. */
export type CreateCallStep = (
  name: string,
  operation: OperationalOperation,
  prepare: (session: Session) => Promise<OperationalCall>,
) => Step<OperationalAnswer>;

export interface Row {
  readonly operation: OperationalOperation;
  readonly bare: Step<OperationalAnswer>;
  readonly withBody: Step<OperationalAnswer>;
  /** Without a body, with names that do not exist: 404 is a regular answer. Null where the service does not list its names. */
  readonly unknown: Step<OperationalAnswer> | null;
  /** Without a body or a token; the service may refuse it. */
  readonly withoutToken: Step<OperationalAnswer>;
}

type Way = 'bare' | 'withBody';

/**
 * The call that undoes the change of another call: it follows at once, whatever the answer was.
 * The framework takes a missing level or status as none, so the second call sends the one that was read before.
 * DELETE also drops properties that other users added: one more reason why these calls need permission.
 */
const putBackBy: Partial<Record<`${ClauseId} ${Way}`, readonly [clause: ClauseId, way: Way]>> = {
  'ACTUATOR-LOGGERS-NAME-POST bare': ['ACTUATOR-LOGGERS-NAME-POST', 'withBody'],
  'ACTUATOR-SERVICE-REGISTRY-POST bare': ['ACTUATOR-SERVICE-REGISTRY-POST', 'withBody'],
  'ACTUATOR-ENV-POST withBody': ['ACTUATOR-ENV-DELETE', 'bare'],
};

/** Artificial names, where the row takes names that the service lists. */
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

  /** The list is read before any row is written. */
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
