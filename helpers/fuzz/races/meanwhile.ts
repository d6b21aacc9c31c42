import { documentedCall } from '../../../specs/documented-call.ts';
import { transactionStatus } from '../../../specs/operations.ts';
import { consentHeader } from '../../consent/consent-header.ts';
import { idAt, usable } from '../../judge/fields.ts';
import { sameId } from '../../core/same-id.ts';
import { readTransferScheme } from '../../journey/transfer/transfer.ts';
import { consentFor, pay } from '../stateful/calls.ts';
import { outcomeOfReply, type Walk } from '../model/model.ts';
import { oursOf } from '../model/ours.ts';
import { say } from '../stateful/rules/rule.ts';
import { lookAtSender, type Entry } from '../model/view.ts';
import { activationRunner, mustBeActive, waitingEntries } from './lists.ts';
import { paymentRunner } from './pay.ts';
import { range, type Shown } from './race.ts';
import { release, type Runner } from './release.ts';

const payeeOf = (walk: Walk): Entry | undefined => oursOf(walk, 0).findLast(({ active }) => active);

/** A transfer of the usual amount, ready to be sent. */
async function payment(walk: Walk, payee: Entry, correlationId: string): Promise<Runner> {
  const [actor] = walk.actors;
  const scheme = usable(await readTransferScheme(walk.session, actor.sender, walk.source), 'result.scheme', walk.session.doubt);
  const { transferSession } = await lookAtSender(walk.deps, walk.session, actor.sender);
  const consent = scheme === 'NONE' ? consentHeader.none : await consentFor(walk, actor, scheme);
  return paymentRunner(walk, { amount: walk.deps.people.amount, correlationId }, payee, transferSession, consent);
}

const noPayee = 'there is no active beneficiary to pay';

/** Others are activated while one is paid: neither call may undo the other. */
export async function activatedMeanwhile(walk: Walk, size: number): Promise<Shown> {
  const payee = payeeOf(walk);
  if (payee === undefined) return noPayee;
  const waiting = await waitingEntries(walk, size - 1, 1);
  if (typeof waiting === 'string') return waiting;
  const paying = await payment(walk, payee, walk.deps.people.newCorrelationId());
  const [, ...replies] = await release(walk.session, [paying, ...waiting.map((entry) => activationRunner(walk, entry))]);
  return mustBeActive(walk, waiting, replies);
}

/** OP-10 is asked while OP-9 is under way: it need not know the transfer yet, but never calls it by the invoice of an earlier one. */
export async function foundMeanwhile(walk: Walk, size: number): Promise<Shown> {
  const payee = payeeOf(walk);
  if (payee === undefined) return noPayee;
  const earlier = (await pay(walk, walk.actors[0], { amount: walk.deps.people.amount, to: payee })).transfer?.invoices[0];
  if (earlier === undefined) return 'no transfer was accepted before';
  const correlationId = walk.deps.people.newCorrelationId();
  const asking = {
    operation: transactionStatus,
    call: documentedCall(transactionStatus, 'only', { ...walk.actors[0].sender, correlationId }),
  };
  const paying = await payment(walk, payee, correlationId);
  const [, ...replies] = await release(walk.session, [paying, ...range(size - 1).map(() => asking)]);
  const behind = await walk.session.send(asking.operation, asking.call);
  const found = [...replies, behind].flatMap((reply) => {
    const id = outcomeOfReply(reply) === 'accepted' ? idAt(reply, 'result.invoiceId') : null;
    return id === null ? [] : say(!sameId(id, earlier), `another invoice than ${earlier}`, id, reply, 'result.invoiceId');
  });
  return found.length > 0 ? found : 'OP-10 knows no transfer yet that was just asked for';
}
