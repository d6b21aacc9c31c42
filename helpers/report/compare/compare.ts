import type { Verdict } from '../../core/records/verdicts.ts';
import type { ComparableCheck, ComparableRun } from './comparable.ts';
import { compareInputs, type ChangedInput } from './changed-inputs.ts';
import { keepCommonChecks } from './common-checks.ts';
import { byId } from '../../core/by-id.ts';
import { pluralize } from '../../core/text.ts';

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

export interface Difference {
  readonly clause: string;
  readonly words: string;
  readonly sign: 'came' | 'went';
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

/** `decision.json` contains it unchanged. */
export interface Comparison {
  readonly before: ComparedRun;
  readonly after: ComparedRun;
  /** What could not be compared, in words; null when everything was. */
  readonly scope: string | null;
  readonly lookedAtByBoth: number;
  readonly changes: readonly Change[];
  readonly behavior: readonly Difference[];
  /** Null when one of the runs did not compare the live description. */
  readonly description: readonly Difference[] | null;
  readonly moved: readonly ChangedInput[];
}

const classifyStanding = (check: ComparableCheck | undefined): Standing =>
  check === undefined ? 'absent' : standingByVerdict[check.verdict];

/** How far a campaign comes by the clock depends on the machine, and says nothing about the service. */
const wasEndedByClock = (check: ComparableCheck | undefined): boolean =>
  check?.verdict === 'untried' && check.reason?.includes('by the clock (DMT_FUZZ_SECONDS)') === true;

function findChange(before: ComparableCheck | undefined, after: ComparableCheck | undefined): readonly Change[] {
  if (wasEndedByClock(before) || wasEndedByClock(after)) return [];
  const check = after ?? before;
  const from = classifyStanding(before);
  const to = classifyStanding(after);
  const rule = changeRules.find((one) => one.from.includes(from) && one.to.includes(to));
  if (rule === undefined || check === undefined) return [];
  const words = after === undefined ? 'it is no longer planned' : (after.received ?? after.reason);
  return [
    { kind: rule.kind, clause: check.clause, check: check.id, before: before?.verdict ?? null, after: after?.verdict ?? null, words },
  ];
}

function diffBothWays(before: ReadonlyMap<string, Difference>, after: ReadonlyMap<string, Difference>): readonly Difference[] {
  const missing = (from: ReadonlyMap<string, Difference>, to: ReadonlyMap<string, Difference>, sign: Difference['sign']): Difference[] =>
    [...from].flatMap(([key, difference]) => (to.has(key) ? [] : [{ ...difference, sign }]));
  return [...missing(before, after, 'went'), ...missing(after, before, 'came')];
}

/** Replaces host names, so that the same fact on another host is equal. */
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

/** Every answer adds to these, so a shorter run sees fewer. The seen codes cannot be compared at all. */
const accumulatingClauses = new Set(['ENVELOPE-EXTRA-FIELDS', 'ENVELOPE-RESULT-ON-REFUSAL', 'HTTP-BODY-NOT-SHOWN']);
const isMeaningful = ({ clause, sign }: Difference): boolean =>
  clause !== 'CODE-MAPPING-NOT-SHOWN' && (sign === 'came' || !accumulatingClauses.has(clause));

type CheckById = ReadonlyMap<string, ComparableCheck>;

/** A run that judged fewer checks of a clause has fewer facts, which is not a change of behavior. */
function findChecksOfBoth(ids: readonly string[], earlier: CheckById, later: CheckById): readonly ComparableCheck[] {
  const wasLookedAt = (check: ComparableCheck | undefined): boolean => ['kept', 'failed', 'accepted'].includes(classifyStanding(check));
  const known = ids.flatMap((id) => later.get(id) ?? earlier.get(id) ?? []);
  const unequal = known.filter(({ id }) => wasLookedAt(earlier.get(id)) !== wasLookedAt(later.get(id))).map(({ clause }) => clause);
  return known.filter(({ id, clause }) => wasLookedAt(later.get(id)) && !unequal.includes(clause));
}

const joinScopes = (...scopes: readonly (string | null)[]): string | null => scopes.filter((scope) => scope !== null).join('; ') || null;

/** What one of two unequal runs had no means, no permission or no occasion to judge is no difference of the service. */
const kindsOfMeans: readonly ChangeKind[] = ['newly-untested', 'newly-tested', 'no-longer-applicable'];
const isOfMeans = ({ kind, before, after }: Change): boolean => kindsOfMeans.includes(kind) || before === null || after === null;
const isOfService = (change: Change): boolean => !isOfMeans(change);

const describeUnequal = (extents: string, apart: number): string =>
  [
    `the extent differs (${extents}), so only what both judged is compared`,
    ...(apart === 0 ? [] : [`${pluralize(apart, 'check')} judged by one of them alone`]),
  ].join('; ');

/** A clause is fixed when all its checks that failed hold now: a selection may have left out the one that would fail again. */
const isShown = ({ kind, clause }: Change, earlier: CheckById, later: CheckById): boolean =>
  kind !== 'fixed' ||
  [...earlier.values()].every(
    (check) => check.clause !== clause || classifyStanding(check) !== 'failed' || classifyStanding(later.get(check.id)) === 'kept',
  );

/** Compares check by check. Runs of different extent (UAT and PROD, a selection) are compared only where both judged. */
export function compareRuns(first: ComparableRun, second: ComparableRun): Comparison {
  const { before, after, leftOut } = keepCommonChecks(first, second);
  const one = describeExtent(before);
  const other = describeExtent(after);
  const sameExtent = one === other;
  const earlier = byId(before.checks);
  const later = byId(after.checks);
  const all = [...later.keys(), ...[...earlier.keys()].filter((id) => !later.has(id))];
  const changes = all.flatMap((id) => findChange(earlier.get(id), later.get(id))).filter((change) => isShown(change, earlier, later));
  const shared = new Set(findChecksOfBoth(all, earlier, later).map(({ clause }) => clause));
  const clauses = sameExtent ? new Set(all.flatMap((id) => (later.get(id) ?? earlier.get(id))?.clause ?? [])) : shared;
  const compared = changes.filter((change) => sameExtent || isOfService(change));
  const apart = changes.filter(isOfMeans);
  const described = before.description != null && after.description != null;
  return {
    before: toComparedRun(before),
    after: toComparedRun(after),
    scope: joinScopes(leftOut, sameExtent ? null : describeUnequal(`${one}; then ${other}`, apart.length)),
    lookedAtByBoth: shared.size,
    changes: compared,
    behavior: diffBothWays(collectBehavior(before, clauses), collectBehavior(after, clauses)).filter(
      (each) => sameExtent || isMeaningful(each),
    ),
    description: described ? diffBothWays(toDescriptionDifferences(before.description), toDescriptionDifferences(after.description)) : null,
    moved: compareInputs(before, after),
  };
}

export const changesOfKind = ({ changes }: Comparison, kind: ChangeKind): readonly Change[] =>
  changes.filter((change) => change.kind === kind);

export const isWorse = (comparison: Comparison): boolean =>
  comparison.changes.some(({ kind }) => kind === 'newly-failing' || kind === 'newly-untested');
