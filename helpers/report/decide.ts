import type { Certainty } from '../../specs/clause.ts';
import type { Verdict } from '../judge/verdicts.ts';
import type { RunHeader } from '../run/outcome.ts';
import type { ExitCode, RunVerdict } from './verdict-file.ts';

export interface DecisionFacts {
  readonly counts: Readonly<Record<Verdict, number>>;
  /** Verdict and certainty of everything judged: each check, and each clause that has none; without accepted gaps. */
  readonly judged: readonly { readonly verdict: Verdict; readonly certainty: Certainty }[];
  readonly inconclusive: string | null;
  readonly interrupted: boolean;
  readonly trouble: readonly string[];
  readonly unfit: readonly string[];
  readonly profile: RunHeader['profile'];
  readonly selection: RunHeader['selection'];
}

export interface Decision {
  readonly verdict: RunVerdict;
  readonly exitCode: ExitCode;
  readonly because: string;
}

interface Rule {
  readonly verdict: 'unfit-waivers' | 'non-conformant' | 'inconclusive' | 'incomplete';
  readonly exitCode: ExitCode;
  readonly because: (facts: DecisionFacts) => string | null;
}

export const plural = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;

const when = (count: number, sentence: (count: number) => string): string | null => (count === 0 ? null : sentence(count));

function count(facts: DecisionFacts, verdict: Verdict, certainties: readonly Certainty[]): number {
  return facts.judged.filter((one) => one.verdict === verdict && certainties.includes(one.certainty)).length;
}

/** A check that ended in one of these looked at a real exchange. */
const looked: readonly Verdict[] = ['pass', 'fail', 'warn', 'observed', 'waived'];

/** The first rule with a ground decides; the order is public interface. */
const rules: readonly Rule[] = [
  {
    verdict: 'unfit-waivers',
    exitCode: 2,
    because: ({ unfit }) =>
      when(unfit.length, (n) => `${plural(n, 'waiver or accepted gap does', 'waivers or accepted gaps do')} not fit this run`),
  },
  {
    verdict: 'non-conformant',
    exitCode: 1,
    because: ({ counts }) => when(counts.fail, (n) => `${plural(n, 'check')} failed`),
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
    because: (facts) => when(count(facts, 'blocked', ['stated', 'implied']), (n) => `${plural(n, 'check')} of binding clauses not tested`),
  },
  {
    verdict: 'incomplete',
    exitCode: 3,
    because: (facts) =>
      facts.profile !== 'certification'
        ? null
        : when(count(facts, 'untried', ['stated']), (n) => `${plural(n, 'test')} of stated clauses untried, which certification asks for`),
  },
  // Last, because it only keeps an empty run from counting as a kept specification.
  {
    verdict: 'inconclusive',
    exitCode: 4,
    because: ({ counts }) => (looked.every((verdict) => counts[verdict] === 0) ? 'nothing was judged' : null),
  },
];

/** The profile `essential` is a selection as well, made by the suite. */
function conformant({ counts, selection, profile }: DecisionFacts): Decision {
  const word = counts.waived > 0 ? 'conformant-with-deviations' : 'conformant';
  const because = counts.waived > 0 ? `${plural(counts.waived, 'failure')} accepted by waiver, no other` : 'no check failed';
  return { verdict: selection === null && profile !== 'essential' ? word : `${word}-selection`, exitCode: 0, because };
}

export function decide(facts: DecisionFacts): Decision {
  for (const { verdict, exitCode, because } of rules) {
    const ground = because(facts);
    if (ground !== null) return { verdict, exitCode, because: ground };
  }
  return conformant(facts);
}
