import type { ClauseId } from '../../../specs/clauses.ts';
import { actuatorOperations, type OperationalOperation } from '../../../specs/operational.ts';
import { mayHaveActed, type OperationalAnswer } from '../../judge/operational.ts';
import type { OperationalCall } from '../../session/operational.ts';
import { type Session, step, type Step } from '../../session/session.ts';
import { partAfter } from '../setup/part-step.ts';
import { createBodyAgainStep, type BodyAgain } from './body-again.ts';
import { anyBody, artificialName, choiceByClause, type Choice } from './values.ts';
import { listWays, ways, type WayName } from './ways.ts';

/** `prepare` builds the call when the step runs. */
export type CreateCallStep = (
  name: string,
  operation: OperationalOperation,
  prepare: (session: Session) => Promise<OperationalCall>,
) => Step<OperationalAnswer>;

export interface Row {
  readonly operation: OperationalOperation;
  /** The ways in which the row is asked (ways.ts). */
  readonly calls: ReadonlyMap<WayName, Step<OperationalAnswer>>;
  /** Null where the call may have an effect: only reads are repeated. */
  readonly bodyAgain: Step<BodyAgain> | null;
}

export function callOf({ operation, calls }: Row, way: WayName): Step<OperationalAnswer> {
  const call = calls.get(way);
  if (call === undefined) throw new Error(`expected a call ${describeCall(operation, way)}, received none: add it to ways.ts`);
  return call;
}

/**
 * The call that undoes the change of another call, which follows at once unless that call was refused.
 * The framework takes a missing level or status as none, so the second call sends the one that was read before.
 * DELETE also drops properties that other users added: one more reason why these calls need permission.
 */
const putBackBy: Partial<Record<`${ClauseId} ${'bare' | 'body'}`, readonly [clause: ClauseId, way: WayName]>> = {
  'ACTUATOR-LOGGERS-NAME-POST bare': ['ACTUATOR-LOGGERS-NAME-POST', 'with-body'],
  'ACTUATOR-SERVICE-REGISTRY-POST bare': ['ACTUATOR-SERVICE-REGISTRY-POST', 'with-body'],
  'ACTUATOR-ENV-POST body': ['ACTUATOR-ENV-DELETE', 'without-body'],
};

const operations: ReadonlyMap<string, OperationalOperation> = new Map(actuatorOperations.map((operation) => [operation.clause, operation]));

function requireOperation(clause: ClauseId): OperationalOperation {
  const operation = operations.get(clause);
  if (operation === undefined) throw new Error(`expected a row ${clause}, received none: add it to specs/operational.ts`);
  return operation;
}

/** Artificial names, where the row takes a name. */
const buildUnknownPath = (path: string): Readonly<Record<string, string>> =>
  Object.fromEntries([...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, artificialName]));

const describeCall = ({ method, path }: OperationalOperation, way: WayName): string =>
  `${method} ${path}${way === 'without-body' ? '' : ` ${way.replaceAll('-', ' ')}`}`;

function buildCall({ path }: OperationalOperation, way: WayName, choice: Choice, list: unknown): OperationalCall {
  const { bare, token, unknown } = ways[way];
  const body = unknown === true ? anyBody : (choice.body?.(list) ?? anyBody);
  return {
    path: unknown === true ? buildUnknownPath(path) : (choice.path?.(list) ?? {}),
    ...(bare === undefined ? {} : { body }),
    ...(token === undefined ? {} : { token }),
  };
}

export function createRows(asking: CreateCallStep): ReadonlyMap<string, Row> {
  const writesWithoutToken: Step<OperationalAnswer>[] = [];
  const requireRow = (clause: ClauseId): Row => {
    const row = rows.get(clause);
    if (row === undefined) throw new Error(`expected a row ${clause}, received none: add it to specs/operational.ts`);
    return row;
  };

  /** The list is read before any row is written. */
  const listed = async (session: Session, { from }: Choice): Promise<unknown> => {
    if (from === undefined) return undefined;
    const done = await session.after(callOf(requireRow(from), 'without-body'));
    return done.ok ? done.value.body : undefined;
  };

  const createCall = (operation: OperationalOperation, way: WayName): Step<OperationalAnswer> => {
    const choice = choiceByClause[operation.clause] ?? {};
    return asking(describeCall(operation, way), operation, async (session) =>
      buildCall(operation, way, choice, await listed(session, choice)),
    );
  };

  const withPutBack = (operation: OperationalOperation, way: WayName): Step<OperationalAnswer> => {
    const asked = createCall(operation, way);
    const behind = putBackBy[`${operation.clause} ${ways[way].bare === undefined ? 'bare' : 'body'}`];
    if (behind === undefined) return asked;
    const putBack = createCall(requireOperation(behind[0]), behind[1]);
    return step(asked.name, async (session) => {
      const done = await session.after(asked);
      if (!done.ok || mayHaveActed(done.value)) await session.after(putBack);
      return session.use(asked);
    });
  };

  const createRow = (operation: OperationalOperation): Row => {
    const calls = new Map<WayName, Step<OperationalAnswer>>();
    for (const way of listWays(operation)) {
      const call = withPutBack(operation, way);
      const isTogether = operation.effect !== 'none' && ways[way].token === 'none';
      if (isTogether) writesWithoutToken.push(call);
      calls.set(way, isTogether ? partAfter(withoutToken)(call) : call);
    }
    const bodyAgain = operation.effect === 'none' ? createBodyAgainStep(operation, (way) => createCall(operation, way)) : null;
    return { operation, calls, bodyAgain };
  };

  /** Writes without a token leave together: the target is alone once for all of them, and most services refuse them all. */
  const withoutToken = step('operational writes without a token', async (session) => {
    await Promise.all(writesWithoutToken.map((call) => session.after(call)));
  });

  const rows: ReadonlyMap<string, Row> = new Map(actuatorOperations.map((operation) => [operation.clause, createRow(operation)]));
  return rows;
}
