import { mustOf } from '../../helpers/judge/must.ts';
import { type Reply } from '../../helpers/judge/reply.ts';
import { mustBeReadable } from '../../helpers/judge/served.ts';
import { check, type ActiveCheck, type Stage, type Suite } from '../../helpers/run/check.ts';
import { neverIssued } from '../../helpers/run/world/artificial.ts';
import { withStranger } from '../../helpers/run/world/attempt.ts';
import { ekycCall } from '../../helpers/run/world/ekyc.ts';
import type { Call } from '../../helpers/target/call.ts';
import {
  activateBeneficiary,
  ekycOnboarding,
  invoice,
  senderBalance,
  senderSecurityScheme,
  transactionStatus,
  transferSecurityScheme,
} from '../../specs/operations.ts';
import type { Operation, OperationId } from '../../specs/operation.ts';
import { mustTurnDown, triedAs } from '../support/refused-calls.ts';
import { mustRefuse } from '../support/refusal.ts';

type Who = 'sender' | 'sub-agent';

const clauses = { sender: 'REFUSAL-UNKNOWN-SENDER', 'sub-agent': 'REFUSAL-UNKNOWN-SUB-AGENT' } as const;

/** A documented call of the customer, so that nothing is unknown in it but whom it is changed to. */
type Documented = (stage: Stage) => Promise<readonly [Operation, Call]>;

async function ofCustomer({ use, world }: Stage): Promise<Call> {
  const { senderId, subAgentTagId } = await use(world.customer.sender);
  return { path: { senderId }, query: { subAgentTagId } };
}

const plain: Partial<Record<OperationId, Documented>> = {
  'OP-5': async (stage) => [senderSecurityScheme, await ofCustomer(stage)],
  'OP-8': async (stage) => {
    const call = await ofCustomer(stage);
    return [transferSecurityScheme, { ...call, query: { ...call.query, paymentSource: await stage.use(stage.world.customer.source) } }];
  },
  'OP-10': async (stage) => {
    const correlationId = await stage.use(stage.world.customer.usual.correlationId);
    return [transactionStatus, { ...(await ofCustomer(stage)), path: { correlationId } }];
  },
  'OP-11': async (stage) => {
    const invoiceId = await stage.use(stage.world.customer.usual.invoiceId);
    return [invoice, { ...(await ofCustomer(stage)), path: { invoiceId } }];
  },
  // The beneficiary is active already, so nobody is harmed should it be activated once more.
  'OP-13': async (stage) => {
    const { beneficiaryId: id } = await stage.use(stage.world.customer.beneficiaries.payee);
    const call = await ofCustomer(stage);
    return [activateBeneficiary, { ...call, path: { ...call.path, id }, payload: { object: true } }];
  },
  'OP-14': async (stage) => {
    const { detail } = await stage.use(stage.world.customer.usual.before);
    const call = await ofCustomer(stage);
    return [senderBalance, { ...call, query: { ...call.query, sessionId: detail.getBalanceSessionId(stage) } }];
  },
};

/** With a consent, and so among the calls the customer is refused. */
const consented: readonly OperationId[] = ['OP-6', 'OP-7', 'OP-9'];

async function askedBy(stage: Stage, who: Who, id: OperationId): Promise<Reply> {
  if (id === 'OP-12') {
    const step = stage.world.mpinRefused.get(`unknown-${who}`);
    if (step === undefined) throw new Error(`expected an OP-12 of an unknown ${who} in the world, received none: add it to mpin.ts`);
    return stage.use(step);
  }
  if (id === 'OP-16') {
    await stage.use(stage.world.subAgent.tag);
    return stage.probe(ekycOnboarding, ekycCall(stage.world.people.spares[1] ?? stage.world.people.customer.mobile, neverIssued.uuid));
  }
  if (consented.includes(id)) return (await stage.use(triedAs(stage, `unknown-${who}-${id}`))).reply;
  const documented = plain[id];
  if (documented === undefined)
    throw new Error(`expected a documented call of ${id}, received none: add it to suites/errors/unknown-people.ts`);
  const [operation, call] = await documented(stage);
  return stage.probe(operation, withStranger(call, who));
}

function refused(who: Who, id: OperationId): ActiveCheck {
  const clause = clauses[who];
  return check(clause, `never-issued-${id}`, `${id} refuses a ${who} never issued`, { operation: id }, async (stage) => {
    const reply = await askedBy(stage, who, id);
    if (consented.includes(id)) {
      await mustTurnDown(stage, await stage.use(triedAs(stage, `unknown-${who}-${id}`)));
      return;
    }
    mustBeReadable(reply);
    await mustRefuse(stage, reply, reply.code !== 2000, 'a refusal, at best HTTP 200 with code 4040');
  });
}

/** Nothing is found for an id that was never issued (reading 16). */
function notFound(who: Who, id: OperationId): ActiveCheck {
  return check(
    'CODE-4040',
    `unknown-${who}-${id}`,
    `${id} answers a ${who} never issued with code 4040`,
    { operation: id },
    async (stage) => {
      const reply = await askedBy(stage, who, id);
      mustBeReadable(reply);
      // That somebody unknown is served is the cause, which has a clause of its own.
      mustOf(clauses[who]).answer(reply.code !== 2000, 'a refusal', reply);
      stage.must.answer(reply.status === 200 && reply.code === 4040, 'HTTP 200 with code 4040', reply);
    },
  );
}

/** Every operation that takes the id of a sender, in its path or as `from`. */
const ofSender: readonly OperationId[] = ['OP-5', 'OP-6', 'OP-7', 'OP-8', 'OP-9', 'OP-12', 'OP-13', 'OP-14'];
/** Every operation that takes the id of a sub-agent, in its query or as `subAgentTag`. */
const ofSubAgent: readonly OperationId[] = [...ofSender, 'OP-10', 'OP-11', 'OP-16'];

export const strangers: Suite = {
  name: 'Unknown people',
  area: 'Business operations',
  checks: [
    ...ofSender.flatMap((id) => [refused('sender', id), notFound('sender', id)]),
    ...ofSubAgent.flatMap((id) => [refused('sub-agent', id), notFound('sub-agent', id)]),
  ],
};
