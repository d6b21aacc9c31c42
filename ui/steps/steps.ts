import { join } from 'node:path';
import type { Environment } from '../../helpers/config/settings.ts';
import type { Acted, Body, Live } from '../api.ts';
import type { Engine } from '../engine.ts';
import { openAcceptStep, type AcceptStep } from './accept.ts';
import { openPlanStep, type PlanStep } from './plan.ts';
import { openResultStep, type ResultStep } from './result.ts';
import { openRunStep, type RunStep } from './run.ts';
import { command, openTargetStep, type TargetStep } from './target.ts';

export interface Steps {
  readonly target: TargetStep;
  readonly plan: PlanStep;
  readonly run: RunStep;
  readonly result: ResultStep;
  readonly accept: AcceptStep;
  readonly live: () => Live;
  readonly reportFolder: () => string;
  readonly startRun: (body: Body) => Acted;
  readonly repeat: (body: Body) => Acted;
  readonly requestStop: () => Acted;
}

/** Where a repeated check leaves its report, so that the main one stays. */
const repeatFolder = 'repeat';

const done: Acted = { problem: null };

/** What the page can do, and what it shows. One state, whichever tab asks. */
export function openSteps(engine: Engine, holdCodesMs: number): Steps {
  const target = openTargetStep(engine);
  const run = openRunStep(engine, holdCodesMs);
  const plan = openPlanStep(engine, target);
  const result = openResultStep(target);
  const accept = openAcceptStep(engine, target, result, run.isRunning);

  const startRun = ({ resume }: Body): Acted => {
    if (resume === true && !result.canResume()) return { problem: 'expected an unfinished run in the report folder, received none' };
    const bill = resume === true ? result.approvedBill() : plan.approvedBill();
    if (resume !== true && bill === null) return { problem: 'expected an approved plan of these settings: plan and approve first' };
    return run.start(target.environment(), { resume: resume === true, bill, check: null });
  };

  const repeat = ({ clause }: Body): Acted => {
    const checks = result.failingChecks(clause);
    if (checks === null) return { problem: 'expected a broken clause of the result, received another' };
    const folder = target.reportFolder();
    const beside: Environment = {
      ...target.environment(),
      DMT_STATE_DIR: target.stateFolder(),
      DMT_REPORT_DIR: join(folder, repeatFolder),
      DMT_CHECKS: checks.join(','),
    };
    return run.start(beside, { resume: false, bill: null, check: checks });
  };

  return {
    ...{ target, plan, run, result, accept, startRun, repeat },
    reportFolder: target.reportFolder,
    requestStop: () => {
      void run.stop();
      return done;
    },
    live: () => {
      const isRunning = run.isRunning();
      return {
        run: run.view(),
        where: target.where(),
        planned: plan.state(),
        bill: plan.rows(),
        canResume: !isRunning && result.canResume(),
        hasResult: !isRunning && result.exists(),
        runCommand: command(engine, plan.approvedBill() === null ? 'run' : `run --bill ${plan.billPath()}`),
      };
    },
  };
}
