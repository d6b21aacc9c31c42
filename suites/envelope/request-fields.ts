import { outcomeOf, type Reply } from '../../helpers/judge/reply.ts';
import { check, type ActiveCheck, type Stage, type Suite } from '../../helpers/run/check.ts';
import { ekycCall } from '../../helpers/run/world/ekyc.ts';
import { placeholderCall } from '../../helpers/run/world/placeholder.ts';
import type { Call } from '../../helpers/target/call.ts';
import { activateBeneficiary, addBeneficiary, ekycOnboarding, requestTransfer, sendOtp, setMpin } from '../../specs/operations.ts';
import type { Operation } from '../../specs/operation.ts';

type Payload = Readonly<Record<string, unknown>>;

/** A documented payload, and what it is sent with. */
interface Documented {
  readonly operation: Operation;
  readonly call: (stage: Stage) => Promise<Call & { readonly payload: Payload }>;
  /** What is accepted leaves a record, so only its first field is null or mistyped. */
  readonly few?: true;
}

const payloadOf = ({ payload }: Call): Payload => (typeof payload === 'object' && payload !== null ? { ...payload } : {});

/** Of nobody, and with a consent that nobody takes: a sender is not to be locked, nor anything to come of it. */
function ofNobody({ world }: Stage, operation: Operation): Promise<Call & { readonly payload: Payload }> {
  const call = placeholderCall(operation, world.people);
  return Promise.resolve({ ...call, payload: payloadOf(call) });
}

const documented: readonly Documented[] = [
  { operation: sendOtp, call: ({ world }) => Promise.resolve({ payload: { object: Number(world.people.customer.mobile) } }) },
  { operation: addBeneficiary, call: (stage) => ofNobody(stage, addBeneficiary) },
  { operation: requestTransfer, call: (stage) => ofNobody(stage, requestTransfer) },
  { operation: setMpin, call: (stage) => ofNobody(stage, setMpin) },
  {
    operation: activateBeneficiary,
    // The beneficiary is active already, so nobody is harmed.
    call: async ({ use, world }) => {
      const { senderId, subAgentTagId } = await use(world.customer.sender);
      const { beneficiaryId: id } = await use(world.customer.beneficiaries.payee);
      return { path: { senderId, id }, query: { subAgentTagId }, payload: { object: true } };
    },
  },
  {
    operation: ekycOnboarding,
    few: true,
    call: async ({ use, world }) => ekycCall(world.people.spares[1] ?? world.people.customer.mobile, await use(world.subAgent.tagId)),
  },
];

/** Another type than the documented one. */
const mistyped = (value: unknown): unknown => (typeof value === 'object' ? 'text' : [value]);

const spoilt: Readonly<Record<string, (payload: Payload, field: string) => Payload>> = {
  missing: (payload, field) => Object.fromEntries(Object.entries(payload).filter(([name]) => name !== field)),
  null: (payload, field) => ({ ...payload, [field]: null }),
  mistyped: (payload, field) => ({ ...payload, [field]: mistyped(payload[field]) }),
};

/** Presence and types of request fields are open (reading 16): what is accepted is told, and the rest is judged by other clauses. */
function recorded({ operation, call, few }: Documented): ActiveCheck {
  return check(
    'FIELD-PRESENCE-NOT-SHOWN',
    `spoilt-fields-${operation.id}`,
    `which fields ${operation.id} can do without is recorded`,
    { operation: operation.id },
    async (stage) => {
      await stage.use(stage.world.access.open);
      const { payload, ...rest } = await call(stage);
      for (const [how, spoil] of Object.entries(spoilt)) {
        const replies: (readonly [string, Reply])[] = [];
        const names = Object.keys(payload);
        for (const field of few === true && how !== 'missing' ? names.slice(0, 1) : names) {
          replies.push([field, await stage.probe(operation, { ...rest, payload: spoil(payload, field) })]);
        }
        for (const [outcome, group] of Map.groupBy(replies, ([, reply]) => outcomeOf(reply))) {
          stage.observe(`${operation.id} with ${how} ${group.map(([field]) => field).join(', ')} is answered with ${outcome}`);
        }
      }
    },
  );
}

export const fields: Suite = { name: 'Request fields', area: 'Business operations', checks: documented.map(recorded) };
