import { canBeRejudged, judgePassively, type JudgedAgain } from '../bundle/contradictions.ts';
import { foldParts } from '../bundle/parts.ts';
import { isObservedClause, openObservedBehavior, type ObservedBehavior } from '../judge/observed-behavior.ts';
import { parseJson } from '../core/json.ts';
import type { MergeRecord } from '../core/records/journal-lines.ts';
import type { Outcome } from '../core/records/outcome.ts';
import { accusingVerdicts, soundVerdicts } from '../core/records/verdicts.ts';
import { readRecordedReplies } from '../judge/recorded.ts';
import { capReached } from '../judge/stop.ts';
import { describeMissingParts, missingPartCause } from '../report/model/missing-parts.ts';
import { latestOutcomes } from '../report/journal/sittings.ts';
import type { Journal } from '../report/journal/journal.ts';
import type { Check, PassiveCheck } from '../runner/check.ts';
import { wrongAddressCause } from '../runner/wrong-address.ts';

interface Merging {
  readonly merged: MergeRecord;
  /** Checks that every part has its share of. */
  readonly everywhere: ReadonlySet<string>;
  readonly replies: readonly JudgedAgain[];
  readonly behavior: ObservedBehavior;
  /** When the last part ended: times of outcomes that the merge alone gives. */
  readonly at: string;
}

/** Which outcome counts where several parts tried a check: what one run over all of its cases would have said. */
const rankers: readonly ((outcome: Outcome, check: Check) => boolean)[] = [
  ({ verdict }) => verdict === 'fail',
  ({ verdict }) => verdict === 'warn',
  ({ verdict }) => verdict === 'error',
  ({ cause }) => cause === capReached,
  // Trouble ends a chapter, whatever it has shown by then. Sequences show what they have shown.
  ({ verdict }, check) => verdict === 'blocked' && check.kind === 'active' && check.needs === 'campaign',
  ({ verdict }) => soundVerdicts.has(verdict),
  ({ verdict }) => verdict === 'blocked',
  ({ verdict }) => verdict === 'untried',
];

const rankOf = (outcome: Outcome, check: Check): number => {
  const rank = rankers.findIndex((isOfRank) => isOfRank(outcome, check));
  return rank < 0 ? rankers.length : rank;
};

const sumOf = (outcomes: readonly Outcome[], pick: (outcome: Outcome) => number): number =>
  outcomes.reduce((sum, one) => sum + pick(one), 0);

/** The decisive outcome with what all parts saw. */
function joinOutcomes(check: Check, outcomes: readonly [Outcome, ...Outcome[]]): Outcome {
  const decisive = outcomes.reduce((best, one) => (rankOf(one, check) < rankOf(best, check) ? one : best));
  return {
    ...decisive,
    facts: [...new Set(outcomes.flatMap(({ facts }) => facts))],
    takes: { otps: sumOf(outcomes, ({ takes }) => takes?.otps ?? 0), transfers: sumOf(outcomes, ({ takes }) => takes?.transfers ?? 0) },
    startedAt: outcomes.map(({ startedAt }) => startedAt).reduce((one, other) => (one < other ? one : other)),
    durationMs: sumOf(outcomes, ({ durationMs }) => durationMs),
  };
}

const buildMissingOutcome = (check: Check, { merged, at }: Merging, from: Outcome | null): Outcome => ({
  check: check.id,
  verdict: 'blocked',
  expected: null,
  received: null,
  place: null,
  seen: null,
  reason: describeMissingParts(merged),
  cause: missingPartCause,
  owner: 'configuration',
  evidence: from?.evidence ?? [],
  facts: from?.facts ?? [],
  startedAt: from?.startedAt ?? at,
  durationMs: from?.durationMs ?? 0,
});

/** Only the run itself could ask. */
const excusedCauses: ReadonlySet<string> = new Set(['data-reset', wrongAddressCause]);

/** A passive check judges the answers of all parts. What excused it in its own part excuses it still. */
function judgeAllParts(check: PassiveCheck, recorded: Outcome | null, { replies, at }: Merging): Outcome | null {
  if (!canBeRejudged(check) || excusedCauses.has(recorded?.cause ?? '')) return recorded;
  const again = judgePassively(check, recorded ?? { evidence: [], startedAt: at, durationMs: 0 }, replies);
  return again === null ? recorded : { ...again, takes: recorded?.takes ?? { otps: 0, transfers: 0 }, facts: recorded?.facts ?? [] };
}

function settleActive(check: Check, outcomes: readonly Outcome[], merging: Merging): Outcome | null {
  const [first, ...others] = outcomes;
  const lacks = merging.merged.missing.length > 0 && (first === undefined || merging.everywhere.has(check.id));
  if (first === undefined) return lacks ? buildMissingOutcome(check, merging, null) : null;
  const joined = others.length === 0 ? first : joinOutcomes(check, [first, ...others]);
  if (lacks && !accusingVerdicts.has(joined.verdict)) return buildMissingOutcome(check, merging, joined);
  if (isObservedClause(check.clause) && joined.verdict === 'observed') return { ...joined, facts: merging.behavior.facts(check.clause) };
  return joined;
}

/** Null where the record of the parts has no outcome to give. */
function settleCheck(check: Check, outcomes: readonly Outcome[], merging: Merging): Outcome | null {
  if (check.kind !== 'passive') return settleActive(check, outcomes, merging);
  return judgeAllParts(check, outcomes[0] ?? null, merging) ?? settleActive(check, outcomes, merging);
}

function collectBehavior({ exchanges }: Journal): ObservedBehavior {
  const behavior = openObservedBehavior();
  for (const exchange of exchanges) {
    const { response } = exchange;
    if (response !== null) behavior.see(exchange, response.body.encoding === 'utf8' ? parseJson(response.body.text) : undefined);
  }
  return behavior;
}

/** One outcome for each check, from those of the parts. Nothing is sent: all follows from the record. */
export function settleOutcomes(
  journal: Journal,
  checks: readonly Check[],
  merged: MergeRecord,
  everywhere: ReadonlySet<string>,
  at: string,
): readonly Outcome[] {
  const parts = Map.groupBy(journal.sittings, ({ part }) => part);
  const outcomes = Map.groupBy([...parts.values()].flatMap(latestOutcomes), ({ check }) => check);
  const momentOf = foldParts(journal);
  const replies = readRecordedReplies(journal.judgedSoFar, journal.exchanges).map((reply) => [reply, momentOf(reply.exchange)] as const);
  const merging: Merging = { merged, everywhere, replies, behavior: collectBehavior(journal), at };
  return checks.flatMap((check) => settleCheck(check, outcomes.get(check.id) ?? [], merging) ?? []);
}
