import { existsSync } from 'node:fs';
import type { Config } from '../../helpers/config/config.ts';
import { chooseEnvironment, environmentFile, environmentName, formatEnvLine, readEnvironment } from '../../helpers/config/environment.ts';
import type { Environment } from '../../helpers/config/settings.ts';
import type { VariableName } from '../../helpers/config/variables.ts';
import { replaceFile } from '../../helpers/report/files/replace-file.ts';
import { errorMessage } from '../../helpers/core/text.ts';
import type { Examined } from '../../helpers/doctor/examine.ts';
import { stop } from '../../helpers/doctor/diagnosis.ts';
import type { WaiversFile } from '../../helpers/report/model/acceptances.ts';
import { recordPasses } from '../../helpers/report/waivers/history.ts';
import { linesTo } from '../../helpers/report/terminal/printer.ts';
import { planPart } from '../../helpers/shards/plan.ts';
import type { Sandbox } from '../../sandbox/start.ts';
import { planFor } from '../../suites/plan-for.ts';
import type { Engine, Planned } from '../../ui/engine.ts';
import { examineConfig } from '../doctor.ts';
import { formatFile } from '../init/init.ts';
import { isAsked, steps } from '../init/steps.ts';
import { withExamples } from '../init/try.ts';
import { chooseReportFolder, isEnvironmentName, readSetting } from '../options.ts';
import { selectionProblems } from '../problems.ts';
import { run } from '../run.ts';
import { estimateBill } from '../run/dry-run.ts';
import { renderReports } from '../run/render-reports.ts';
import { readFittingWaivers, saveAcceptances } from '../run/waivers.ts';
import { withTarget } from '../with-target.ts';

/** The value of the work; without a usable configuration none, and its problems, behind a line that announces them. */
async function useTarget<Value>(environment: Environment, work: (config: Config, sandbox: Sandbox | null) => Promise<Value>) {
  const said: string[] = [];
  const values: Value[] = [];
  const { progress } = linesTo((line) => said.push(line.trim()));
  await withTarget(environment, progress, async (config, sandbox) => {
    values.push(await work(config, sandbox));
    return 0;
  });
  return { value: values[0], problems: said.slice(1) };
}

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

async function examineTarget(environment: Environment, name: VariableName | null): Promise<readonly Examined[]> {
  const wanted = name === null ? null : findExaminations(name, environment);
  if (wanted?.length === 0) return [];
  const given = name === null ? environment : withExamples(environment);
  const { value, problems } = await useTarget(given, (config, sandbox) =>
    examineConfig(config, { names: wanted, canRegisterCallbacks: sandbox !== null, asksOn: 'page' }),
  );
  if (value !== undefined || name !== null) return value ?? [];
  return problems.map((text) => ({ name: 'configuration', finding: stop('configuration', text, 'correct it in the form') }));
}

async function planTarget(environment: Environment): Promise<Planned> {
  const { value, problems } = await useTarget<Planned>(environment, async (requested, sandbox) => {
    const whole = planFor(requested);
    const { plan, config, ...part } = planPart(requested, whole);
    const waivers = readFittingWaivers(config);
    const found = [...selectionProblems(whole), ...part.problems, ...(waivers.ok ? [] : waivers.problems)];
    if (found.length > 0) return { ok: false, problems: found };
    return { ok: true, config, bill: await estimateBill(config, plan, sandbox === null ? 'by-operator' : 'by-suite') };
  });
  return value ?? { ok: false, problems };
}

async function acceptInReport(environment: Environment, file: WaiversFile): Promise<void> {
  const folder = chooseReportFolder(undefined, environment);
  const stateFolder = readSetting(environment, 'DMT_STATE_DIR') ?? folder;
  saveAcceptances(folder, stateFolder, file);
  const options = { stateFolder, previous: readSetting(environment, 'DMT_PREVIOUS') };
  const quiet = linesTo(() => undefined);
  recordPasses(stateFolder, file, await renderReports(folder, quiet, options));
}

/** Never readable by others. */
function saveValues(values: Environment, name: string, replace: boolean): string | null {
  if (name !== '' && !isEnvironmentName(name)) return 'expected a name of letters, digits, - and _, or nothing for .env';
  const chosen = name === '' ? null : name;
  const file = environmentFile(chosen);
  if (existsSync(file) && !replace) return `${file} exists: choose to replace it, or another name`;
  const unwritable = Object.entries(values).flatMap(([one, value]) => (formatEnvLine(one, value ?? '') === null ? [one] : []));
  if (unwritable.length > 0) return `${unwritable.join(', ')}: expected a value without a mixture of all quotation marks`;
  try {
    replaceFile(file, formatFile(values, 'the certification page'), 0o600);
    chooseEnvironment(chosen);
    return null;
  } catch (error) {
    return `${file}: expected a file that can be written, received an error (${errorMessage(error)})`;
  }
}

export const engine: Engine = {
  readEnvironment,
  environmentName,
  examine: examineTarget,
  plan: planTarget,
  accept: acceptInReport,
  save: saveValues,
  run: (environment, request, ui) => run(request, ui, environment),
};
