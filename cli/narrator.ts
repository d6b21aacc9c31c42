import { plural } from '../helpers/core/text.ts';
import { clock, stageLine, type Progress } from '../helpers/report/terminal/progress.ts';
import type { RunListener } from '../helpers/run/run.ts';
import type { EarlierSittings } from '../helpers/runner/earlier.ts';
import type { Config } from '../helpers/config/config.ts';

/** What is gone on with. */
export const resumeWords = ({ run, tries, standing }: EarlierSittings): string =>
  tries.size === 0
    ? `run ${run.id}: nothing is unfinished`
    : `run ${run.id}: ${plural(tries.size, 'check')} to try, ${plural([...standing.keys()].filter((id) => !tries.has(id)).length, 'outcome')} stand`;

/** Prints how far the run is; `beat` shows other runs that it lives. */
export function narrator(progress: Progress, config: Config, planned: number, beat: () => void): RunListener['onOutcome'] {
  const started = Date.now();
  let done = 0;
  return (_outcome, target) => {
    done += 1;
    beat();
    const { requests, otps, transfers, amount } = target.totals();
    const cap = config.limits.spend === null ? amount : `${amount} of ${config.limits.spend}`;
    const effects = `${requests} requests · ${otps} OTPs · ${transfers} transfers, ${cap}`;
    progress.show(stageLine('judge', `${done} of ${planned} checks · ${effects}`, clock(Date.now() - started)));
  };
}
