import { Big } from 'big.js';
import { mapCounts, type Usage } from '../../core/budget.ts';
import type { Outcome } from '../../core/records/outcome.ts';
import type { JournalLine, SpentLine, Numbered } from '../../core/records/journal-lines.ts';

type LineOf<Kind extends JournalLine['kind']> = Extract<JournalLine, { kind: Kind }>;

export type JournalEnd = LineOf<'end'>;

export interface Sitting {
  readonly startedAt: string;
  readonly runBy: string | null;
  readonly numbered: Numbered;
  /** The checks that this sitting tries; null for all. */
  readonly tries: readonly string[] | null;
  readonly outcomes: readonly Outcome[];
  readonly spent: readonly SpentLine[];
  /** Null when the sitting was killed. */
  readonly ending: LineOf<'end'> | LineOf<'stopped'> | null;
  /** In a merged record: the part that it is of; null for the merge itself, which sends nothing. */
  readonly part?: number | null;
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
    ...(first.kind === 'sitting' && first.sitting.part !== undefined ? { part: first.sitting.part } : {}),
  };
};

/** The header of a merged record is no sitting of its own. */
const beginsSitting = (line: JournalLine): boolean => line.kind === 'sitting' || (line.kind === 'run' && line.run.merged === undefined);

/** Lines before the first sitting belong to none. */
export function splitSittings(lines: readonly JournalLine[]): readonly Sitting[] {
  const starts = lines.flatMap((line, at) => (beginsSitting(line) ? [at] : []));
  return starts.flatMap((at, nth) => toSitting(lines.slice(at, starts[nth + 1])) ?? []);
}

/** The last sitting that tried a check decides. Two outcomes of one sitting both stay. */
export function latestOutcomes(sittings: readonly Sitting[]): readonly Outcome[] {
  const standing = new Map<string, readonly Outcome[]>();
  for (const { outcomes } of sittings) for (const [check, own] of Map.groupBy(outcomes, (each) => each.check)) standing.set(check, own);
  return [...standing.values()].flat();
}

/** What was used and not refunded. */
export const sumSpent = (lines: readonly SpentLine[]): Usage => ({
  ...mapCounts((counter) => lines.reduce((total, line) => total + (line[counter] ?? 0), 0)),
  amount: lines.reduce((total, { amount }) => total.plus(amount), Big(0)),
});

/** Reads an exchange id: `x17` is a request, `c3` a callback, `q5` an unrecorded call. Returns 0 for any other id. */
export const parseExchangeNumber = (id: string, letter: 'x' | 'c' | 'q'): number =>
  new RegExp(`^${letter}[1-9]\\d*$`).test(id) ? Number(id.slice(1)) : 0;

export const wasInterrupted = ({ ending }: Sitting): boolean => ending?.kind !== 'end';

/** Null when the last sitting did not finish. */
export function findRunEnd(sittings: readonly Sitting[]): JournalEnd | null {
  const ending = sittings.at(-1)?.ending ?? null;
  return ending?.kind === 'end' ? ending : null;
}
