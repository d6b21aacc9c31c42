import type { UsageTotals } from '../client/limits/spending.ts';
import type { Exchange } from '../core/exchange.ts';
import type { RunHeader, Numbered, LeaksSeen, OffRecord } from '../core/records/journal-lines.ts';
import type { Outcome } from '../core/records/outcome.ts';
import type { Callback } from '../judge/callback.ts';
import type { Reply } from '../judge/reply.ts';

export interface EarlierSittings {
  readonly run: RunHeader;
  /** Ids of the unfinished checks. */
  readonly tries: ReadonlySet<string>;
  /** Outcomes of the finished checks, by check id. */
  readonly standing: ReadonlyMap<string, Outcome>;
  readonly numbered: Numbered;
  readonly spent: UsageTotals;
  /** All judged answers: passive checks of this sitting judge them again. */
  readonly replies: readonly Reply[];
  readonly callbacks: readonly Callback[];
  readonly exchanges: readonly Exchange[];
  readonly offRecord: readonly OffRecord[];
  readonly leaks: LeaksSeen;
}
