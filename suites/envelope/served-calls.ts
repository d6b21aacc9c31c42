import { check, type ActiveCheck, type Stage, type Suite } from '../../helpers/run/check.ts';
import { servedClause } from '../../helpers/judge/served.ts';
import type { OperationId } from '../../specs/operation.ts';
import { operations } from '../../specs/operations.ts';
import { exercise } from '../support/exercise.ts';

type Exercise = (stage: Stage) => Promise<unknown>;

const titles: ReadonlyMap<OperationId, string> = new Map(operations.map(({ id, title }) => [id, title]));

/** A documented call with configured or just-obtained values yields 2000 (reading 1). */
function served(operation: OperationId, way: string, who: string, run: Exercise): ActiveCheck {
  const clause = servedClause[operation];
  return check(clause, way, `${operation} ${titles.get(operation) ?? ''} is served ${who}`, async (stage) => {
    await run(stage);
  });
}

/** The typical order of calls once more, for a customer of its own. */
const newcomer: Partial<Record<OperationId, Exercise>> = {
  'OP-1': ({ use, world }) => use(world.newcomer.onboarding.statusBefore),
  'OP-3': ({ use, world }) => use(world.newcomer.onboarding.tag),
  'OP-4': ({ use, world }) => use(world.newcomer.onboarding.tag),
  'OP-5': ({ use, world }) => use(world.newcomer.scheme),
  'OP-6': ({ use, world }) => use(world.newcomer.beneficiaries.detail),
  'OP-7': ({ use, world }) => use(world.newcomer.beneficiaries.added),
  'OP-8': ({ use, world }) => use(world.newcomer.schemes),
  'OP-9': ({ use, world }) => use(world.newcomer.usual.requested),
  'OP-10': ({ use, world }) => use(world.newcomer.usual.status),
  'OP-11': ({ use, world }) => use(world.newcomer.usual.invoice),
  'OP-13': ({ use, world }) => use(world.newcomer.beneficiaries.activated),
  'OP-14': ({ use, world }) => use(world.newcomer.usual.before),
};

const subAgent: Partial<Record<OperationId, Exercise>> = {
  'OP-1': ({ use, world }) => use(world.subAgent.statusBefore),
  'OP-3': ({ use, world }) => use(world.subAgent.tag),
  'OP-4': ({ use, world }) => use(world.subAgent.tag),
};

const sweep = (table: Partial<Record<OperationId, Exercise>>, way: string, who: string): ActiveCheck[] =>
  operations.flatMap(({ id }) => {
    const run = table[id];
    return run === undefined ? [] : [served(id, way, who, run)];
  });

/** At the end: a call that was served to one check may have been refused to another, which is only blocked by it. */
function throughout(operation: OperationId): ActiveCheck {
  const clause = servedClause[operation];
  return check(
    clause,
    'throughout',
    `${operation} ${titles.get(operation) ?? ''} is refused outright at no time`,
    { needs: 'alone', overall: exercise[operation] },
    async (stage) => {
      await exercise[operation](stage);
      const refused = stage.world.memory.refusedOutright.get(clause);
      if (refused === undefined) return;
      if (refused.exchange !== null) stage.trail.evidence.add(refused.exchange);
      const { expected, received, place, exchange, deviation } = refused;
      throw stage.must.violation({ expected, received, place, exchange, deviation });
    },
  );
}

export const servedCalls: Suite = {
  name: 'Served calls',
  area: 'Business operations',
  checks: [
    ...sweep(exercise, 'documented-call', 'as documented'),
    served('OP-13', 'false', 'with false as with true', ({ use, world }) => use(world.customer.beneficiaries.switchedOff)),
    ...sweep(subAgent, 'sub-agent', 'to a sub-agent'),
    ...sweep(newcomer, 'new-customer', 'to a new customer'),
    ...operations.filter(({ id }) => id !== 'OP-9').map(({ id }) => throughout(id)),
  ],
};
