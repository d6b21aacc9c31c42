import { buildSchemeCall } from '../../helpers/journey/transfer/transfer.ts';
import { documentedCall } from '../../specs/documented-call.ts';
import { valueAt } from '../../helpers/judge/fields.ts';
import { notApplicable } from '../../helpers/judge/stop.ts';
import { describeAnswer } from '../../helpers/judge/reply.ts';
import { check, type Suite } from '../../helpers/runner/check.ts';
import { readBalances } from '../../helpers/journey/transfer/balance.ts';
import { invoice, onboardingStatus, senderSecurityScheme, transactionStatus, transferSecurityScheme } from '../../specs/operations.ts';

/** Records what the document leaves open about consent and transfers. */
export const leftOpen: Suite = {
  name: 'Left open',
  area: 'Business operations',
  checks: [
    check(
      'FIELD-FORMATS-NOT-SHOWN',
      'odd-addresses',
      'the answers to ids and words of no known form are recorded',
      { operation: 'ENVELOPE' },
      async ({ use, probe, observe, journey }) => {
        await use(journey.access.open);
        const id = 'no-id-at-all';
        const odd = { senderId: id, subAgentTagId: id, correlationId: id, invoiceId: id };
        const status = documentedCall(onboardingStatus, 'customer', { mobile: journey.people.anyMobile });
        const asked = [
          await probe(onboardingStatus, { ...status, path: { ...status.path, userType: 'merchant' } }),
          await probe(senderSecurityScheme, documentedCall(senderSecurityScheme, 'only', odd)),
          await probe(transferSecurityScheme, buildSchemeCall(odd, 'cash')),
          await probe(transactionStatus, documentedCall(transactionStatus, 'only', odd)),
          await probe(invoice, documentedCall(invoice, 'only', odd)),
        ];
        for (const reply of asked) observe(`${reply.operation.id} with a value of no known form is answered with ${describeAnswer(reply)}`);
      },
    ),
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
    check(
      'OP6-SESSION-REUSE',
      'second-transfer',
      'whether a session serves a second transfer is recorded',
      async ({ use, observe, journey }) => {
        await use(journey.circumstances.byAmount['below-one'].requested);
        const { sessionServesAgain } = journey.memory;
        if (sessionServesAgain === null) throw notApplicable('no session was tried twice');
        observe(`a transfer session ${sessionServesAgain ? 'serves' : 'does not serve'} a second transfer`);
      },
    ),
    check('OP14-DEBIT-AMOUNT', 'usual', 'by how much a transfer lowers the balance is recorded', async ({ use, observe, journey }) => {
      const { before, after, requested } = journey.customer.usualTransfer;
      const { amount } = await use(requested);
      const [was, is] = [(await use(before)).balances.at(-1), (await use(after)).balances.at(-1)];
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
