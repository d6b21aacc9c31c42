import { isOfCampaignArea } from '../../core/records/outcome.ts';
import { judgedVerdicts } from '../../core/records/verdicts.ts';
import { capReached } from '../../judge/stop.ts';
import type { VerdictCheck } from '../model/verdict-file.ts';
import { isSituated, toSituationKey } from './situations.ts';

export const isJudging = ({ verdict }: VerdictCheck): boolean => judgedVerdicts.has(verdict);

export const isCutByCap = (check: VerdictCheck): boolean =>
  isOfCampaignArea(check) && check.verdict === 'untried' && check.cause === capReached;

/** Of equally many, the first of these names the reason. */
const gravestFirst: readonly ((check: VerdictCheck) => boolean)[] = [
  isCutByCap,
  ({ verdict }) => verdict === 'error',
  ({ verdict }) => verdict === 'blocked',
];

const rank = (check: VerdictCheck): number => {
  const found = gravestFirst.findIndex((is) => is(check));
  return found < 0 ? gravestFirst.length : found;
};

/** The checks that keep a clause open. Where it was judged, an untried one matters only in a form or circumstance of its own. */
export function findHolding(own: readonly VerdictCheck[]): readonly VerdictCheck[] {
  const wasJudged = own.some(isJudging);
  const judged = new Set(own.filter((check) => isSituated(check) && isJudging(check)).map(toSituationKey));
  const isIdle = (check: VerdictCheck): boolean => wasJudged && (!isSituated(check) || judged.has(toSituationKey(check)));
  return own
    .filter((check) => !isJudging(check) && (rank(check) < gravestFirst.length || !isIdle(check)))
    .toSorted((one, other) => rank(one) - rank(other));
}

/** Among equally many the first. */
const largest = (checks: readonly VerdictCheck[], by: (check: VerdictCheck) => string | null): readonly VerdictCheck[] =>
  [...Map.groupBy(checks, by).values()].toSorted((one, other) => other.length - one.length)[0] ?? [];

/** First who must act for most of them: one blocked check does not send people to the service when the others lack our own means. */
export const findMainReason = (holding: readonly VerdictCheck[]): VerdictCheck | undefined =>
  largest(
    largest(holding, ({ owner }) => owner),
    ({ reason }) => reason,
  )[0];
