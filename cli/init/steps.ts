import type { Environment } from '../../helpers/config/settings.ts';
import { variableByName, variableNames, type VariableName } from '../../helpers/config/variables.ts';

/** Values that are entered and tried together, since one examination concerns all of them. */
export interface Step {
  readonly names: readonly VariableName[];
  /** Examinations of the doctor, by name. */
  readonly tries: readonly string[];
  /** Enter alone leaves these out. */
  readonly optional?: true;
}

/** The token comes before the base address, because only a read with a token shows whose address it is. */
const examined: readonly Step[] = [
  { names: ['DMT_AUTH_URL'], tries: ['auth address'] },
  { names: ['DMT_CLIENT_ID', 'DMT_CLIENT_PASSWORD', 'DMT_AGENT_ID', 'DMT_AGENT_PASSWORD'], tries: ['credentials', 'clock'] },
  { names: ['DMT_BASE_URL'], tries: ['base address', 'plain read', 'funds'] },
];

/** Not required, but without them a run leaves out most of the checks that have an effect. */
const worthwhile: readonly Step[] = [
  { names: ['DMT_EFFECTS_ON'], tries: [], optional: true },
  { names: ['DMT_MAX_SPEND', 'DMT_MAX_TRANSFERS', 'DMT_MAX_OTPS'], tries: ['permissions'], optional: true },
  { names: ['DMT_SPARE_MOBILES', 'DMT_MPIN'], tries: ['people'], optional: true },
];

const examinedNames = new Set(examined.flatMap(({ names }) => names));

const neededBySource = (name: VariableName): boolean => {
  const { requiredBy } = variableByName(name);
  return requiredBy?.name === 'DMT_OTP_SOURCE';
};

/** What a first run on UAT needs, in the order of the questions. A required variable that is added to the table is asked for too. */
export const steps: readonly Step[] = [
  ...examined,
  ...variableNames
    .filter((name) => variableByName(name).required !== undefined && !examinedNames.has(name))
    .flatMap((name): readonly Step[] => [
      { names: [name], tries: [] },
      ...(name === 'DMT_OTP_SOURCE' ? [{ names: variableNames.filter(neededBySource), tries: ['OTP source'] }] : []),
    ]),
  ...worthwhile,
];

/** Of the variables for one OTP source, only those of the chosen one are asked for. */
export const isAsked = (name: VariableName, entered: Environment): boolean => {
  const { requiredBy } = variableByName(name);
  return requiredBy?.value === undefined || entered[requiredBy.name] === requiredBy.value;
};
