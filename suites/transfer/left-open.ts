import { placeholderCall } from '../../helpers/journey/calls/placeholder.ts';
import type { Call } from '../../helpers/client/http/call.ts';
import type { DocumentedCall } from '../../specs/documented-call.ts';
import type { Sender } from '../../helpers/journey/sender/sender.ts';
import { valueAt } from '../../helpers/judge/fields.ts';
import { notApplicable } from '../../helpers/judge/stop.ts';
import { describeAnswer, type Reply } from '../../helpers/judge/reply.ts';
import { check, type ActiveCheck, type CheckContext, type Suite } from '../../helpers/runner/check.ts';
import { readBalances } from '../../helpers/journey/transfer/balance.ts';
import { firstFormOf, type OperationForm } from '../../specs/forms.ts';
import { allowRefusedAmount } from '../support/refused-amount.ts';
import {
  activateBeneficiary,
  addBeneficiary,
  invoice,
  onboardingStatus,
  operations,
  requestTransfer,
  senderBalance,
  senderDetail,
  senderSecurityScheme,
  sendOtp,
  setMpin,
  tagUser,
  transactionStatus,
  transferSecurityScheme,
} from '../../specs/operations.ts';

const noId = 'no-id-at-all';

/** Calls with values that a reader of their form stumbles over. */
const oddCalls: readonly (readonly [OperationForm, object])[] = [
  [firstFormOf(onboardingStatus), { mobile: noId }],
  [firstFormOf(tagUser), { mobile: noId }],
  [firstFormOf(senderSecurityScheme), { senderId: noId, subAgentTagId: noId }],
  [firstFormOf(senderDetail), { consent: `OTP 000000 ${noId}` }],
  [firstFormOf(addBeneficiary), { consent: '' }],
  [firstFormOf(senderDetail), { senderId: noId }],
  [firstFormOf(transferSecurityScheme), { senderId: noId, paymentSource: 'cash' }],
  [firstFormOf(requestTransfer), { sessionId: noId, senderId: noId, to: noId }],
  [firstFormOf(transactionStatus), { correlationId: noId }],
  [firstFormOf(invoice), { invoiceId: noId }],
  [firstFormOf(setMpin), { state: noId }],
  [firstFormOf(activateBeneficiary), { id: noId }],
  [firstFormOf(senderBalance), { sessionId: noId }],
];

/** The others take a code, and a wrong one may lock a sender. */
const mayNameSender: ReadonlySet<string> = new Set(['OP-8', 'OP-13', 'OP-14']);

/** A service that knows the ids looks further. */
function pickKnown({ operation }: OperationForm, { senderId, subAgentTagId }: Sender): object {
  return mayNameSender.has(operation.id) ? { senderId, subAgentTagId } : { subAgentTagId };
}

const formsWithPayload = operations.filter(({ payload }) => payload !== null).map(firstFormOf);

/** Payloads without any field. */
const emptyPayloads: readonly (readonly [OperationForm, string])[] = [
  ...formsWithPayload.map((form) => [form, '[]'] as const),
  [firstFormOf(sendOtp), ''],
  [firstFormOf(addBeneficiary), 'null'],
];

/** A list of the sender that is read meanwhile would not show what it may show, so a call that may change it waits for its turn. */
function probeOdd({ probe, journey }: CheckContext, { operation }: OperationForm, call: Call, sender: Sender | null): Promise<Reply> {
  const waits = sender !== null && mayNameSender.has(operation.id) && operation.effect !== 'none';
  return waits ? journey.inTurn(sender.person, () => probe(operation, { ...call, priority: true })) : probe(operation, call);
}

const withRawBody = (call: DocumentedCall, rawBody: string): Call => ({
  ...call,
  rawBody,
  headers: { 'Content-Type': 'application/json' },
});

/** What formats ids and words have is open (reading 16). That a service stumbles over one is judged by the rules of every answer. */
const oddValuesCheck: ActiveCheck = check(
  'FIELD-FORMATS-NOT-SHOWN',
  'odd-addresses',
  'the answers to ids and words of no known form are recorded',
  { operation: 'ENVELOPE' },
  async (context) => {
    const { use, after, observe, journey } = context;
    await use(journey.access.open);
    const done = await after(journey.customer.sender);
    const sender = done.ok ? done.value : null;
    const build = (form: OperationForm, odd: object = {}): DocumentedCall =>
      placeholderCall(form, journey.people, { ...(sender !== null && pickKnown(form, sender)), ...odd });
    const asked: Reply[] = [];
    for (const [form, odd] of oddCalls) asked.push(await probeOdd(context, form, build(form, odd), sender));
    for (const [form, payload] of emptyPayloads) asked.push(await probeOdd(context, form, withRawBody(build(form), payload), sender));
    for (const reply of asked) observe(`${reply.operation.id} with a value of no known form is answered with ${describeAnswer(reply)}`);
  },
);

/** Records what the document leaves open about consent and transfers. */
export const leftOpen: Suite = {
  name: 'Left open',
  area: 'Business operations',
  checks: [
    oddValuesCheck,
    check(
      'CONSENT-REUSE',
      'after-a-wrong-mpin',
      'whether an OTP survives a wrong MPIN is recorded',
      { operation: 'OP-6' },
      async ({ use, observe, journey }) => {
        await use(journey.mpinConsent.wrong);
        const { sameCode } = await use(journey.mpinConsent.right);
        observe(`an OTP that was sent with a wrong MPIN ${sameCode ? 'serves' : 'does not serve'} with the right one`);
      },
    ),
    check('OP6-SESSION-REUSE', 'second-transfer', 'whether a session serves a second transfer is recorded', async (context) => {
      const { use, observe, journey } = context;
      const { decimals, 'below-one': belowOne } = journey.circumstances.byAmount;
      for (const { requested } of [decimals, belowOne]) await allowRefusedAmount(context, () => use(requested));
      const { sessionServesAgain } = journey.memory;
      if (sessionServesAgain === null) throw notApplicable('no session was tried twice');
      observe(`a transfer session ${sessionServesAgain ? 'serves' : 'does not serve'} a second transfer`);
    }),
    check('OP14-DEBIT-AMOUNT', 'usual', 'by how much a transfer lowers the balance is recorded', async ({ use, observe, journey }) => {
      const { before, after, requested } = journey.customer.usualTransfer;
      const { amount } = await use(requested);
      const was = (await use(before)).balances.at(-1);
      const is = (await use(after)).balances.at(-1);
      if (was === undefined || is === undefined) throw notApplicable('the balance was not read');
      observe(`a transfer of ${amount} lowers mainAccount by ${(readBalances(was).mainAccount - readBalances(is).mainAccount).toFixed(2)}`);
    }),
    check(
      'OP11-DELAYED-SETTLEMENT',
      'usual',
      'where a transfer is settled is recorded',
      { hardest: 'observed' },
      async ({ use, observe, journey }) => {
        const { last } = await use(journey.customer.usualTransfer.invoice);
        const delayed = valueAt(last, 'result.isDelayed');
        observe(`isDelayed is ${JSON.stringify(delayed)}: settled in the ${delayed === 'true' ? "customer's" : "merchant's"} wallet`);
      },
    ),
  ],
};
