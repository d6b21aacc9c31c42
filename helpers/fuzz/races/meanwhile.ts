import { documentedCall } from '../../../specs/documented-call.ts';
import { transactionStatus } from '../../../specs/operations.ts';
import type { Beneficiary } from '../../judge/facts/beneficiaries.ts';
import { idAt } from '../../judge/fields.ts';
import { sameId } from '../../core/ids.ts';
import { createConsent, pay, readScheme } from '../stateful/calls.ts';
import { readCommandOutcome, type Sequence } from '../model/model.ts';
import { findPayee } from '../model/own-entries.ts';
import { createRuleResult } from '../stateful/rules/rule.ts';
import { readSenderView } from '../model/view.ts';
import { prepareActivation, judgeActivations, prepareWaitingEntries } from './lists.ts';
import { preparePayment } from './pay.ts';
import { range, type RaceShown } from './race.ts';
import { release, type PreparedCall } from '../../session/release.ts';

async function prepareUsualPayment(sequence: Sequence, to: Beneficiary, correlationId: string): Promise<PreparedCall> {
  const [actor] = sequence.participants;
  const scheme = await readScheme(sequence, actor);
  const { transferSession: sessionId } = await readSenderView(sequence.deps, sequence.session, actor.sender);
  const consent = await createConsent(sequence, actor, scheme);
  return preparePayment(sequence, { amount: sequence.deps.people.amount, correlationId, to, sessionId, consent });
}

const noPayee = 'there is no active beneficiary to pay';

/** Activates some beneficiaries while another is paid: neither call may undo the other. */
export async function activatedMeanwhile(sequence: Sequence, size: number): Promise<RaceShown> {
  const payee = findPayee(sequence);
  if (payee === undefined) return noPayee;
  const waiting = await prepareWaitingEntries(sequence, size - 1, 1);
  if (typeof waiting === 'string') return waiting;
  const paying = await prepareUsualPayment(sequence, payee, sequence.deps.people.newCorrelationId());
  const [, ...replies] = await release(sequence.session, [paying, ...waiting.map((entry) => prepareActivation(sequence, entry))]);
  return judgeActivations(sequence, waiting, replies);
}

/** Sends OP-10 while OP-9 is under way. OP-10 need not know the transfer yet, but must not show the invoice of an earlier one. */
export async function foundMeanwhile(sequence: Sequence, size: number): Promise<RaceShown> {
  const payee = findPayee(sequence);
  if (payee === undefined) return noPayee;
  const earlier = (await pay(sequence, sequence.participants[0], { amount: sequence.deps.people.amount, to: payee })).transfer?.invoices[0];
  if (earlier === undefined) return 'no transfer was accepted before';
  const correlationId = sequence.deps.people.newCorrelationId();
  const asking = {
    operation: transactionStatus,
    call: documentedCall(transactionStatus, 'only', { ...sequence.participants[0].sender, correlationId }),
  };
  const paying = await prepareUsualPayment(sequence, payee, correlationId);
  const [, ...replies] = await release(sequence.session, [paying, ...range(size - 1).map(() => asking)]);
  const behind = await sequence.session.send(asking.operation, asking.call);
  const found = [...replies, behind].flatMap((reply) => {
    const id = readCommandOutcome(reply) === 'accepted' ? idAt(reply, 'result.invoiceId') : null;
    return id === null ? [] : createRuleResult(!sameId(id, earlier), `another invoice than ${earlier}`, id, reply, 'result.invoiceId');
  });
  return found.length > 0 ? found : 'OP-10 does not know a new transfer yet';
}
