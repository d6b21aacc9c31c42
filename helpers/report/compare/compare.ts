import type { ComparableCheck, ComparableRun } from './comparable.ts';
import { classifyStanding, findChange, isShown, type Change, type ChangeKind, type CheckById } from './changes.ts';
import { compareInputs, type ChangedInput } from './changed-inputs.ts';
import { keepCommonChecks } from './common-checks.ts';
import { byId } from '../../core/by-id.ts';
import { pluralize } from '../../core/text.ts';

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
