import type { LedgerCall } from '../report/decision/ledger.ts';
import type { OpenTransfer } from '../target/books.ts';
import type { Target } from '../target/client.ts';
import { splitAddress } from '../target/addresses.ts';
import { reconcile } from './reconcile.ts';

/** So many are asked about at most, the newest first: what nobody could answer for long is for people. */
const most = 100;

/** Transfers of other runs on this very service whose end is not known: a run that was killed could not ask. */
function leftBehind({ config }: Pick<Target, 'config'>, calls: readonly LedgerCall[]): readonly OpenTransfer[] {
  const { origin } = splitAddress(config.target.baseUrl);
  const isHere = (url: string): boolean => URL.canParse(url) && new URL(url).origin === new URL(origin).origin;
  const open = (call: LedgerCall): readonly OpenTransfer[] => {
    const { run, exchange, operation, effect, method, url, amount, correlationId, state, invoice = null } = call;
    if (effect !== 'moves-money' || !isHere(url) || (state !== 'accepted' && state !== 'in-doubt')) return [];
    return [{ entry: { run, exchange, operation, effect, method, url, amount, correlationId }, state, invoiceId: invoice }];
  };
  return calls.flatMap(open).slice(-most);
}

/** Before a run: what earlier ones left open is asked about, once each and as long as a PENDING may last. */
export async function settleEarlier(target: Target, calls: readonly LedgerCall[]): Promise<void> {
  const transfers = leftBehind(target, calls);
  for (const transfer of transfers) target.books.adopt(transfer);
  await reconcile(target, transfers, { timeoutMs: target.config.limits.pendingTimeoutMs, looks: Infinity });
}

/** After a run: it does not close while a transfer may still be told of. */
export const settleOwn = (target: Target): Promise<void> =>
  reconcile(target, target.books.open().slice(-most), { timeoutMs: target.config.limits.pendingTimeoutMs, looks: Infinity });
