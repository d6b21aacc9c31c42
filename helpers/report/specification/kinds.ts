import type { Verdict } from '../../core/records/verdicts.ts';
import type { VerdictClause } from '../model/verdict-file.ts';

/** What a reader can filter by. A clause may be of several kinds, so the numbers may overlap. */
export const kinds = {
  broken: 'broken',
  question: 'question for the operator',
  open: 'not judged, or not in every way',
  kept: 'kept',
  accepted: 'accepted in writing',
  noted: 'noted or not applicable',
} as const;

export type Kind = keyof typeof kinds;

export const kindByVerdict: Readonly<Record<Verdict, Kind>> = {
  pass: 'kept',
  fail: 'broken',
  warn: 'question',
  observed: 'noted',
  'not-applicable': 'noted',
  blocked: 'open',
  untried: 'open',
  error: 'open',
  waived: 'accepted',
};

/** A sentence that is noted and counts as kept is of the kind `kept` alone, as in the legend. */
export function collectKinds(
  { verdict, gap }: VerdictClause,
  { shown, isOpen, hasQuestion }: { readonly shown: Verdict; readonly isOpen: boolean; readonly hasQuestion: boolean },
): readonly Kind[] {
  const further: readonly (Kind | null)[] = [isOpen ? 'open' : null, hasQuestion ? 'question' : null, gap === null ? null : 'accepted'];
  const own = kindByVerdict[verdict];
  return [...new Set([kindByVerdict[shown], own === 'kept' || own === 'noted' ? null : own, ...further])].filter((kind) => kind !== null);
}
