import { headings } from '../../helpers/config/example/env-example.ts';
import { formatCommand, formatProgram } from '../../helpers/config/environment.ts';
import { findProblemsOf, readConfig } from '../../helpers/config/read-config.ts';
import { needsSandbox, readTargetKind, type Environment } from '../../helpers/config/settings.ts';
import { isVariableName, variableByName, variableNames, type VariableName } from '../../helpers/config/variables.ts';
import type { Json } from '../../helpers/core/json.ts';
import { errorMessage } from '../../helpers/core/text.ts';
import { stop } from '../../helpers/doctor/diagnosis.ts';
import type { Engine } from '../engine.ts';
import { acted } from './acted.ts';

/** Keys that sign stay out of the browser. */
const notAsked: ReadonlySet<VariableName> = new Set(['DMT_SIGN_KEY', 'DMT_SIGN_KEY_FILE']);

export const askedNames = variableNames.filter((name) => !notAsked.has(name));

const maxCharacters = 20_000;

export const command = ({ environmentName }: Engine, words: string): string => formatCommand(words, formatProgram(environmentName()));

export const valueOf = (environment: Environment, name: VariableName): string => environment[name]?.trim() ?? '';

export const orElse = (value: string, otherwise: string): string => (value === '' ? otherwise : value);

function isRequired(name: VariableName, environment: Environment): boolean {
  const { required, requiredBy } = variableByName(name);
  if (needsSandbox(environment)) return false;
  const kind = readTargetKind(environment);
  if (kind === 'prod' && name === 'DMT_CONFIRM_HOST') return true;
  if (required === 'always' || (required === 'unless-prod' && kind !== 'prod')) return true;
  return kind !== 'prod' && requiredBy?.value !== undefined && environment[requiredBy.name] === requiredBy.value;
}

/** A secret is never shown. A required field that is still empty is marked as such, which says enough. */
function buildField(name: VariableName, environment: Environment, problems: readonly string[]) {
  const { about, example, choices = null, kind, secret = false, fallback = null } = variableByName(name);
  const value = valueOf(environment, name);
  const problem = problems.find((one) => one.startsWith(`${name}: `))?.slice(name.length + 2) ?? null;
  return {
    ...{ name, about, example, choices, secret, fallback },
    several: kind === 'choices',
    required: isRequired(name, environment),
    isSet: value !== '',
    value: secret ? '' : value,
    problem: value === '' ? null : problem,
  };
}

function describeWhere(environment: Environment): string {
  if (needsSandbox(environment)) return 'own sandbox';
  const address = valueOf(environment, 'DMT_BASE_URL');
  return `${readTargetKind(environment)}${URL.canParse(address) ? ` at ${new URL(address).host}` : ', no address yet'}`;
}

export type TargetStep = ReturnType<typeof openTargetStep>;

export function openTargetStep(engine: Engine) {
  /** What was entered here; wins over the surroundings. */
  const entered = new Map<VariableName, string>();
  const environment = (): Environment => ({ ...engine.readEnvironment(), ...Object.fromEntries(entered) });
  const reportFolder = (): string => orElse(valueOf(environment(), 'DMT_REPORT_DIR'), 'reports');

  const view = () => {
    const now = environment();
    const read = readConfig(now);
    const problems = read.ok ? [] : read.problems;
    const outside = engine.readEnvironment();
    return {
      groups: Object.entries(headings).map(([name, heading]) => ({
        ...{ name, heading },
        fields: askedNames.filter((one) => variableByName(one).group === name).map((one) => buildField(one, now, problems)),
      })),
      problems: problems.filter((problem) => !askedNames.some((name) => problem.startsWith(`${name}: `))),
      canStart: read.ok,
      unsaved: [...entered].filter(([name, value]) => valueOf(outside, name) !== value).length,
      environmentFile: engine.environmentName(),
      command: command(engine, 'doctor'),
    };
  };

  const examine = async (name: VariableName | null) => {
    const failed = (error: unknown) => [{ name: 'examination', finding: stop('environment', errorMessage(error), 'see the terminal') }];
    return { problem: null, target: view(), tried: await engine.examine(environment(), name).catch(failed) };
  };

  return {
    ...{ view, environment, reportFolder },
    where: () => describeWhere(environment()),
    stateFolder: () => orElse(valueOf(environment(), 'DMT_STATE_DIR'), reportFolder()),
    enter: async ({ name, value }: Json) => {
      if (typeof name !== 'string' || !isVariableName(name) || !askedNames.includes(name)) return acted('expected a name of the form');
      if (typeof value !== 'string' || value.length > maxCharacters || /[\0\r\n]/.test(value)) return acted('expected one line of text');
      entered.set(name, value.trim());
      const isWrong = findProblemsOf(name, environment()).length > 0;
      return isWrong || value.trim() === '' ? { problem: null, target: view(), tried: [] } : examine(name);
    },
    examine: () => examine(null),
    save: ({ file, replace }: Json) => {
      const now = environment();
      const set = variableNames.flatMap((name) => (valueOf(now, name) === '' ? [] : [[name, valueOf(now, name)] as const]));
      const problem =
        typeof file === 'string' ? engine.save(Object.fromEntries(set), file, replace === true) : 'expected the name of a file';
      return { problem, target: view() };
    },
  };
}
