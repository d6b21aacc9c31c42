import { isContainer } from '../../helpers/core/depth-limit.ts';
import { documentedCall } from '../../specs/documented-call.ts';
import { randomUUID } from 'node:crypto';
import { lastSegment, readQueryValue } from '../../helpers/core/answers.ts';
import { notApplicable } from '../../helpers/judge/stop.ts';
import { describeValue } from '../../helpers/core/describe.ts';
import { classifyAnswer } from '../../helpers/core/records/deviation.ts';
import { collectAnswerFields, isExtraField, type AnswerField } from '../../helpers/judge/answer-fields.ts';
import { createMust } from '../../helpers/judge/must.ts';
import { describeAnswer, formatPlace, type Reply } from '../../helpers/judge/reply.ts';
import { mustBeReadable } from '../../helpers/judge/served.ts';
import { check, type ActiveCheck, type CheckContext, type Suite } from '../../helpers/runner/check.ts';
import type { ForeignEffects, ForeignWay } from '../../helpers/journey/second-agent/foreign-replies.ts';
import type { ClauseId } from '../../specs/clauses.ts';
import { apiCodes, isRefusal } from '../../specs/codes.ts';
import type { Operation, OperationId } from '../../specs/operation.ts';
import { formOptions, operationForms, type OperationForm } from '../../specs/forms.ts';
import { mustKeepBalance } from '../support/refused-calls.ts';
import { mustBeSwept } from '../support/swept-form.ts';
import { oneForeignId, type OneForeignId } from '../support/foreign-lookups.ts';
import { limitsBehindAnotherAgent } from '../rules/limits.ts';
import { othersDataRule } from '../rules/others-data.ts';
import { mustNotList, mustRefuse, preparedRefusal } from '../support/refusal.ts';

/** A transfer of the second agent's own comes behind these calls. */
const needTransfer = ['OP-10', 'OP-11'];

const namesSubAgent = ({ operation }: OperationForm): boolean => operation.query.includes('subAgentTagId');

/** The forms that take such an id. OP-16 has it in its payload. */
const isSwept: Readonly<Record<ForeignWay, (form: OperationForm) => boolean>> = {
  'their-sub-agent': (form) => namesSubAgent(form) || form.id === 'OP-16',
  'its-own-sub-agent': namesSubAgent,
  'own-sender': (form) => namesSubAgent(form) && !needTransfer.includes(form.id),
};

const idsTried: Readonly<Record<ForeignWay, string>> = {
  'their-sub-agent': 'ids of another agent',
  'its-own-sub-agent': "another agent's ids under its own sub-agent",
  'own-sender': "an own sender under another agent's sub-agent",
};

/** What a service may fill in where it tells nothing, or says why it refuses. */
const emptyTexts: ReadonlySet<string> = new Set(['', 'null', '0', 'false', 'true']);
const reasonFields: ReadonlySet<string> = new Set(['status', 'message']);

const isTelling = ({ id }: Operation, field: AnswerField): boolean =>
  !reasonFields.has(field.name) && !isExtraField(field, id) && field.text !== undefined && !emptyTexts.has(field.text.trim());

/** Any documented field that is filled counts as data, also next to a refusal. */
const carriesData = ({ result, operation }: Reply): boolean =>
  isContainer(result) && collectAnswerFields({ result }).some((field) => isTelling(operation, field));

/** Some services answer these look-ups for any id. Then that is the cause, and the agent does not matter. */
const unknownIdCalls: Partial<Record<OperationId, { readonly ids: object; readonly clause: ClauseId }>> = {
  'OP-10': { ids: { correlationId: randomUUID() }, clause: 'OP10-UNKNOWN-ID' },
  'OP-11': { ids: { invoiceId: '999999999999' }, clause: 'OP11-UNKNOWN-ID' },
};

async function mustTellIdsApart({ probe }: CheckContext, { operation, code, exchange }: Reply): Promise<void> {
  const unknown = unknownIdCalls[operation.id];
  if (unknown === undefined || code !== apiCodes.success) return;
  const subAgentTagId = readQueryValue(exchange.request.url, 'subAgentTagId') ?? '';
  const reply = await probe(operation, { ...documentedCall(operation, 'only', { ...unknown.ids, subAgentTagId }), token: 'other' });
  createMust(unknown.clause).hold(reply.code !== apiCodes.success, {
    expected: 'a refusal',
    received: describeAnswer(reply),
    place: formatPlace(reply),
    exchange: exchange.id,
    deviation: classifyAnswer(reply),
  });
}

/** This clause requires the refusal, whichever clause the check belongs to. */
const otherAgentMust = createMust('AUTH-OTHER-AGENT');

/** Reading 3: the service refuses, and shows no data. A transfer that OP-10 calls FAILED counts as refused. */
async function mustKeepOut(context: CheckContext, way: ForeignWay, id: string, reply: Reply): Promise<void> {
  const { use, journey } = context;
  mustBeReadable(reply);
  await mustTellIdsApart(context, reply);
  const failed = journey.foreignIds.transferFailed[way].get(id);
  if (failed !== undefined && reply.code === apiCodes.success && (await use(failed))) return;
  await mustRefuse({ ...context, must: otherAgentMust }, reply, isRefusal(reply.status, reply.code), 'a refusal');
  const received = `the result ${describeValue(reply.result)}`;
  otherAgentMust.hold(!carriesData(reply), {
    expected: 'no data',
    received,
    place: formatPlace(reply),
    exchange: reply.exchange.id,
    deviation: 'unexpected',
  });
}

const useReply = ({ use, journey }: CheckContext, way: ForeignWay, id: string): Promise<Reply> =>
  use(preparedRefusal(journey.foreignIds.replies[way], { id }));

function keptOutCheck(way: ForeignWay, form: OperationForm): ActiveCheck {
  const { id, name } = form;
  return check('AUTH-OTHER-AGENT', `${way}-${id}`, `${name} with ${idsTried[way]} is refused`, formOptions(form), async (context) => {
    await mustBeSwept(context, form);
    await mustKeepOut(context, way, id, await useReply(context, way, id));
  });
}

const oneForeignIdCheck = ({ way, operation, title, from, id }: OneForeignId): ActiveCheck =>
  check('AUTH-OTHER-AGENT', way, title, { operation }, async (context) =>
    mustKeepOut(context, from, id, await useReply(context, from, id)),
  );

/** OP-3, OP-4 and OP-7 come before these. OP-12 and OP-16 would leave further records. */
const ownOperations = ['OP-1', 'OP-2', 'OP-5', 'OP-6', 'OP-8', 'OP-9', 'OP-10', 'OP-11', 'OP-13', 'OP-14', 'OP-15'] as const;

function servedOwnCheck(operation: OperationId): ActiveCheck {
  return check(
    'AUTH-OTHER-AGENT-SERVED',
    operation,
    `${operation} is served to a second agent`,
    { operation },
    async ({ use, journey }) => {
      const own = journey.otherAgent.own.get(operation);
      if (own !== undefined) await use(own);
    },
  );
}

/** What calls that were refused, and those that were not, left behind. */
const effectChecks = (
  way: string,
  whose: string,
  effectsIn: (journey: CheckContext['journey']) => ForeignEffects,
): readonly ActiveCheck[] => [
  check(
    'AUTH-OTHER-AGENT',
    `${way}no-money-moved`,
    `a second agent moves no money of a sender ${whose}`,
    { operation: 'OP-9' },
    async (context) => {
      const { untouched: balances, untouchedAgain: again } = effectsIn(context.journey);
      await mustKeepBalance(context, { balances, again });
    },
  ),
  check(
    'AUTH-OTHER-AGENT',
    `${way}no-beneficiary-added`,
    `a second agent adds no beneficiary to a sender ${whose}`,
    { operation: 'OP-7' },
    async ({ use, journey, must, facts }) => {
      const effects = effectsIn(journey);
      const account = await use(effects.account);
      const { listed } = await use(effects.untouched);
      const { exchange } = listed.reply;
      // The sender's own agent may have run out of accounts and have added it as well.
      const { added: own } = facts.momentOf(exchange).listOf(lastSegment(exchange.request.url));
      if (own.some((each) => each.account === account)) throw notApplicable("the sender's own agent has added the account too");
      mustNotList(must, listed, account);
    },
  ),
];

export const secondAgent: Suite = {
  name: 'Second agent',
  area: 'Access',
  checks: [
    ...ownOperations.map(servedOwnCheck),
    ...(['their-sub-agent', 'its-own-sub-agent', 'own-sender'] as const).flatMap((way) =>
      operationForms.filter(isSwept[way]).map((form) => keptOutCheck(way, form)),
    ),
    ...oneForeignId.map(oneForeignIdCheck),
    othersDataRule,
    limitsBehindAnotherAgent,
    ...effectChecks('', 'of the first', ({ foreignIds }) => foreignIds.effects),
    ...effectChecks('own-sender-', "of its own under another agent's sub-agent", ({ otherAgent }) => otherAgent.ownSender.effects),
    check(
      'AUTH-403',
      'foreign-sender',
      'a sender of another agent is refused with HTTP 403 or code 4001',
      { operation: 'OP-5' },
      async (context) => {
        const reply = await useReply(context, 'their-sub-agent', 'OP-5');
        await mustKeepOut(context, 'their-sub-agent', 'OP-5', reply);
        if (reply.status !== 403 && reply.code !== apiCodes.notAuthorized)
          throw context.must.answerViolation('HTTP 403, or HTTP 200 with code 4001', reply);
      },
    ),
  ],
};
