import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { chooseEnvironment, environmentFile, environmentName, formatEnvLine, readEnvironment } from '../../helpers/config/environment.ts';
import { errorMessage } from '../../helpers/core/text.ts';
import { openTarget } from '../../helpers/client/client.ts';
import type { Environment } from '../../helpers/config/settings.ts';
import type { VariableName } from '../../helpers/config/variables.ts';
import { openExaminations } from '../../helpers/doctor/examinations.ts';
import { examine } from '../../helpers/doctor/examine.ts';
import type { WaiversFile } from '../../helpers/report/model/acceptances.ts';
import type { Progress } from '../../helpers/report/terminal/progress.ts';
import { recordPasses } from '../../helpers/report/waivers/history.ts';
import { planFor } from '../../suites/plan-for.ts';
import type { Engine, Planned, RunObserver, RunRequest } from '../../ui/engine.ts';
import { isEnvironmentName } from '../init/env-option.ts';
import { formatFile } from '../init/init.ts';
import { isAsked, steps } from '../init/steps.ts';
import { withExamples } from '../init/try.ts';
import { chooseReportFolder, readSetting } from '../options.ts';
import { selectionProblems } from '../problems.ts';
import { renderReports, run } from '../run.ts';
import type { Desk } from '../run/desk.ts';
import { estimateBill } from '../run/dry-run.ts';
import { readFittingWaivers, saveAcceptances } from '../run/waivers.ts';
import { withTarget } from '../with-target.ts';

type Tried = Awaited<ReturnType<Engine['examine']>>[number];

/** Nothing is drawn: the page shows the lines. */
const createProgress = (line: (text: string) => void, live: (text: string) => void = () => undefined): Progress => ({
  show: (wording = '') => {
    live(wording);
  },
  keep: line,
  aside: () => undefined,
  hold: () => () => undefined,
});

/**
 * The examinations of a value, once everything that they need was entered: an example in its place would send the request astray. A value
 * that no examination concerns was judged by its form.
 */
function findExaminations(name: VariableName, environment: Environment): readonly string[] {
  const at = steps.findIndex(({ names }) => names.includes(name));
  const needed = steps.slice(0, at + 1).filter(({ tries, optional }) => tries.length > 0 && optional !== true);
  const names = needed.flatMap((step) => step.names.filter((one) => isAsked(one, environment)));
  return names.every((one) => readSetting(environment, one) !== null) ? (steps[at]?.tries ?? []) : [];
}

async function examineTarget(environment: Environment, name: VariableName | null): Promise<readonly Tried[]> {
  const wanted = name === null ? null : findExaminations(name, environment);
  if (wanted?.length === 0) return [];
  const found: Tried[] = [];
  const problems: string[] = [];
  const given = name === null ? environment : withExamples(environment);
  const progress = createProgress((line) => problems.push(line));
  await withTarget(given, progress, async (config, sandbox) => {
    const target = openTarget(config, { journal: null, ledger: null });
    try {
      const context = { config, target, now: Date.now, canRegisterCallbacks: sandbox !== null };
      const examinations = openExaminations({ path: readEnvironment()['PATH'] ?? '', terminal: true });
      const examined = await examine(
        context,
        examinations.filter((one) => wanted === null || wanted.includes(one.name)),
      );
      const { text } = target.redactor;
      for (const { name: what, finding } of examined)
        found.push({
          name: what,
          state: finding.state,
          text: text(finding.text),
          advice: finding.advice === null ? null : text(finding.advice),
        });
      return 0;
    } finally {
      await target.close();
    }
  });
  if (name !== null) return found;
  return [...problems.slice(1).map((text) => ({ name: 'configuration', state: 'stop' as const, text, advice: null })), ...found];
}

async function planTarget(environment: Environment): Promise<Planned> {
  const lines: string[] = [];
  const made: { planned: Planned | null } = { planned: null };
  await withTarget(
    environment,
    createProgress((line) => lines.push(line.trim())),
    async (config, sandbox) => {
      const plan = planFor(config);
      const waivers = readFittingWaivers(config);
      const problems = [...selectionProblems(plan), ...(waivers.ok ? [] : waivers.problems)];
      made.planned =
        problems.length > 0
          ? { ok: false, problems }
          : { ok: true, config, bill: await estimateBill(config, plan, sandbox === null ? 'by-operator' : 'by-suite') };
      return 0;
    },
  );
  return made.planned ?? { ok: false, problems: lines.slice(1) };
}

function openPageDesk({ line, live, onStart, onOutcome, onCodesExpected, interrupted, onEnd, askPerson }: RunObserver): Desk {
  return {
    progress: createProgress(line, live),
    print: line,
    color: false,
    width: null,
    openContext: (onWaiting, expected) => {
      onCodesExpected(expected);
      return { askPerson, onWaiting, notice: { isTTY: true, write: line } };
    },
    listenForInterrupt: () => ({ interrupted, release: () => undefined }),
    ...{ onStart, onOutcome, onEnd },
  };
}

const runTarget = (environment: Environment, { resume, bill, check }: RunRequest, observer: RunObserver): Promise<number> =>
  run({ resume, ...(bill === null ? {} : { bill }), ...(check === null ? {} : { check }) }, openPageDesk(observer), environment);

async function acceptInReport(environment: Environment, file: WaiversFile): Promise<void> {
  const folder = chooseReportFolder(undefined, environment);
  const stateFolder = readSetting(environment, 'DMT_STATE_DIR') ?? folder;
  saveAcceptances(folder, stateFolder, file);
  const silent = (): void => undefined;
  const desk = { progress: createProgress(silent), print: silent, color: false, width: null };
  const verdict = await renderReports(folder, desk, { stateFolder, previous: readSetting(environment, 'DMT_PREVIOUS') });
  recordPasses(stateFolder, file, verdict);
}

/** Written beside it and renamed, so that nobody sees a half file, and never readable by others. */
function saveValues(values: Environment, name: string, replace: boolean): string | null {
  if (name !== '' && !isEnvironmentName(name)) return 'expected a name of letters, digits, - and _, or nothing for .env';
  const file = environmentFile(name === '' ? null : name);
  if (existsSync(file) && !replace) return `${file} exists: choose to replace it, or another name`;
  const unwritable = Object.entries(values).filter(([one, value]) => formatEnvLine(one, value ?? '') === null);
  if (unwritable.length > 0)
    return `${unwritable.map(([one]) => one).join(', ')}: expected a value without a mixture of all quotation marks`;
  const beside = `${file}.new`;
  try {
    rmSync(beside, { force: true });
    writeFileSync(beside, formatFile(values, 'the certification page'), { flag: 'wx', mode: 0o600 });
    renameSync(beside, file);
    chooseEnvironment(name === '' ? null : name);
    return null;
  } catch (error) {
    rmSync(beside, { force: true });
    return `${file}: expected a file that can be written, received an error (${errorMessage(error)})`;
  }
}

export const engine: Engine = {
  readEnvironment,
  environmentName,
  examine: examineTarget,
  plan: planTarget,
  run: runTarget,
  accept: acceptInReport,
  save: saveValues,
};
