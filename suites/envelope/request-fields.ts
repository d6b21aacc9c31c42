import { documentedCall, type DocumentedCall } from '../../specs/documented-call.ts';
import { describeAnswer, type Reply } from '../../helpers/judge/reply.ts';
import { check, type ActiveCheck, type CheckContext, type Suite } from '../../helpers/runner/check.ts';
import { buildEkycCall } from '../../helpers/journey/onboarding/ekyc.ts';
import { placeholderCall } from '../../helpers/journey/calls/placeholder.ts';
import type { Call } from '../../helpers/client/http/call.ts';
import { activateBeneficiary, addBeneficiary, ekycOnboarding, requestTransfer, sendOtp, setMpin } from '../../specs/operations.ts';
import type { Operation } from '../../specs/operation.ts';

type Payload = Readonly<Record<string, unknown>>;

interface DocumentedPayload {
  readonly operation: Operation;
  readonly call: (context: CheckContext) => Promise<Call & { readonly payload: Payload }>;
  /** An accepted call leaves a record, so only the first field is sent as null or mistyped. */
  readonly firstFieldOnly?: true;
}

const requirePayload = ({ payload = {}, ...call }: DocumentedCall): Call & { readonly payload: Payload } => ({ ...call, payload });

/** Names unknown people and an invalid consent, so that no sender is locked and the call has no effect. */
function buildCallOfNobody({ journey }: CheckContext, operation: Operation): Promise<Call & { readonly payload: Payload }> {
  return Promise.resolve(requirePayload(placeholderCall(operation, journey.people)));
}

const documentedPayloads: readonly DocumentedPayload[] = [
  {
    operation: sendOtp,
    call: ({ journey }) =>
      Promise.resolve(requirePayload(documentedCall(sendOtp, 'only', { object: Number(journey.people.customer.mobile) }))),
  },
  { operation: addBeneficiary, call: (context) => buildCallOfNobody(context, addBeneficiary) },
  { operation: requestTransfer, call: (context) => buildCallOfNobody(context, requestTransfer) },
  { operation: setMpin, call: (context) => buildCallOfNobody(context, setMpin) },
  {
    operation: activateBeneficiary,
    // The beneficiary is active already, so the call harms no one.
    call: async ({ use, journey }) => {
      const { senderId, subAgentTagId } = await use(journey.customer.sender);
      const { beneficiaryId: id } = await use(journey.customer.beneficiaries.payee);
      return requirePayload(documentedCall(activateBeneficiary, 'true', { senderId, subAgentTagId, id }));
    },
  },
  {
    operation: ekycOnboarding,
    firstFieldOnly: true,
    call: async ({ use, journey }) =>
      requirePayload(buildEkycCall(journey.people.spares[1] ?? journey.people.customer.mobile, await use(journey.subAgent.tagId))),
  },
];

const mistypeValue = (value: unknown): unknown => (typeof value === 'object' ? 'text' : [value]);

const fieldDefects: Readonly<Record<string, (payload: Payload, field: string) => Payload>> = {
  missing: (payload, field) => Object.fromEntries(Object.entries(payload).filter(([name]) => name !== field)),
  null: (payload, field) => ({ ...payload, [field]: null }),
  mistyped: (payload, field) => ({ ...payload, [field]: mistypeValue(payload[field]) }),
};

/** Presence and types of request fields are open (reading 16). This check records what is accepted; other clauses judge the rest. */
function fieldPresenceCheck({ operation, call, firstFieldOnly }: DocumentedPayload): ActiveCheck {
  return check(
    'FIELD-PRESENCE-NOT-SHOWN',
    `spoilt-fields-${operation.id}`,
    `which fields ${operation.id} does not require is recorded`,
    { operation: operation.id },
    async (context) => {
      await context.use(context.journey.access.open);
      const { payload, ...rest } = await call(context);
      for (const [how, spoil] of Object.entries(fieldDefects)) {
        const replies: (readonly [string, Reply])[] = [];
        const names = Object.keys(payload);
        for (const field of firstFieldOnly === true && how !== 'missing' ? names.slice(0, 1) : names) {
          replies.push([field, await context.probe(operation, { ...rest, payload: spoil(payload, field) })]);
        }
        for (const [outcome, group] of Map.groupBy(replies, ([, reply]) => describeAnswer(reply))) {
          context.observe(`${operation.id} with ${how} ${group.map(([field]) => field).join(', ')} is answered with ${outcome}`);
        }
      }
    },
  );
}

export const requestFields: Suite = {
  name: 'Request fields',
  area: 'Business operations',
  checks: [
    ...documentedPayloads.map(fieldPresenceCheck),
    check(
      'FIELD-PRESENCE-NOT-SHOWN',
      'left-out-sub-agent',
      'which reads do not require subAgentTagId is recorded',
      { operation: 'ENVELOPE', circumstance: 'parameter-left-out' },
      async ({ use, observe, journey }) => {
        for (const reply of await use(journey.circumstances.parametersLeftOut))
          observe(`${reply.operation.id} without subAgentTagId is answered with ${describeAnswer(reply)}`);
      },
    ),
  ],
};
