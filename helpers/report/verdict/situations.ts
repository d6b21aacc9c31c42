import { judgedVerdicts } from '../../core/records/verdicts.ts';
import type { VerdictCheck, VerdictSituation } from '../model/verdict-file.ts';

/** The check exists because of a form or a circumstance, so its clause is not judged everywhere without it. */
export const isSituated = ({ form, circumstance }: Pick<VerdictCheck, 'form' | 'circumstance'>): boolean =>
  form !== undefined || circumstance !== undefined;

interface Place {
  readonly operation: string;
  readonly form?: string | null | undefined;
  readonly circumstance?: string | null | undefined;
}

/** The same for all checks of one form and circumstance. */
export const toSituationKey = ({ operation, form, circumstance }: Place): string => `${operation} ${form ?? ''} ${circumstance ?? ''}`;

/** One check is enough for a situation. */
function toSituation(checks: readonly [VerdictCheck, ...VerdictCheck[]]): VerdictSituation {
  const [{ operation, form = null, circumstance = null }] = checks;
  const judging = checks.find(({ verdict }) => judgedVerdicts.has(verdict));
  const { verdict, reason } = judging ?? checks[0];
  const isSilent = verdict !== 'not-applicable' && judging !== undefined;
  return { operation, form, circumstance, judged: judging !== undefined, reason: isSilent ? null : reason };
}

const isFilled = <Item>(items: readonly Item[]): items is readonly [Item, ...Item[]] => items.length > 0;

/** In which forms and circumstances a clause was judged, and in which it should have been. */
export function buildSituations(checks: readonly VerdictCheck[]): readonly VerdictSituation[] {
  const situated = checks.filter(isSituated);
  const groups = Map.groupBy(situated, toSituationKey);
  return [...groups.values()].flatMap((group) => (isFilled(group) ? [toSituation(group)] : []));
}
