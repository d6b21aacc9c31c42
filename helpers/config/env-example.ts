import { variableNames, variableByName, type Group, type VariableName } from './variables.ts';

const headings: Readonly<Record<Group, string>> = {
  target: 'The service under test and what is permitted there. Without addresses the sandbox is started and nothing else is needed.',
  credentials: 'Credentials of the token request.',
  connection: 'How the service is reached.',
  identities: 'Test identities. They belong to the test, and messages to these mobiles can be read.',
  consent: 'One-time passwords and the MPIN.',
  transfer: 'What a transfer is made of. The last three are verified by the service and must be true.',
  limits: 'What a run may use up. On the sandbox counted only, unless set.',
  contract: 'The live description of the service.',
  callbacks: 'Callbacks of the eKYC process.',
  run: 'What is run.',
  report: 'What is written, and where.',
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
  return `# Copy to .env and set what applies. What is set in the environment wins over this file.\n\n${groups.join('\n\n')}\n`;
}
