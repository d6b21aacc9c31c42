import { variableNames, variableByName, type Group, type VariableName } from './variables.ts';

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

function entry(name: VariableName): string[] {
  const { about, choices, example, fallback } = variableByName(name);
  const options = choices === undefined ? '' : ` (${choices.join(', ')})`;
  return [
    `# ${about}${options}${fallback === undefined ? '' : `; default ${fallback}`}`,
    `#${name}=${/[\s#"{]/.test(example) ? `'${example}'` : example}`,
  ];
}

export function envExample(): string {
  const groups = Object.entries(headings).map(([group, heading]) =>
    [`## ${heading}`, ...variableNames.filter((name) => variableByName(name).group === group).flatMap(entry)].join('\n'),
  );
  return `# Copy to .env and set what applies. Variables of the environment win over this file.\n\n${groups.join('\n\n')}\n`;
}
