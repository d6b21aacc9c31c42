import { variableNames, variableByName, type Group, type VariableName } from '../variables.ts';

export const headings: Readonly<Record<Group, string>> = {
  target: 'The service under test and what is permitted there. Without addresses the suite starts the sandbox and needs nothing else.',
  credentials: 'Credentials of the token request.',
  connection: 'The connection to the service.',
  identities: 'Test identities. They belong to the test, and the operator can read messages to these mobiles.',
  consent: 'One-time passwords and the MPIN.',
  transfer: 'Values of a transfer. The service verifies the last three, so they must be true.',
  limits: 'What a run may use up. The sandbox only counts, unless a cap is set.',
  contract: 'The live description of the service.',
  callbacks: 'Callbacks of the eKYC process.',
  run: 'What the suite runs.',
  report: 'What the suite writes, and where.',
};

const requiredOn = { always: 'uat, prod', 'unless-prod': 'uat' } as const;
const neededFor = { prod: 'prod', effects: 'uat, for effects' } as const;

/** What makes a variable required: `uat, prod`, `with DMT_OTP_SOURCE=http`; null for an optional one. */
function findRequirement(name: VariableName): string | null {
  const { required, requiredBy, neededFor: need, readOnProd } = variableByName(name);
  if (required !== undefined) return requiredOn[required];
  if (need !== undefined) return neededFor[need];
  if (readOnProd === true) return 'prod, one of these';
  if (requiredBy === undefined) return null;
  return `with ${requiredBy.name}${requiredBy.value === undefined ? '' : `=${requiredBy.value}`}`;
}

const legend: readonly string[] = [
  'Copy to .env and set what applies. Variables of the environment win over this file.',
  'The mark in brackets says where a variable is required. Without a mark it is optional; the embedded sandbox requires none.',
  '  [uat] [prod]         on that target',
  '  [uat, for effects]   on uat, before a run sends an OTP, moves money or leaves a record',
  '  [with NAME]          when that variable is set, or has that value',
];

function entry(name: VariableName): string[] {
  const { about, choices, example, fallback } = variableByName(name);
  const options = choices === undefined ? '' : ` (${choices.join(', ')})`;
  const mark = findRequirement(name);
  return [
    `# ${mark === null ? '' : `[${mark}] `}${about}${options}${fallback === undefined ? '' : `; default ${fallback}`}`,
    `#${name}=${/[\s#"{]/.test(example) ? `'${example}'` : example}`,
  ];
}

export function envExample(): string {
  const groups = Object.entries(headings).map(([group, heading]) =>
    [`## ${heading}`, ...variableNames.filter((name) => variableByName(name).group === group).flatMap(entry)].join('\n'),
  );
  return `${legend.map((line) => `# ${line}`).join('\n')}\n\n${groups.join('\n\n')}\n`;
}
