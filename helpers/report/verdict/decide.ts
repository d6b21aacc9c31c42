import { verdictsOnExchanges, type Verdict } from '../../core/records/verdicts.ts';
import type { MergeRecord, RunHeader } from '../../core/records/journal-lines.ts';
import type { Shard } from '../../core/records/shard.ts';
import { describeMissingParts } from '../model/missing-parts.ts';
import { nameCounts } from '../model/count-checks.ts';
import type { Binding, ExitCode, RunVerdict } from '../model/verdict-file.ts';
import { pluralize } from '../../core/text.ts';

export interface DecisionFacts extends Pick<RunHeader, 'profile' | 'selection' | 'target'> {
  readonly counts: Readonly<Record<Verdict, number>>;
  /** Those of a campaign among them. */
  readonly campaign: Readonly<Record<Verdict, number>>;
  readonly binding: Binding;
  /** Binding clauses that something before them blocked, without accepted gaps. */
  readonly blocked: readonly string[];
  /** Number of binding clauses that were not fully judged, with an accepted gap. */
  readonly gaps: number;
  /** Two builds answered, so a deviation is of neither for certain. */
  readonly redeployed: string | null;
  readonly inconclusive: string | null;
  readonly interrupted: boolean;
  readonly trouble: readonly string[];
  readonly unfit: readonly string[];
  /** Of one part of a split run, and of the parts together. */
  readonly shard?: Shard | null;
  readonly merged?: Pick<MergeRecord, 'missing' | 'of'> | null;
}

export interface VerdictDecision {
  readonly verdict: RunVerdict;
  readonly exitCode: ExitCode;
  readonly because: string;
  readonly beneath?: RunVerdict;
}

interface VerdictRule {
  readonly verdict: RunVerdict;
  readonly exitCode: ExitCode;
  /** Null when the rule does not apply. */
  readonly because: (facts: DecisionFacts) => string | null;
}

const sentenceIfAny = (count: number, sentence: (count: number) => string): string | null => (count === 0 ? null : sentence(count));

export const formatFirstIds = (ids: readonly string[]): string =>
  `${ids.slice(0, 3).join(', ')}${ids.length > 3 ? ` and ${ids.length - 3} more` : ''}`;

const isOpen = ({ accepted }: Binding['notJudged'][number]): boolean => !accepted;

/** Binding clauses that were neither judged nor accepted in writing. */
export const findOpenClauses = ({ notJudged }: Binding): readonly string[] => notJudged.filter(isOpen).map(({ clause }) => clause);

export const describeCoverage = ({ total, judged }: Binding): string => `${judged} of ${pluralize(total, 'binding clause')} judged`;

const isWhole = ({ binding, target }: DecisionFacts): boolean =>
  target !== 'prod' && binding.total > 0 && findOpenClauses(binding).length === 0;

const hasAcceptances = ({ counts, gaps }: DecisionFacts): boolean => counts.waived + gaps > 0;

const countExceptions = ({ counts, gaps }: DecisionFacts): string =>
  [
    ...(counts.waived === 0 ? [] : [`${pluralize(counts.waived, 'failure')} accepted by waiver`]),
    ...(gaps === 0 ? [] : [`${pluralize(gaps, 'gap')} accepted in writing`]),
  ].join(' and ');

/** The first rule with a reason decides. The order is public interface (decision 30). */
const verdictRules: readonly VerdictRule[] = [
  { verdict: 'inconclusive', exitCode: 4, because: ({ redeployed }) => redeployed },
  {
    verdict: 'non-conformant',
    exitCode: 1,
    because: ({ counts, campaign }) => sentenceIfAny(counts.fail, (n) => `${nameCounts(n, campaign.fail)} failed`),
  },
  {
    verdict: 'unfit-waivers',
    exitCode: 6,
    because: ({ unfit }) =>
      sentenceIfAny(unfit.length, (n) => `${pluralize(n, 'waiver or accepted gap does', 'waivers or accepted gaps do')} not fit this run`),
  },
  { verdict: 'inconclusive', exitCode: 4, because: ({ inconclusive }) => inconclusive },
  { verdict: 'inconclusive', exitCode: 4, because: ({ interrupted }) => (interrupted ? 'the run was interrupted before its end' : null) },
  {
    verdict: 'inconclusive',
    exitCode: 4,
    because: ({ counts, campaign }) =>
      sentenceIfAny(counts.error, (n) => `${nameCounts(n, campaign.error)} ended in an error of the suite`),
  },
  { verdict: 'inconclusive', exitCode: 4, because: ({ trouble }) => trouble[0] ?? null },
  {
    verdict: 'incomplete',
    exitCode: 3,
    because: ({ merged }) => (merged == null || merged.missing.length === 0 ? null : describeMissingParts(merged)),
  },
  {
    verdict: 'incomplete',
    exitCode: 3,
    because: ({ blocked }) => sentenceIfAny(blocked.length, (n) => `${pluralize(n, 'binding clause')} blocked: ${formatFirstIds(blocked)}`),
  },
  // No part alone is a statement about the service.
  {
    verdict: 'judged-in-part',
    exitCode: 0,
    because: ({ shard }) => (shard == null ? null : `no check failed in part ${shard.part} of ${shard.of}; merge the parts for a verdict`),
  },
  {
    verdict: 'incomplete',
    exitCode: 3,
    because: ({ binding, profile, target }) => {
      const open = profile === 'certification' && target !== 'prod' ? findOpenClauses(binding) : [];
      return sentenceIfAny(
        open.length,
        (n) => `${pluralize(n, 'binding clause')} not judged, which certification requires: ${formatFirstIds(open)}`,
      );
    },
  },
  // An empty run must not count as conformant.
  {
    verdict: 'inconclusive',
    exitCode: 4,
    because: ({ counts }) => ([...verdictsOnExchanges].every((verdict) => counts[verdict] === 0) ? 'nothing was judged' : null),
  },
  {
    verdict: 'conformant-with-deviations',
    exitCode: 0,
    because: (facts) => (isWhole(facts) && hasAcceptances(facts) ? `${countExceptions(facts)}, nothing else` : null),
  },
  {
    verdict: 'conformant',
    exitCode: 0,
    because: (facts) => (isWhole(facts) ? `no check failed, ${describeCoverage(facts.binding)}` : null),
  },
];

/** Too little was judged for a statement of conformity, or the target is prod, which is compared with a run on UAT. */
const decideInPart = (facts: DecisionFacts): VerdictDecision => {
  const kept = hasAcceptances(facts) ? `${countExceptions(facts)}, nothing else failed` : 'no check failed';
  return { verdict: 'judged-in-part', exitCode: 0, because: `${kept}, ${describeCoverage(facts.binding)}` };
};

const selectionVerdicts: Partial<Readonly<Record<RunVerdict, RunVerdict>>> = {
  conformant: 'conformant-selection',
  'conformant-with-deviations': 'conformant-with-deviations-selection',
};

function applyFirstRule(facts: DecisionFacts): VerdictDecision {
  for (const { verdict, exitCode, because } of verdictRules) {
    const reason = because(facts);
    if (reason !== null) return { verdict, exitCode, because: reason };
  }
  return decideInPart(facts);
}

export function decideVerdict(facts: DecisionFacts): VerdictDecision {
  const { verdict, ...rest } = applyFirstRule(facts);
  if (verdict === 'unfit-waivers') return { verdict, ...rest, beneath: decideVerdict({ ...facts, unfit: [] }).verdict };
  return { verdict: facts.selection === null ? verdict : (selectionVerdicts[verdict] ?? verdict), ...rest };
}
