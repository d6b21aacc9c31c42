import { Big } from 'big.js';
import type { Outcome } from '../../core/records/outcome.ts';
import type { JournalLine, SpentLine, Numbered, RunTotals } from '../../core/records/journal-lines.ts';

type LineOf<Kind extends JournalLine['kind']> = Extract<JournalLine, { kind: Kind }>;

export type JournalEnd = LineOf<'end'>;

/** One sitting of a run, as its lines of the journal tell it. */
export interface Sitting {
  readonly startedAt: string;
  readonly runBy: string | null;
  /** What the sittings before it numbered. */
  readonly numbered: Numbered;
  /** The checks it was to try; null for all. */
  readonly tries: readonly string[] | null;
  readonly outcomes: readonly Outcome[];
  readonly spent: readonly SpentLine[];
  /** How it ended by its own account; null when it was killed. */
  readonly ending: LineOf<'end'> | LineOf<'stopped'> | null;
}

const nothingNumbered: Numbered = { requests: 0, callbacks: 0, quiet: 0 };

const toSitting = (lines: readonly JournalLine[]): Sitting | null => {
  const [first] = lines;
  if (first?.kind !== 'run' && first?.kind !== 'sitting') return null;
  const { startedAt, runBy } = first.kind === 'run' ? first.run : first.sitting;
  return {
    startedAt,
    runBy,
    numbered: first.kind === 'run' ? nothingNumbered : first.sitting.numbered,
    tries: first.kind === 'run' ? null : first.sitting.tries,
    outcomes: lines.flatMap((line) => (line.kind === 'outcome' ? [line.outcome] : [])),
    spent: lines.flatMap((line) => (line.kind === 'spent' ? [line.spent] : [])),
    ending: lines.findLast((line) => line.kind === 'end' || line.kind === 'stopped') ?? null,
  };
};

/** The sittings of a run, in their order; lines before the first belong to none. */
export function splitSittings(lines: readonly JournalLine[]): readonly Sitting[] {
  const starts = lines.flatMap(({ kind }, at) => (kind === 'run' || kind === 'sitting' ? [at] : []));
  return starts.flatMap((at, nth) => toSitting(lines.slice(at, starts[nth + 1])) ?? []);
}

/** What stands of a check is what the last sitting found that tried it; two outcomes of one sitting stay two. */
export function latestOutcomes(sittings: readonly Sitting[]): readonly Outcome[] {
  const standing = new Map<string, readonly Outcome[]>();
  for (const { outcomes } of sittings) for (const [check, own] of Map.groupBy(outcomes, (each) => each.check)) standing.set(check, own);
  return [...standing.values()].flat();
}

/** What was used up and not given back. */
export function sumSpent(
  lines: readonly SpentLine[],
): Omit<RunTotals, 'requests'> & { readonly wrongCodes: number; readonly wrongLogins: number; readonly records: number } {
  const sum = (pick: (line: SpentLine) => number): number => lines.reduce((total, line) => total + pick(line), 0);
  return {
    otps: sum(({ otps }) => otps),
    transfers: sum(({ transfers }) => transfers),
    amount: lines.reduce((total, { amount }) => total.plus(amount), Big(0)).toFixed(),
    wrongCodes: sum(({ wrongCodes }) => wrongCodes),
    wrongLogins: sum(({ wrongLogins = 0 }) => wrongLogins),
    records: sum(({ records = 0 }) => records),
  };
}

/** The number in an exchange id: `x17` of requests, `c3` of callbacks, `q5` of calls that are not recorded; 0 of anything else. */
export const parseExchangeNumber = (id: string, letter: 'x' | 'c' | 'q'): number =>
  new RegExp(`^${letter}[1-9]\\d*$`).test(id) ? Number(id.slice(1)) : 0;

export const wasInterrupted = ({ ending }: Sitting): boolean => ending?.kind !== 'end';

/** Of the run: how the last sitting ended, when it came to its end. */
export function findRunEnd(sittings: readonly Sitting[]): JournalEnd | null {
  const ending = sittings.at(-1)?.ending ?? null;
  return ending?.kind === 'end' ? ending : null;
}
