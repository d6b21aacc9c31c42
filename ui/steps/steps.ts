import { join } from 'node:path';
import type { Environment } from '../../helpers/config/settings.ts';
import type { Json } from '../../helpers/core/json.ts';
import type { Engine } from '../engine.ts';
import { openAcceptStep } from './accept.ts';
import { acted, type Acted } from './acted.ts';
import { openPlanStep } from './plan.ts';
import { openResultStep } from './result.ts';
import { openRunStep } from './run.ts';
import { command, openTargetStep } from './target.ts';

/** Where a repeated check leaves its report, so that the main one stays. */
const repeatFolder = 'repeat';

export type Steps = ReturnType<typeof openSteps>;

/** What the page can do, and what it shows. One state, whichever tab asks. */
export function openSteps(engine: Engine, holdCodesMs: number) {
  const target = openTargetStep(engine);
  const run = openRunStep(engine, holdCodesMs);
  const plan = openPlanStep(engine, target);
  const result = openResultStep(engine, target);
  const accept = openAcceptStep(engine, target, result, run.isRunning);

  const startRun = ({ resume }: Json): Acted => {
    if (resume === true && !result.canResume()) return acted('expected an unfinished run in the report folder, received none');
    const bill = resume === true ? result.approvedBill() : plan.approvedBill();
    if (resume !== true && bill === null) return acted('expected an approved plan of these settings: plan and approve first');
    return run.start(target.environment(), { resume: resume === true, ...(bill === null ? {} : { bill }) });
  };

  const repeat = ({ clause }: Json): Acted => {
    const check = result.failingChecks(clause);
    if (check === null) return acted('expected a broken clause of the result, received another');
    const beside: Environment = {
      ...target.environment(),
      DMT_STATE_DIR: target.stateFolder(),
      DMT_REPORT_DIR: join(target.reportFolder(), repeatFolder),
      DMT_CHECKS: check.join(','),
    };
    return run.start(beside, { resume: false, check });
  };

  return {
    ...{ target, plan, run, result, accept, startRun, repeat },
    requestStop: (): Acted => {
      void run.stop();
      return acted(null);
    },
    /** What changes while people look at the page. */
    live: () => ({
      ...{ run: run.view(), isRunning: run.isRunning(), where: target.where() },
      ...{ isApproved: plan.approvedBill() !== null, bill: plan.rows() },
      canResume: !run.isRunning() && result.canResume(),
      command: command(engine, plan.approvedBill() === null ? 'run' : `run --bill ${plan.billPath()}`),
    }),
  };
}
