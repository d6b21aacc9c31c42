import type { UsageTotals } from '../client/limits/spending.ts';
import type { Exchange } from '../core/exchange.ts';
import type { RunHeader, Numbered, LeaksSeen } from '../core/records/journal-lines.ts';
import type { Outcome } from '../core/records/outcome.ts';
import type { Callback } from '../judge/callback.ts';
import type { Reply } from '../judge/reply.ts';

/** What the sittings before left of a run: what stands, what is to be tried again, and what they used up. */
export interface EarlierSittings {
  readonly run: RunHeader;
  /** The checks that are unfinished. */
  readonly tries: ReadonlySet<string>;
  /** By check. */
  readonly standing: ReadonlyMap<string, Outcome>;
  readonly numbered: Numbered;
  readonly spent: UsageTotals;
  /** Everything that was judged, so that passive checks judge on. */
  readonly replies: readonly Reply[];
  readonly callbacks: readonly Callback[];
  readonly exchanges: readonly Exchange[];
  readonly leaks: LeaksSeen;
}
