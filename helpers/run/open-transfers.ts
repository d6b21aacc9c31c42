import { describeEarlier, type EarlierTransfers } from './describe-earlier.ts';
import type { LedgerCall } from '../report/journal/ledger.ts';
import type { OpenTransfer } from '../client/journal/transfer-tracker.ts';
import type { Target } from '../client/client.ts';
import { splitAddress } from '../config/addresses.ts';
import { pluralize } from '../core/text.ts';
import type { Wait } from '../core/records/journal-lines.ts';
import { reconcile } from '../session/reconcile.ts';
import { openWaits, type Waits } from '../session/waits.ts';

/** Newest first. Transfers that stay open for long need a person. */
const maxOwnTransfers = 100;

/** Fewer, because nothing in this run depends on them. */
const maxEarlierTransfers = 20;

type EarlierTransfer = OpenTransfer & Pick<LedgerCall, 'at'>;

/** Open transfers of other runs on the same service: a killed run could not ask about them. */
function findOpenEarlier({ config }: Pick<Target, 'config'>, calls: readonly LedgerCall[]): readonly EarlierTransfer[] {
  const { origin } = splitAddress(config.target.baseUrl);
  const isHere = (url: string): boolean => URL.canParse(url) && new URL(url).origin === new URL(origin).origin;
  const open = (call: LedgerCall): readonly EarlierTransfer[] => {
    const { at, run, exchange, operation, effect, method, url, amount, correlationId, state, invoice = null } = call;
    if (effect !== 'moves-money' || !isHere(url) || (state !== 'accepted' && state !== 'in-doubt')) return [];
    return [{ at, entry: { run, exchange, operation, effect, method, url, amount, correlationId }, state, invoiceId: invoice }];
  };
  return calls.flatMap(open);
}

/**
 * Before a run: asks about transfers that earlier runs left open, the newest first. A PENDING transfer gets its time. One look is enough
 * for a transfer that OP-10 does not know, unless it was sent just now. At most 20 transfers, each with at most five looks of two requests.
 */
async function reconcileNewest(target: Target, open: readonly EarlierTransfer[]): Promise<EarlierTransfers> {
  const { pendingTimeoutMs } = target.config.limits;
  const transfers = open.slice(-maxEarlierTransfers);
  for (const transfer of transfers) target.transfers.adopt(transfer);
  const isNew = ({ at }: EarlierTransfer): boolean => Date.now() - Date.parse(at) < pendingTimeoutMs;
  const reconcileOptions = { waits: openWaits(pendingTimeoutMs), isConclusive: true, pace: { sparing: true } } as const;
  await Promise.all([
    reconcile(target, transfers.filter(isNew), { ...reconcileOptions, mostUnknown: Infinity }),
    reconcile(
      target,
      transfers.filter((transfer) => !isNew(transfer)),
      { ...reconcileOptions, mostUnknown: 1 },
    ),
  ]);
  const stillOpen = new Set(target.transfers.open().map(({ entry }) => `${entry.run ?? ''} ${entry.exchange}`));
  const ended = transfers.filter(({ entry }) => !stillOpen.has(`${entry.run ?? ''} ${entry.exchange}`)).length;
  return { asked: transfers.length, ended, left: open.length - transfers.length };
}

/** As `reconcileNewest`, and reports the wait. */
export async function reconcileEarlier(
  target: Target,
  calls: readonly LedgerCall[],
  onWait: (wait: Wait) => void,
  onStage: (text: string) => void = () => undefined,
): Promise<void> {
  const open = findOpenEarlier(target, calls);
  if (open.length === 0) return;
  onStage(`${pluralize(open.length, 'transfer')} of earlier runs still open: asking how the newest ended`);
  const started = Date.now();
  const reason = describeEarlier(await reconcileNewest(target, open));
  onStage(reason);
  onWait({ startedAt: new Date(started).toISOString(), durationMs: Date.now() - started, reason });
}

/** After a run: the run waits for the end of its transfers. A transfer that may still be on its way gets the whole time again. */
export async function reconcileOwn(target: Pick<Target, 'send' | 'transfers' | 'config'>, waits: Waits): Promise<void> {
  // Transfers of earlier runs were asked about before the run.
  const own = target.transfers.open().filter(({ entry }) => entry.run === undefined);
  const open = own.slice(-maxOwnTransfers);
  const accepted = open.filter(({ state }) => state === 'accepted');
  const inDoubt = open.filter(({ state }) => state === 'in-doubt');
  const reconcileOptions = { mostUnknown: Infinity, isConclusive: true } as const;
  await Promise.all([
    reconcile(target, accepted, { ...reconcileOptions, waits }),
    reconcile(target, inDoubt, { ...reconcileOptions, waits: openWaits(target.config.limits.pendingTimeoutMs) }),
  ]);
}
