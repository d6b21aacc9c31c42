import type { Verdict } from '../../core/records/verdicts.ts';
import type { ComparableCheck } from './comparable.ts';

/** What a verdict means for the service. `absent`: a run of the same suite did not plan the check. */
type Standing = 'kept' | 'failed' | 'accepted' | 'untested' | 'not-applicable' | 'absent';

const standingByVerdict: Readonly<Record<Verdict, Standing>> = {
  pass: 'kept',
  warn: 'kept',
  observed: 'kept',
  fail: 'failed',
  waived: 'accepted',
  blocked: 'untested',
  untried: 'untested',
  error: 'untested',
  'not-applicable': 'not-applicable',
};

/** Most important first. The first two make a run worse. */
export const changeKinds = ['newly-failing', 'newly-untested', 'fixed', 'newly-accepted', 'newly-tested', 'no-longer-applicable'] as const;
export type ChangeKind = (typeof changeKinds)[number];

interface ChangeRule {
  readonly kind: ChangeKind;
  readonly from: readonly Standing[];
  readonly to: readonly Standing[];
}

const changeRules: readonly ChangeRule[] = [
  { kind: 'newly-failing', from: ['kept', 'accepted', 'untested', 'not-applicable', 'absent'], to: ['failed'] },
  // A failed check that is no longer tested is not fixed. A check that did not exist before is not missed.
  { kind: 'newly-untested', from: ['kept', 'failed', 'accepted'], to: ['untested', 'absent'] },
  { kind: 'fixed', from: ['failed', 'accepted'], to: ['kept'] },
  { kind: 'newly-accepted', from: ['kept', 'failed', 'untested', 'not-applicable', 'absent'], to: ['accepted'] },
  { kind: 'newly-tested', from: ['untested', 'absent'], to: ['kept'] },
  // A legitimate absence, such as no PENDING transfer, may change every day.
  { kind: 'no-longer-applicable', from: ['kept', 'failed', 'accepted'], to: ['not-applicable'] },
];

/** One check with another standing than before. Null: that run did not plan the check. */
export interface Change {
  readonly kind: ChangeKind;
  readonly clause: string;
  readonly check: string;
  readonly before: Verdict | null;
  readonly after: Verdict | null;
  readonly words: string | null;
}

export const classifyStanding = (check: ComparableCheck | undefined): Standing =>
  check === undefined ? 'absent' : standingByVerdict[check.verdict];

/** How far a campaign comes by the clock depends on the machine, and says nothing about the service. */
const wasEndedByClock = (check: ComparableCheck | undefined): boolean =>
  check?.verdict === 'untried' && check.reason?.includes('by the clock (DMT_FUZZ_SECONDS)') === true;

const describeFound = ({ expected = null, received, reason }: ComparableCheck): string | null =>
  expected === null || received === null ? (received ?? reason) : `expected ${expected}, received ${received}`;

export function findChange(before: ComparableCheck | undefined, after: ComparableCheck | undefined): readonly Change[] {
  if (wasEndedByClock(before) || wasEndedByClock(after)) return [];
  const check = after ?? before;
  const from = classifyStanding(before);
  const to = classifyStanding(after);
  const rule = changeRules.find((one) => one.from.includes(from) && one.to.includes(to));
  if (rule === undefined || check === undefined) return [];
  const words = after === undefined ? 'it is no longer planned' : describeFound(after);
  return [
    { kind: rule.kind, clause: check.clause, check: check.id, before: before?.verdict ?? null, after: after?.verdict ?? null, words },
  ];
}

export type CheckById = ReadonlyMap<string, ComparableCheck>;

/** A clause is fixed when all its checks that failed hold now: a selection may have left out the one that would fail again. */
export const isShown = ({ kind, clause }: Change, earlier: CheckById, later: CheckById): boolean =>
  kind !== 'fixed' ||
  [...earlier.values()].every(
    (check) => check.clause !== clause || classifyStanding(check) !== 'failed' || classifyStanding(later.get(check.id)) === 'kept',
  );
