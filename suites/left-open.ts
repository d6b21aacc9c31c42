import { valueAt } from '../helpers/judge/fields.ts';
import { notApplicable } from '../helpers/judge/stop.ts';
import { outcomeOf } from '../helpers/judge/reply.ts';
import { check, type Suite } from '../helpers/runner/check.ts';
import { accountsOf } from '../helpers/journey/transfer/balance.ts';
import { invoice, onboardingStatus, senderSecurityScheme, transactionStatus, transferSecurityScheme } from '../specs/operations.ts';

/** What the document leaves open about consent and transfers, seen without a call of its own. */
export const leftOpen: Suite = {
  name: 'Left open',
  area: 'Business operations',
  checks: [
    check(
      {
        id: 'FIELD-FORMATS-NOT-SHOWN~odd-addresses',
        clause: 'FIELD-FORMATS-NOT-SHOWN',
        operation: 'ENVELOPE',
        title: 'what ids and words of no known form lead to is recorded',
        needs: 'token',
      },
      async ({ use, probe, observe, world }) => {
        await use(world.access.open);
        const odd = 'no-id-at-all';
        const asked = [
          await probe(onboardingStatus, { path: { userType: 'merchant', mobile: world.people.anyMobile } }),
          await probe(senderSecurityScheme, { path: { senderId: odd }, query: { subAgentTagId: odd } }),
          await probe(transferSecurityScheme, { path: { senderId: odd }, query: { subAgentTagId: odd, paymentSource: 'cash' } }),
          await probe(transactionStatus, { path: { correlationId: odd }, query: { subAgentTagId: odd } }),
          await probe(invoice, { path: { invoiceId: odd }, query: { subAgentTagId: odd } }),
        ];
        for (const reply of asked) observe(`${reply.operation.id} with a value of no known form is answered with ${outcomeOf(reply)}`);
      },
    ),
    check(
      {
        id: 'CONSENT-REUSE~after-a-wrong-mpin',
        clause: 'CONSENT-REUSE',
        operation: 'OP-6',
        title: 'whether an OTP survives a wrong MPIN is recorded',
        needs: 'own-sender',
      },
      async ({ use, observe, world }) => {
        await use(world.mpinConsent.wrong);
        const { sameCode } = await use(world.mpinConsent.right);
        observe(`an OTP that was sent with a wrong MPIN ${sameCode ? 'serves' : 'does not serve'} with the right one`);
      },
    ),
    check(
      {
        id: 'OP6-SESSION-REUSE~second-transfer',
        clause: 'OP6-SESSION-REUSE',
        title: 'whether a session serves a second transfer is recorded',
        needs: 'sender',
      },
      async ({ use, observe, world }) => {
        await use(world.customer.withDecimals.requested);
        const { sessionServesAgain } = world.memory;
        if (sessionServesAgain === null) throw notApplicable('no session was tried twice');
        observe(`a transfer session ${sessionServesAgain ? 'serves' : 'does not serve'} a second transfer`);
      },
    ),
    check(
      {
        id: 'OP14-DEBIT-AMOUNT~usual',
        clause: 'OP14-DEBIT-AMOUNT',
        title: 'by how much a transfer lowers the balance is recorded',
        needs: 'sender',
      },
      async ({ use, observe, world }) => {
        const { before, after, requested } = world.customer.usual;
        const { amount } = await use(requested);
        const [was, is] = [(await use(before)).balances.at(-1), (await use(after)).balances.at(-1)];
        if (was === undefined || is === undefined) throw notApplicable('the balance was not read');
        observe(`a transfer of ${amount} lowers mainAccount by ${(accountsOf(was).mainAccount - accountsOf(is).mainAccount).toFixed(2)}`);
      },
    ),
    check(
      {
        id: 'OP11-DELAYED-SETTLEMENT~usual',
        clause: 'OP11-DELAYED-SETTLEMENT',
        title: 'where a transfer is settled is recorded',
        needs: 'sender',
        // Neither the wallet of the merchant nor the time of a settlement can be seen from outside.
        hardest: 'observed',
      },
      async ({ use, observe, world }) => {
        const { last } = await use(world.customer.usual.invoice);
        const delayed = valueAt(last, 'result.isDelayed');
        observe(`isDelayed is ${JSON.stringify(delayed)}: settled in the ${delayed === 'true' ? "customer's" : "merchant's"} wallet`);
      },
    ),
  ],
};
