import { headings } from '../../helpers/config/env-example.ts';
import { readConfig } from '../../helpers/config/read-config.ts';
import { needsSandbox, readTargetKind, type Environment } from '../../helpers/config/settings.ts';
import { isVariableName, variableByName, variableNames, type VariableName } from '../../helpers/config/variables.ts';
import { errorMessage } from '../../helpers/core/text.ts';
import type { Body, Field, TargetAnswer, TargetView, Tried } from '../api.ts';
import type { Engine } from '../engine.ts';

export interface TargetStep {
  readonly view: () => TargetView;
  readonly enter: (body: Body) => Promise<TargetAnswer | { readonly problem: string }>;
  readonly examine: () => Promise<TargetAnswer>;
  readonly save: (body: Body) => { readonly problem: string | null; readonly target: TargetView };
  readonly environment: () => Environment;
  readonly where: () => string;
  readonly reportFolder: () => string;
  readonly stateFolder: () => string;
}

/** Keys that sign stay out of the browser. */
const notAsked: ReadonlySet<VariableName> = new Set(['DMT_SIGN_KEY', 'DMT_SIGN_KEY_FILE']);

export const askedNames = variableNames.filter((name) => !notAsked.has(name));

const maxCharacters = 20_000;

export const command = ({ environmentName }: Engine, words: string): string => {
  const name = environmentName();
  return `npm run conformance -- ${name === null ? '' : `--env ${name} `}${words}`;
};

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

/** A required field that is still empty is marked as such, which says enough. */
function buildField(name: VariableName, environment: Environment, problems: readonly string[]): Field {
  const { about, example, choices, kind, secret, fallback } = variableByName(name);
  const value = valueOf(environment, name);
  const own = problems.find((problem) => problem.startsWith(`${name}: `));
  return {
    ...{ name, about, example },
    choices: choices ?? null,
    several: kind === 'choices',
    secret: secret === true,
    required: isRequired(name, environment),
    isSet: value !== '',
    value: secret === true ? '' : value,
    fallback: fallback ?? null,
    problem: own === undefined || value === '' ? null : own.slice(name.length + 2),
  };
}

function describeWhere(environment: Environment): string {
  if (needsSandbox(environment)) return 'own sandbox';
  const address = valueOf(environment, 'DMT_BASE_URL');
  return `${readTargetKind(environment)}${URL.canParse(address) ? ` at ${new URL(address).host}` : ', no address yet'}`;
}

export function openTargetStep(engine: Engine): TargetStep {
  /** What was entered here; wins over the surroundings. */
  const entered = new Map<VariableName, string>();
  const environment = (): Environment => ({ ...engine.readEnvironment(), ...Object.fromEntries(entered) });
  const reportFolder = (): string => orElse(valueOf(environment(), 'DMT_REPORT_DIR'), 'reports');

  const view = (): TargetView => {
    const now = environment();
    const read = readConfig(now);
    const problems = read.ok ? [] : read.problems;
    const outside = engine.readEnvironment();
    return {
      where: describeWhere(now),
      groups: Object.entries(headings).map(([name, heading]) => ({
        ...{ name, heading },
        fields: askedNames.filter((one) => variableByName(one).group === name).map((one) => buildField(one, now, problems)),
      })),
      problems: problems.filter((problem) => !askedNames.some((name) => problem.startsWith(`${name}: `))),
      canStart: read.ok,
      unsaved: [...entered].filter(([name, value]) => valueOf(outside, name) !== value).map(([name]) => name),
      environmentFile: engine.environmentName(),
      command: command(engine, 'doctor'),
    };
  };

  const tryIt = async (name: VariableName | null): Promise<TargetAnswer> => {
    const tried: readonly Tried[] = await engine
      .examine(environment(), name)
      .catch((error: unknown) => [{ name: 'examination', state: 'stop', text: errorMessage(error), advice: null } as const]);
    return { target: view(), tried };
  };

  return {
    ...{ view, environment, reportFolder },
    where: () => describeWhere(environment()),
    stateFolder: () => orElse(valueOf(environment(), 'DMT_STATE_DIR'), reportFolder()),
    enter: async ({ name, value }) => {
      if (typeof name !== 'string' || !isVariableName(name) || !askedNames.includes(name))
        return { problem: 'expected a name of the form' };
      if (typeof value !== 'string' || value.length > maxCharacters || /[\0\r\n]/.test(value))
        return { problem: 'expected one line of text' };
      entered.set(name, value.trim());
      const known = readConfig(environment());
      const isWrong = !known.ok && known.problems.some((problem) => problem.startsWith(`${name}: `));
      return isWrong || value.trim() === '' ? { target: view(), tried: [] } : tryIt(name);
    },
    examine: () => tryIt(null),
    save: ({ file, replace }) => {
      const now = environment();
      const names = variableNames.filter((name) => valueOf(now, name) !== '');
      const values = Object.fromEntries(names.map((name) => [name, valueOf(now, name)]));
      const problem = typeof file === 'string' ? engine.save(values, file, replace === true) : 'expected the name of a file';
      return { problem, target: view() };
    },
  };
}
