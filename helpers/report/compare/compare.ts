import type { Verdict } from '../../core/records/verdicts.ts';
import type { ComparableCheck, ComparableRun } from './comparable.ts';
import { compareInputs, type ChangedInput } from './changed-inputs.ts';

/** What a verdict says of the service, apart from how firmly. `absent`: the run did not plan the check. */
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

/** In the order of a reader's interest; the first two make a run worse than the one before. */
export const changeKinds = ['newly-failing', 'newly-untested', 'fixed', 'newly-accepted', 'newly-tested', 'no-longer-applicable'] as const;
export type ChangeKind = (typeof changeKinds)[number];

interface ChangeRule {
  readonly kind: ChangeKind;
  readonly from: readonly Standing[];
  readonly to: readonly Standing[];
}

const changeRules: readonly ChangeRule[] = [
  { kind: 'newly-failing', from: ['kept', 'accepted', 'untested', 'not-applicable', 'absent'], to: ['failed'] },
  // What failed and is no longer tested is not fixed. What did not exist before is not missed.
  { kind: 'newly-untested', from: ['kept', 'failed', 'accepted'], to: ['untested', 'absent'] },
  { kind: 'fixed', from: ['failed', 'accepted'], to: ['kept'] },
  { kind: 'newly-accepted', from: ['kept', 'failed', 'untested', 'not-applicable', 'absent'], to: ['accepted'] },
  { kind: 'newly-tested', from: ['untested', 'absent'], to: ['kept'] },
  // A legitimate absence, such as nothing PENDING seen, comes and goes with the day.
  { kind: 'no-longer-applicable', from: ['kept', 'failed', 'accepted'], to: ['not-applicable'] },
];

/** One check that stands otherwise than before. Null is a check that one run did not plan. */
export interface Change {
  readonly kind: ChangeKind;
  readonly clause: string;
  readonly check: string;
  readonly before: Verdict | null;
  readonly after: Verdict | null;
  /** What was received, or why it was not tested. */
  readonly words: string | null;
}

/** Something that is there in one run only. */
export interface Difference {
  readonly clause: string;
  readonly words: string;
  readonly sign: 'came' | 'went';
  /** A warning, not a fact. */
  readonly warning?: true;
}

export interface ComparedRun {
  readonly id: string;
  readonly startedAt: string;
  readonly verdict: string;
  readonly target: string;
  readonly kind: ComparableRun['run']['target'];
  readonly build: string | null;
}

/** What changed between two runs; `decision.json` holds it as it is. */
export interface Comparison {
  readonly before: ComparedRun;
  readonly after: ComparedRun;
  /** What of the two cannot be compared and was left out, in words. */
  readonly scope: string | null;
  /** How many clauses both runs looked at. */
  readonly lookedAtByBoth: number;
  readonly changes: readonly Change[];
  /** Facts where the specification is silent, and warnings. */
  readonly behavior: readonly Difference[];
  /** Null when one of the runs did not compare the live description. */
  readonly description: readonly Difference[] | null;
  readonly moved: readonly ChangedInput[];
}

const classifyStanding = (check: ComparableCheck | undefined): Standing =>
  check === undefined ? 'absent' : standingByVerdict[check.verdict];

function findChange(before: ComparableCheck | undefined, after: ComparableCheck | undefined): readonly Change[] {
  const check = after ?? before;
  const [from, to] = [classifyStanding(before), classifyStanding(after)];
  const rule = changeRules.find((one) => one.from.includes(from) && one.to.includes(to));
  if (rule === undefined || check === undefined) return [];
  const words = after === undefined ? 'it is no longer planned' : (after.received ?? after.reason);
  return [
    { kind: rule.kind, clause: check.clause, check: check.id, before: before?.verdict ?? null, after: after?.verdict ?? null, words },
  ];
}

/** Both ways of a set difference. */
function diffBothWays(before: ReadonlyMap<string, Difference>, after: ReadonlyMap<string, Difference>): readonly Difference[] {
  const missing = (from: ReadonlyMap<string, Difference>, to: ReadonlyMap<string, Difference>, sign: Difference['sign']): Difference[] =>
    [...from].flatMap(([key, difference]) => (to.has(key) ? [] : [{ ...difference, sign }]));
  return [...missing(before, after, 'went'), ...missing(after, before, 'came')];
}

/** Where a run went is told by its head; a fact that names it is the same fact on another host. */
const withoutHosts = (fact: string, hosts: readonly string[]): string =>
  hosts.toSorted((one, other) => other.length - one.length).reduce((text, host) => text.replaceAll(host, 'the host'), fact);

function collectBehavior({ run, profile, checks }: ComparableRun, planned: ReadonlySet<string>): ReadonlyMap<string, Difference> {
  const facts = profile.flatMap(({ clause, fact, sampled }): Difference[] =>
    sampled === true ? [] : [{ clause, words: fact, sign: 'came' }],
  );
  const warnings = checks.flatMap(({ clause, verdict, received, reason }): Difference[] =>
    verdict === 'warn' ? [{ clause, words: `warning: ${received ?? reason ?? 'without words'}`, sign: 'came', warning: true }] : [],
  );
  return new Map(
    [...facts, ...warnings]
      .filter(({ clause }) => planned.has(clause))
      .map((difference) => [`${difference.clause} ${withoutHosts(difference.words, run.hosts)}`, difference]),
  );
}

const toDescriptionDifferences = (findings: readonly string[]): ReadonlyMap<string, Difference> =>
  new Map(findings.map((words) => [words, { clause: 'SWAGGER', words, sign: 'came' }]));

/** `full` and `certification` run the same checks. */
const describeExtent = ({ run: { target, profile, selection } }: ComparableRun): string =>
  `${target}, ${profile === 'essential' ? 'essential profile' : 'all checks'}${selection === null ? '' : `, only ${selection.join(', ')}`}`;

const toComparedRun = ({ run: { id, startedAt, target, hosts, targetBuild }, verdict }: ComparableRun): ComparedRun => ({
  id,
  startedAt,
  verdict,
  target: `${target} at ${hosts.join(', ')}`,
  kind: target,
  build: targetBuild,
});

/** Every answer shows a little of these, so a run that sends less sees less of them; which codes were seen cannot be held together at all. */
const accumulatingClauses = new Set(['ENVELOPE-EXTRA-FIELDS', 'ENVELOPE-RESULT-ON-REFUSAL', 'HTTP-BODY-NOT-SHOWN']);
const isMeaningful = ({ clause, sign }: Difference): boolean =>
  clause !== 'CODE-MAPPING-NOT-SHOWN' && (sign === 'came' || !accumulatingClauses.has(clause));

type CheckById = ReadonlyMap<string, ComparableCheck>;

/** A clause of which one run looked at less than the other has fewer facts, which is no difference of behavior. */
function findChecksOfBoth(ids: readonly string[], earlier: CheckById, later: CheckById): readonly ComparableCheck[] {
  const wasLookedAt = (check: ComparableCheck | undefined): boolean => ['kept', 'failed', 'accepted'].includes(classifyStanding(check));
  const known = ids.flatMap((id) => later.get(id) ?? earlier.get(id) ?? []);
  const unequal = known.filter(({ id }) => wasLookedAt(earlier.get(id)) !== wasLookedAt(later.get(id))).map(({ clause }) => clause);
  return known.filter(({ id, clause }) => wasLookedAt(later.get(id)) && !unequal.includes(clause));
}

/**
 * What changed from one run to another, check by check. Runs of unequal extent (UAT and PROD, a selection) are compared
 * where both judged: what one of them never meant to look at is neither missed nor new.
 */
export function compareRuns(before: ComparableRun, after: ComparableRun): Comparison {
  const [one, other] = [describeExtent(before), describeExtent(after)];
  const sameExtent = one === other;
  const earlier = new Map(before.checks.map((check) => [check.id, check]));
  const later = new Map(after.checks.map((check) => [check.id, check]));
  const all = [...later.keys(), ...[...earlier.keys()].filter((id) => !later.has(id))];
  const changes = all.flatMap((id) => findChange(earlier.get(id), later.get(id)));
  const shared = new Set(findChecksOfBoth(all, earlier, later).map(({ clause }) => clause));
  const clauses = sameExtent ? new Set(all.flatMap((id) => (later.get(id) ?? earlier.get(id))?.clause ?? [])) : shared;
  const judgedByBoth = ({ kind, before: was, after: is }: Change): boolean =>
    was !== null && is !== null && kind !== 'newly-untested' && kind !== 'newly-tested';
  const described = before.description != null && after.description != null;
  return {
    before: toComparedRun(before),
    after: toComparedRun(after),
    scope: sameExtent ? null : `the extent differs (${one}; then ${other}), so only what both judged is compared`,
    lookedAtByBoth: shared.size,
    changes: changes.filter((change) => sameExtent || judgedByBoth(change)),
    behavior: diffBothWays(collectBehavior(before, clauses), collectBehavior(after, clauses)).filter(
      (each) => sameExtent || isMeaningful(each),
    ),
    description: described ? diffBothWays(toDescriptionDifferences(before.description), toDescriptionDifferences(after.description)) : null,
    moved: compareInputs(before, after),
  };
}

export const changesOfKind = ({ changes }: Comparison, kind: ChangeKind): readonly Change[] =>
  changes.filter((change) => change.kind === kind);

/** Something fails or is untested that was not so before. */
export const isWorse = (comparison: Comparison): boolean =>
  comparison.changes.some(({ kind }) => kind === 'newly-failing' || kind === 'newly-untested');
