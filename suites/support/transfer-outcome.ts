import { validValueAt } from '../../helpers/judge/fields.ts';
import { isTransferRefusal } from '../../helpers/judge/served.ts';
import { notApplicable, untried } from '../../helpers/judge/stop.ts';
import type { Emptied } from '../../helpers/journey/circumstances/drained.ts';
import type { TransferFlow } from '../../helpers/journey/transfer/transfer-plan.ts';
import { requireFinalStatus } from '../../helpers/journey/transfer/polled-status.ts';
import type { CheckContext } from '../../helpers/runner/check.ts';

/** True when OP-9 refused it, in any form. */
export async function wasRefused(context: CheckContext, { requested }: TransferFlow): Promise<boolean> {
  const done = await context.after(requested);
  if (done.ok) return false;
  if (!isTransferRefusal(done.error)) await context.use(requested);
  return true;
}

/** The OP-9 call, whatever its answer, as evidence; null where none left. */
export async function findRequest(context: CheckContext, { requested }: Pick<TransferFlow, 'requested'>): Promise<string | null> {
  const done = await context.after(requested);
  for (const id of done.evidence.exchanges) context.evidence.exchanges.add(id);
  if (done.ok) return done.value.reply.exchange.id;
  // A refusal ends the step.
  return isTransferRefusal(done.error) ? ([...done.evidence.exchanges].at(-1) ?? null) : null;
}

/** Only a transfer that is paid out for good must have debited the sender. */
export async function mustBePaidOut(context: CheckContext, { status, invoice }: Pick<TransferFlow, 'status' | 'invoice'>): Promise<void> {
  if (requireFinalStatus(await context.use(status)) === 'FAILED') throw notApplicable('OP-10 calls the transfer FAILED');
  const watched = await context.use(invoice);
  if (requireFinalStatus(watched) === 'FAILED') throw notApplicable('OP-11 calls the transfer FAILED');
  if (validValueAt(watched.last, 'result.isDelayed') === 'true')
    throw notApplicable("the transfer is delayed: its amount is settled in the customer's wallet");
}

/** A wallet emptied by two transfers at once, with those that were paid out. */
export async function useEmptiedAtOnce({
  use,
  journey,
}: CheckContext): Promise<Emptied & { readonly together: NonNullable<Emptied['together']> }> {
  const emptied = await use(journey.circumstances.emptiedWallet);
  const { together } = emptied;
  if (together === null) throw untried('two transfers at once need races in DMT_ALLOW, and DMT_MAX_CONCURRENCY above 1', 'configuration');
  return { ...emptied, together };
}
