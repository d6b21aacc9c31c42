import type { Config } from '../../helpers/config/config.ts';
import { findSetCaps } from '../../helpers/config/usual-cap.ts';
import type { Target } from '../../helpers/client/client.ts';
import { openWaitings, type BeginWaiting } from '../../helpers/session/waiting.ts';
import { isOfCampaignArea, type Outcome, type PlannedCheck } from '../../helpers/core/records/outcome.ts';
import { pluralize, shortenAtWord } from '../../helpers/core/text.ts';
import { describeWaiting, judgeWordings, waitWordings, type Standing } from '../../helpers/report/terminal/judge-line.ts';
import { stageLine, type Progress } from '../../helpers/report/terminal/progress.ts';
import { isWaived } from '../../helpers/report/waivers/apply.ts';
import type { WaiversFile } from '../../helpers/report/model/acceptances.ts';
import type { EarlierSittings } from '../../helpers/runner/earlier-sittings.ts';
import type { Plan } from '../../helpers/runner/plan.ts';

export const describeResume = ({ run, tries, standing }: EarlierSittings): string =>
  tries.size === 0
    ? `run ${run.id}: nothing is unfinished`
    : `run ${run.id}: ${pluralize(tries.size, 'check')} to try, ${pluralize([...standing.keys()].filter((id) => !tries.has(id)).length, 'outcome')} kept`;

/** Milliseconds. The clock goes on while no answer comes. */
const tick = 500;
/** Milliseconds: shorter waits are not worth a word. */
const worthSaying = { live: 1000, kept: 5000 } as const;

export interface RunWatch {
  readonly onTarget: (target: Pick<Target, 'totals'>) => void;
  readonly onOutcome: (outcome: Outcome) => void;
  readonly onWaiting: BeginWaiting;
  readonly stop: () => void;
}

interface WatchedRun {
  readonly config: Config;
  readonly plan: Plan;
  /** Ids of the checks that this sitting tries. */
  readonly tries: readonly string[];
  readonly accepted: WaiversFile;
  /** Refreshes the run lock. */
  readonly beat: () => void;
}

/** `FAIL         OP9-RESULT-INVOICE-ID   expected text of digits, received 50123 (a number)` */
export const failureLine = (
  { clause, title }: Pick<PlannedCheck, 'clause' | 'title'>,
  { expected, received }: Outcome,
  word: 'FAIL' | 'WAIVED' = 'FAIL',
): string => {
  const found =
    expected === null || received === null ? title : `expected ${shortenAtWord(expected, 60)}, received ${shortenAtWord(received, 60)}`;
  return stageLine(word, `${clause}   ${found}`);
};

const isCase = (check: PlannedCheck | undefined): boolean => check !== undefined && isOfCampaignArea(check);

/** Checks, and cases of a campaign, each with what is done of them. */
export function countTries(tries: readonly string[], plannedById: ReadonlyMap<string, PlannedCheck>) {
  const cases = tries.filter((id) => isCase(plannedById.get(id))).length;
  let checksDone = 0;
  let casesDone = 0;
  return {
    add(check: PlannedCheck | undefined): void {
      if (isCase(check)) casesDone += 1;
      else checksDone += 1;
    },
    read: (): Pick<Standing, 'done' | 'planned' | 'campaign'> => ({
      done: checksDone,
      planned: tries.length - cases,
      campaign: cases === 0 ? null : { done: casesDone, planned: cases },
    }),
  };
}

/** Tells what the run does: each broken clause at once, what it waits for, and how far it is. */
export function watchRun(progress: Progress, { config, plan, tries, accepted, beat }: WatchedRun, now: () => number = Date.now): RunWatch {
  const started = now();
  const waits = openWaitings(now);
  const plannedById = new Map(plan.entries.map(({ planned }) => [planned.id, planned]));
  const toldFailures = new Set<string>();
  const toldWaits = new Set<string>();
  const counts = countTries(tries, plannedById);
  let target: Pick<Target, 'totals'> | null = null;
  const standing = (): Standing | null =>
    target && { ...target.totals(), ...counts.read(), cap: findSetCaps(config.limits).spend, elapsedMs: now() - started };
  const show = (): void => {
    const current = standing();
    const waiting = waits.longest();
    if (current === null) return;
    const isLong = waiting !== null && now() - waiting.since >= worthSaying.live;
    progress.show(...(isLong ? waitWordings(current, waiting, now()) : judgeWordings(current)));
    if (waiting === null || now() - waiting.since < worthSaying.kept || toldWaits.has(waiting.what)) return;
    toldWaits.add(waiting.what);
    progress.keep(stageLine('wait', `for ${describeWaiting(waiting, now())}`));
  };
  const timer = setInterval(show, tick);
  timer.unref();
  return {
    onTarget: (opened) => (target = opened),
    onOutcome(outcome) {
      beat();
      const planned = plannedById.get(outcome.check);
      counts.add(planned);
      const word = planned !== undefined && isWaived({ ...planned, ...outcome }, accepted) ? 'WAIVED' : 'FAIL';
      if (outcome.verdict === 'fail' && planned !== undefined && !toldFailures.has(`${word} ${planned.clause}`)) {
        toldFailures.add(`${word} ${planned.clause}`);
        progress.keep(failureLine(planned, outcome, word));
      }
      show();
    },
    onWaiting: waits.begin,
    stop: () => {
      clearInterval(timer);
    },
  };
}
