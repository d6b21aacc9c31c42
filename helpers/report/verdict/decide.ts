import type { Verdict } from '../../core/records/verdicts.ts';
import type { RunHeader } from '../../core/records/journal-lines.ts';
import type { Binding, ExitCode, RunVerdict } from '../model/verdict-file.ts';
import { plural } from '../../core/text.ts';

export interface DecisionFacts extends Pick<RunHeader, 'profile' | 'selection' | 'target'> {
  readonly counts: Readonly<Record<Verdict, number>>;
  readonly binding: Binding;
  /** Binding clauses with a check that is blocked, without accepted gaps. */
  readonly blocked: readonly string[];
  /** How many binding clauses were not judged throughout, and that is accepted in writing. */
  readonly gaps: number;
  readonly inconclusive: string | null;
  readonly interrupted: boolean;
  readonly trouble: readonly string[];
  readonly unfit: readonly string[];
}

export interface Decision {
  readonly verdict: RunVerdict;
  readonly exitCode: ExitCode;
  readonly because: string;
  /** What the verdict would be if the waivers fitted. */
  readonly beneath?: RunVerdict;
}

interface Rule {
  readonly verdict: RunVerdict;
  readonly exitCode: ExitCode;
  /** Why it holds; null when it does not. */
  readonly because: (facts: DecisionFacts) => string | null;
}

const when = (count: number, sentence: (count: number) => string): string | null => (count === 0 ? null : sentence(count));

const named = (ids: readonly string[]): string => `${ids.slice(0, 3).join(', ')}${ids.length > 3 ? ` and ${ids.length - 3} more` : ''}`;

const isOpen = ({ accepted }: Binding['notJudged'][number]): boolean => !accepted;

/** Binding clauses that were not judged, and that is not accepted in writing. */
export const openOf = ({ notJudged }: Binding): readonly string[] => notJudged.filter(isOpen).map(({ clause }) => clause);

export const coverageWords = ({ total, judged }: Binding): string => `${judged} of ${plural(total, 'binding clause')} judged`;

/** A check that ended in one of these looked at a real exchange. */
const looked: readonly Verdict[] = ['pass', 'fail', 'warn', 'observed', 'waived'];

const isWhole = ({ binding, target }: DecisionFacts): boolean => target !== 'prod' && binding.total > 0 && openOf(binding).length === 0;

const accepts = ({ counts, gaps }: DecisionFacts): boolean => counts.waived + gaps > 0;

const exceptions = ({ counts, gaps }: DecisionFacts): string =>
  [
    ...(counts.waived === 0 ? [] : [`${plural(counts.waived, 'failure')} accepted by waiver`]),
    ...(gaps === 0 ? [] : [`${plural(gaps, 'gap')} accepted in writing`]),
  ].join(' and ');

/** The first rule with a ground decides; the order is public interface (DESIGN: verdicts). */
const rules: readonly Rule[] = [
  {
    verdict: 'non-conformant',
    exitCode: 1,
    because: ({ counts }) => when(counts.fail, (n) => `${plural(n, 'check')} failed`),
  },
  {
    verdict: 'unfit-waivers',
    exitCode: 6,
    because: ({ unfit }) =>
      when(unfit.length, (n) => `${plural(n, 'waiver or accepted gap does', 'waivers or accepted gaps do')} not fit this run`),
  },
  { verdict: 'inconclusive', exitCode: 4, because: ({ inconclusive }) => inconclusive },
  { verdict: 'inconclusive', exitCode: 4, because: ({ interrupted }) => (interrupted ? 'the run was interrupted before its end' : null) },
  {
    verdict: 'inconclusive',
    exitCode: 4,
    because: ({ counts }) => when(counts.error, (n) => `${plural(n, 'check')} ended in an error of the suite`),
  },
  { verdict: 'inconclusive', exitCode: 4, because: ({ trouble }) => trouble[0] ?? null },
  {
    verdict: 'incomplete',
    exitCode: 3,
    because: ({ blocked }) => when(blocked.length, (n) => `${plural(n, 'binding clause')} blocked: ${named(blocked)}`),
  },
  {
    verdict: 'incomplete',
    exitCode: 3,
    because: ({ binding, profile, target }) => {
      const open = profile === 'certification' && target !== 'prod' ? openOf(binding) : [];
      return when(open.length, (n) => `${plural(n, 'binding clause')} not judged, which certification asks for: ${named(open)}`);
    },
  },
  // It only keeps an empty run from counting as a kept specification.
  {
    verdict: 'inconclusive',
    exitCode: 4,
    because: ({ counts }) => (looked.every((verdict) => counts[verdict] === 0) ? 'nothing was judged' : null),
  },
  {
    verdict: 'conformant-with-deviations',
    exitCode: 0,
    because: (facts) => (isWhole(facts) && accepts(facts) ? `${exceptions(facts)}, nothing else` : null),
  },
  {
    verdict: 'conformant',
    exitCode: 0,
    because: (facts) => (isWhole(facts) ? `no check failed, ${coverageWords(facts.binding)}` : null),
  },
];

/** Without a verdict of conformity: too little was judged, or it is prod, which is read and held against a run on UAT. */
const partly = (facts: DecisionFacts): Decision => {
  const kept = accepts(facts) ? `${exceptions(facts)}, nothing else failed` : 'no check failed';
  return { verdict: 'judged-in-part', exitCode: 0, because: `${kept}, ${coverageWords(facts.binding)}` };
};

const ofSelection: Partial<Readonly<Record<RunVerdict, RunVerdict>>> = {
  conformant: 'conformant-selection',
  'conformant-with-deviations': 'conformant-with-deviations-selection',
};

function first(facts: DecisionFacts): Decision {
  for (const { verdict, exitCode, because } of rules) {
    const ground = because(facts);
    if (ground !== null) return { verdict, exitCode, because: ground };
  }
  return partly(facts);
}

/** The verdict of a run and its exit code. */
export function decide(facts: DecisionFacts): Decision {
  const { verdict, ...rest } = first(facts);
  if (verdict === 'unfit-waivers') return { verdict, ...rest, beneath: decide({ ...facts, unfit: [] }).verdict };
  return { verdict: facts.selection === null ? verdict : (ofSelection[verdict] ?? verdict), ...rest };
}
