import type { Config } from '../../helpers/config/config.ts';
import type { ConductOptions } from '../../helpers/run/run.ts';
import { pluralize } from '../../helpers/core/text.ts';
import { formatClock, stageLine, type Progress } from '../../helpers/report/terminal/progress.ts';
import type { EarlierSittings } from '../../helpers/runner/earlier-sittings.ts';

export const describeResume = ({ run, tries, standing }: EarlierSittings): string =>
  tries.size === 0
    ? `run ${run.id}: nothing is unfinished`
    : `run ${run.id}: ${pluralize(tries.size, 'check')} to try, ${pluralize([...standing.keys()].filter((id) => !tries.has(id)).length, 'outcome')} kept`;

/** `beat` refreshes the run lock. */
export function createProgressListener(progress: Progress, config: Config, planned: number, beat: () => void): ConductOptions['onOutcome'] {
  const started = Date.now();
  let done = 0;
  return (_outcome, target) => {
    done += 1;
    beat();
    const { requests, otps, transfers, amount } = target.totals();
    const cap = config.limits.spend === null ? amount : `${amount} of ${config.limits.spend}`;
    const effects = `${requests} requests · ${otps} OTPs · ${transfers} transfers, ${cap}`;
    progress.show(stageLine('judge', `${done} of ${planned} checks · ${effects}`, formatClock(Date.now() - started)));
  };
}
