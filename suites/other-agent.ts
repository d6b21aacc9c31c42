import { randomUUID } from 'node:crypto';
import { describe } from '../helpers/core/describe.ts';
import { deviationOf } from '../helpers/core/records/deviation.ts';
import { judgeValue } from '../helpers/judge/schema/findings.ts';
import { answered, mustHold } from '../helpers/judge/must.ts';
import { outcomeOf, placeOf, type Reply } from '../helpers/judge/reply.ts';
import { mustBeReadable } from '../helpers/judge/served.ts';
import { violation } from '../helpers/judge/stop.ts';
import { check, type ActiveCheck, type Stage, type Suite, wayOf } from '../helpers/runner/check.ts';
import { sameAccounts } from '../helpers/journey/transfer/balance.ts';
import type { Under } from '../helpers/journey/second-agent/foreign-ids.ts';
import type { ClauseId } from '../specs/clauses.ts';
import { isRefusal } from '../specs/codes.ts';
import type { OperationId } from '../specs/operation.ts';
import { operations } from '../specs/operations.ts';
import { stepOf } from './sweeps/step-of.ts';
import { mustRefuse } from './sweeps/there.ts';

/** Every operation that takes an id, and under whose sub-agent it is tried. */
const tried: Readonly<Record<Under, readonly OperationId[]>> = {
  'their-sub-agent': ['OP-5', 'OP-6', 'OP-7', 'OP-8', 'OP-9', 'OP-10', 'OP-11', 'OP-12', 'OP-13', 'OP-14', 'OP-16'],
  'its-own-sub-agent': ['OP-5', 'OP-6', 'OP-7', 'OP-8', 'OP-9', 'OP-10', 'OP-11', 'OP-12', 'OP-13', 'OP-14'],
};

const words: Readonly<Record<Under, string>> = {
  'their-sub-agent': 'ids of another agent',
  'its-own-sub-agent': "another agent's ids under its own sub-agent",
};

const isEmpty = (result: unknown): boolean => typeof result !== 'object' || result === null || Object.keys(result).length === 0;

/** Beside any refusal, a result as a success would hold it is data. */
const carriesData = ({ result, operation }: Reply): boolean =>
  !isEmpty(result) && judgeValue(operation.result, result, 'result').findings.length === 0;

/** Look-ups that some services answer whatever they are asked; then that is the cause, and nothing of an agent. */
const madeUp: Partial<Record<OperationId, { readonly path: Readonly<Record<string, string>>; readonly clause: ClauseId }>> = {
  'OP-10': { path: { correlationId: randomUUID() }, clause: 'OP10-UNKNOWN-ID' },
  'OP-11': { path: { invoiceId: '999999999999' }, clause: 'OP11-UNKNOWN-ID' },
};

async function mustTellIdsApart({ probe }: Stage, { operation, code, exchange }: Reply): Promise<void> {
  const unknown = madeUp[operation.id];
  if (unknown === undefined || code !== 2000) return;
  const subAgentTagId = new URL(exchange.request.url).searchParams.get('subAgentTagId') ?? '';
  const reply = await probe(operation, { path: unknown.path, query: { subAgentTagId }, token: 'other' });
  if (reply.code === 2000)
    throw violation(unknown.clause, 'a refusal', outcomeOf(reply), placeOf(reply), exchange.id, null, deviationOf(reply));
}

/** Reading 3: some refusal, and no data. A transfer that OP-10 calls FAILED was refused as well. */
async function mustKeepOut(stage: Stage, under: Under, reply: Reply): Promise<void> {
  const { use, world } = stage;
  mustBeReadable(reply);
  await mustTellIdsApart(stage, reply);
  if (reply.operation.id === 'OP-9' && reply.code === 2000 && (await use(world.foreignIds.transferFailed[under]))) return;
  await mustRefuse(stage, 'AUTH-OTHER-AGENT', reply, isRefusal(reply.status, reply.code), 'a refusal');
  const told = `the result ${describe(reply.result)}`;
  mustHold('AUTH-OTHER-AGENT', !carriesData(reply), 'no data', told, placeOf(reply), reply.exchange.id, 'unexpected');
}

const replyTo = ({ use, world }: Stage, under: Under, id: OperationId): Promise<Reply> => {
  const operation = operations.find((each) => each.id === id);
  if (operation === undefined) throw new Error(`expected an operation of the table, received ${id}`);
  return use(stepOf(world.foreignIds.replies[under], operation));
};

function keptOut(under: Under, operation: OperationId): ActiveCheck {
  const head = {
    id: `AUTH-OTHER-AGENT~${wayOf(under, operation)}`,
    clause: 'AUTH-OTHER-AGENT',
    operation,
    title: `${operation} with ${words[under]} is refused`,
    needs: 'own-sender',
  } as const;
  return check(head, async (stage) => mustKeepOut(stage, under, await replyTo(stage, under, operation)));
}

function servedOwn(operation: OperationId): ActiveCheck {
  const head = {
    id: `AUTH-OTHER-AGENT-SERVED~${operation}`,
    clause: 'AUTH-OTHER-AGENT-SERVED',
    operation,
    title: `${operation} is served to a second agent`,
    needs: 'token',
  } as const;
  return check(head, async ({ use, world }) => {
    const own = world.otherAgent.own.get(operation);
    if (own !== undefined) await use(own);
  });
}

export const otherAgent: Suite = {
  name: 'Second agent',
  area: 'Access',
  checks: [
    ...(['OP-1', 'OP-2', 'OP-5', 'OP-6', 'OP-15'] as const).map(servedOwn),
    ...(['their-sub-agent', 'its-own-sub-agent'] as const).flatMap((under) => tried[under].map((operation) => keptOut(under, operation))),
    check(
      {
        id: 'AUTH-OTHER-AGENT~own-sender-OP-5',
        clause: 'AUTH-OTHER-AGENT',
        operation: 'OP-5',
        title: "OP-5 of an own sender under another agent's sub-agent is refused",
        needs: 'own-sender',
      },
      async (stage) => {
        const reply = await stage.use(stage.world.otherAgent.underForeignSubAgent);
        mustBeReadable(reply);
        await mustRefuse(stage, 'AUTH-OTHER-AGENT', reply, isRefusal(reply.status, reply.code), 'a refusal');
      },
    ),
    check(
      {
        id: 'AUTH-OTHER-AGENT~no-money-moved',
        clause: 'AUTH-OTHER-AGENT',
        operation: 'OP-9',
        title: 'a second agent moves no money of the first',
        needs: 'own-sender',
      },
      async ({ use, world }) => {
        const { before, after } = await use(world.foreignIds.untouched);
        const told = `mainAccount ${after.mainAccount}`;
        mustHold(
          'AUTH-OTHER-AGENT',
          sameAccounts(before, after),
          `mainAccount ${before.mainAccount}, as before`,
          told,
          'OP-14 before and after',
        );
      },
    ),
    check(
      {
        id: 'AUTH-OTHER-AGENT~no-beneficiary-added',
        clause: 'AUTH-OTHER-AGENT',
        operation: 'OP-7',
        title: 'a second agent adds no beneficiary to a sender of the first',
        needs: 'own-sender',
      },
      async ({ use, world }) => {
        const account = await use(world.foreignIds.account);
        const { listed } = await use(world.foreignIds.untouched);
        const added = listed.beneficiaries.some(({ accountNumber }) => accountNumber === account);
        mustHold('AUTH-OTHER-AGENT', !added, 'a list without the account', 'the account in the list', 'result.beneficiaries');
      },
    ),
    check(
      {
        id: 'AUTH-403~foreign-sender',
        clause: 'AUTH-403',
        operation: 'OP-5',
        title: 'a sender of another agent is refused with HTTP 403 or code 4001',
        needs: 'own-sender',
      },
      async (stage) => {
        const reply = await replyTo(stage, 'their-sub-agent', 'OP-5');
        await mustKeepOut(stage, 'their-sub-agent', reply);
        if (reply.status !== 403 && reply.code !== 4001) throw answered('AUTH-403', 'HTTP 403, or HTTP 200 with code 4001', reply);
      },
    ),
  ],
};
