import type { LedgerCall } from '../report/journal/ledger.ts';
import type { OpenTransfer } from '../client/journal/transfer-tracker.ts';
import type { Target } from '../client/client.ts';
import { splitAddress } from '../config/addresses.ts';
import { pluralize } from '../core/text.ts';
import type { Wait } from '../core/records/journal-lines.ts';
import { reconcile } from '../session/reconcile.ts';
import { openWaits, type Waits } from '../session/waits.ts';

/** So many of a run's own are asked about at most, the newest first: what nobody could answer for long is for people. */
const maxOwnTransfers = 100;

/** Of other runs fewer: nothing of this run rests on them. */
const maxEarlierTransfers = 20;

type EarlierTransfer = OpenTransfer & Pick<LedgerCall, 'at'>;

/** Transfers of other runs on this very service whose end is not known: a run that was killed could not ask. */
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

/** What became of transfers of earlier runs. */
interface EarlierTransfers {
  readonly asked: number;
  readonly ended: number;
  /** Older ones that were not asked about. */
  readonly left: number;
}

const describeEarlier = ({ asked, ended, left }: EarlierTransfers): string =>
  `${asked} open transfers of earlier runs asked about, ${ended} found to have ended${left === 0 ? '' : `, ${left} older ones left`}`;

/**
 * Before a run: what earlier ones left open is asked about, the newest first. What is PENDING still has its time; of what OP-10 does not
 * know one look tells all there is, unless it was sent just now. At most 20 transfers, each by at most five looks of two requests.
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

/** The same, and whoever watches or reads the run is told. */
export async function reconcileEarlier(
  target: Target,
  calls: readonly LedgerCall[],
  onWait: (wait: Wait) => void,
  onStage: (text: string) => void = () => undefined,
): Promise<void> {
  const open = findOpenEarlier(target, calls);
  if (open.length === 0) return;
  onStage(`${pluralize(open.length, 'transfer')} of earlier runs still open: asking what became of the newest`);
  const started = Date.now();
  const reason = describeEarlier(await reconcileNewest(target, open));
  onStage(reason);
  onWait({ startedAt: new Date(started).toISOString(), durationMs: Date.now() - started, reason });
}

/** After a run: it does not close while a transfer may still be told of. What may be on its way has all the time there is once more. */
export async function reconcileOwn(target: Pick<Target, 'send' | 'transfers' | 'config'>, waits: Waits): Promise<void> {
  // Those that were there before have been asked about.
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
