import { documentedCall, type DocumentedCall } from '../../specs/documented-call.ts';
import { describeAnswer, type Reply } from '../../helpers/judge/reply.ts';
import { check, type ActiveCheck, type CheckContext, type Suite } from '../../helpers/runner/check.ts';
import { placeholderCall } from '../../helpers/journey/calls/placeholder.ts';
import type { Call } from '../../helpers/client/http/call.ts';
import type { Sender } from '../../helpers/journey/sender/sender.ts';
import type { People } from '../../helpers/journey/setup/people.ts';
import { activateBeneficiary, addBeneficiary, ekycOnboarding, requestTransfer, sendOtp, setMpin } from '../../specs/operations.ts';
import { firstFormOf, formOptions, formsOf, type OperationForm } from '../../specs/forms.ts';

type Payload = Readonly<Record<string, unknown>>;

interface DocumentedPayload {
  readonly form: OperationForm;
  readonly call: (context: CheckContext) => Promise<Call & { readonly payload: Payload }>;
  /** A sender of whom other checks read lists: a call that is under way makes a list uncertain. */
  readonly sender?: (context: CheckContext) => Promise<Sender | null>;
  /** An accepted call leaves a record, so only the first field is mistyped. */
  readonly firstFieldOnly?: true;
}

const requirePayload = ({ payload = {}, ...call }: DocumentedCall): Call & { readonly payload: Payload } => ({ ...call, payload });

/** Names unknown people and an invalid consent, so that no sender is locked and the call has no effect. */
const withCallOfNobody = (form: OperationForm): DocumentedPayload => ({
  form,
  call: ({ journey }) => Promise.resolve(requirePayload(placeholderCall(form, journey.people))),
});

/** A session that a transfer has used: no transfer depends on it, and where sessions serve again it opens the way to the fields. */
async function findSpentSession(context: CheckContext, { person }: Sender): Promise<object> {
  const { journey } = context;
  const { requested } = journey.newCustomer.usualTransfer;
  await context.afterRequested([requested]);
  const held = journey.memory.of(person).heldDetail;
  return held?.isSpent === true ? { sessionId: held.detail.fundtransferSessionId(context) } : {};
}

const useNewCustomer = async ({ use, journey }: CheckContext): Promise<Sender | null> =>
  journey.people.spares.length === 0 ? null : use(journey.newCustomer.sender);

/**
 * Of a sender that the run itself tags, because a service may look for the sender before it reads the fields. Without a consent, and with
 * an unknown beneficiary, the call has no effect. Where no consent is asked for, it names unknown people.
 */
const withCallWithoutConsent = (form: OperationForm): DocumentedPayload => ({
  form,
  sender: useNewCustomer,
  call: async (context) => {
    const { people } = context.journey;
    const sender = await useNewCustomer(context);
    if (sender === null || sender.scheme === 'NONE') return requirePayload(placeholderCall(form, people));
    const { senderId, subAgentTagId } = sender;
    const realIds = { senderId, subAgentTagId, from: senderId, consent: undefined };
    // Not an account of this sender: if it is added all the same, the list does not hold it twice.
    const other = people.accounts.left([]) > 1 ? { accountNo: people.accounts.lend([], 1) } : {};
    const session = form.operation === requestTransfer ? await findSpentSession(context, sender) : {};
    return requirePayload(placeholderCall(form, people, { ...realIds, ...other, ...session }));
  },
});

const ekycMobile = ({ people }: CheckContext['journey']): string => people.spares[1] ?? people.customer.mobile;

/** OP-13 with `false` and the query form of OP-9 are left out: their fields are the same, and so is what reads them. */
const documentedPayloads: readonly DocumentedPayload[] = [
  {
    form: firstFormOf(sendOtp),
    call: ({ journey }) =>
      Promise.resolve(requirePayload(documentedCall(sendOtp, 'only', { object: Number(journey.people.customer.mobile) }))),
  },
  ...[addBeneficiary, requestTransfer].map(firstFormOf).map(withCallWithoutConsent),
  withCallOfNobody(firstFormOf(setMpin)),
  {
    form: firstFormOf(activateBeneficiary),
    sender: ({ use, journey }) => use(journey.customer.sender),
    // The beneficiary is active already, so the call harms no one.
    call: async ({ use, journey }) => {
      const { senderId, subAgentTagId } = await use(journey.customer.sender);
      const { beneficiaryId: id } = await use(journey.customer.beneficiaries.payee);
      return requirePayload(documentedCall(activateBeneficiary, 'true', { senderId, subAgentTagId, id }));
    },
  },
  ...formsOf(ekycOnboarding).map((form): DocumentedPayload => ({
    form,
    firstFieldOnly: true,
    call: async ({ use, journey }) => {
      const subAgentTag = await use(journey.subAgent.tagId);
      return requirePayload(placeholderCall(form, journey.people, { mobile: Number(ekycMobile(journey)), subAgentTag }));
    },
  })),
];

/** A text stays the same value in a list: another one could be a real account. */
const mistypeValue = (value: unknown): unknown => (typeof value === 'string' ? [value] : 'text');

const fieldDefects: Readonly<Record<string, (payload: Payload, field: string) => Payload>> = {
  missing: (payload, field) => Object.fromEntries(Object.entries(payload).filter(([name]) => name !== field)),
  null: (payload, field) => ({ ...payload, [field]: null }),
  mistyped: (payload, field) => ({ ...payload, [field]: mistypeValue(payload[field]) }),
};

const isFirst = ({ id, operation }: OperationForm): boolean => id === operation.id;

/** The fields of a further form are those of the first: only which of them it requires may differ. */
const defectsOf = (form: OperationForm) => Object.entries(fieldDefects).filter(([how]) => isFirst(form) || how === 'missing');

/** A further form may require what the first one leaves empty; the rest is read in both alike. */
function listOwnFields(form: OperationForm, payload: Payload, people: People): readonly string[] {
  if (isFirst(form)) return Object.keys(payload);
  const first = requirePayload(placeholderCall(firstFormOf(form.operation), people)).payload;
  return Object.keys(payload).filter((name) => first[name] === '' && payload[name] !== '');
}

/**
 * A service that reads fields in one place takes null in each alike, and another type in each of one type: so one field shows it. Where
 * there is one field alone, null is the payload without it: common readers know no difference.
 */
function fieldsFor(how: string, names: readonly string[], payload: Payload, firstFieldOnly: boolean): readonly string[] {
  if (how === 'missing') return names;
  const ofEachType = names.filter((name, at) => names.findIndex((other) => typeof payload[other] === typeof payload[name]) === at);
  if (how === 'null' && names.length === 1) return [];
  return how === 'null' || firstFieldOnly ? names.slice(0, 1) : ofEachType;
}

interface Spoilt {
  readonly how: string;
  readonly field: string;
  readonly payload: Payload;
}

const listSpoilt = ({ form, firstFieldOnly }: DocumentedPayload, payload: Payload, people: People): readonly Spoilt[] =>
  defectsOf(form).flatMap(([how, spoil]) =>
    fieldsFor(how, listOwnFields(form, payload, people), payload, firstFieldOnly === true).map((field) => ({
      how,
      field,
      payload: spoil(payload, field),
    })),
  );

const mayHaveEffect = ({ status }: Reply): boolean => status === null || status >= 500;

/** Presence and types of request fields are open (reading 16). This check records what is accepted; other clauses judge the rest. */
function fieldPresenceCheck(documented: DocumentedPayload): ActiveCheck {
  const { form, call, sender } = documented;
  return check(
    'FIELD-PRESENCE-NOT-SHOWN',
    `spoilt-fields-${form.id}`,
    `which fields ${form.name} does not require is recorded`,
    formOptions(form),
    async (context) => {
      await context.use(context.journey.access.open);
      const { payload: right, ...rest } = await call(context);
      const { person = null } = (await sender?.(context)) ?? {};
      const tried: (Spoilt & { readonly reply: Reply })[] = [];
      for (const spoilt of listSpoilt(documented, right, context.journey.people)) {
        // The sender's other calls wait for this turn.
        const turn = person === null ? {} : ({ priority: true } as const);
        const send = (): Promise<Reply> => context.probe(form.operation, { ...rest, payload: spoilt.payload, ...turn });
        const reply = await (person === null ? send() : context.journey.inTurn(person, send));
        tried.push({ ...spoilt, reply });
        if (mayHaveEffect(reply)) break;
      }
      for (const [how, alike] of Map.groupBy(tried, (each) => each.how))
        for (const [answer, group] of Map.groupBy(alike, ({ reply }) => describeAnswer(reply)))
          context.observe(`${form.name} with ${how} ${group.map(({ field }) => field).join(', ')} is answered with ${answer}`);
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
