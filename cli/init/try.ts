import { readEnvironment } from '../../helpers/config/environment.ts';
import { readConfig } from '../../helpers/config/read-config.ts';
import type { Environment } from '../../helpers/config/settings.ts';
import { variableByName, variableNames } from '../../helpers/config/variables.ts';
import { doctorLines } from '../../helpers/doctor/examine.ts';
import { examineConfig } from '../doctor.ts';

interface Tried {
  readonly ok: boolean;
  readonly lines: readonly string[];
}

const namesWhere = (isWanted: (name: (typeof variableNames)[number]) => boolean): ReadonlySet<string> =>
  new Set(variableNames.filter(isWanted));
const connectionNames = namesWhere((name) => variableByName(name).group === 'connection');
const exampleNames = namesWhere((name) => {
  const { required, requiredBy } = variableByName(name);
  return required !== undefined || requiredBy?.value !== undefined;
});

/** What is not entered yet has the value of its example, to which nothing is sent. The connection is that of this machine. */
export function withExamples(entered: Environment): Environment {
  const examples = [...exampleNames].flatMap((name) => variableNames.find((one) => one === name) ?? []);
  return {
    ...Object.fromEntries(Object.entries(readEnvironment()).filter(([name]) => connectionNames.has(name))),
    ...Object.fromEntries(examples.map((name) => [name, variableByName(name).example])),
    DMT_TARGET: 'uat',
    ...entered,
  };
}

/** Runs these examinations of the doctor. */
export async function tryValues(names: readonly string[], entered: Environment): Promise<Tried> {
  const read = readConfig(withExamples(entered));
  if (!read.ok) return { ok: false, lines: read.problems.slice(0, 1) };
  const examined = await examineConfig(read.config, { names, canRegisterCallbacks: false, asksOn: 'terminal' });
  const stopped = examined.filter(({ finding }) => finding.state === 'stop');
  // Where something has to be corrected, only that is printed.
  const told = stopped.length === 0 ? examined : stopped;
  return { ok: stopped.length === 0, lines: doctorLines(told) };
}
