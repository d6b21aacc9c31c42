import { isLoopback, namesHost } from './addresses.ts';
import { withoutEnding } from './endings.ts';
import { nearest } from './nearest.ts';
import type { Environment, TargetKind } from './settings.ts';
import { listOf, rules } from './values.ts';
import { isName, names, variableOf, type Name } from './variables.ts';

const addresses: readonly Name[] = ['DMT_BASE_URL', 'DMT_AUTH_URL'];
const credentials: readonly Name[] = ['DMT_CLIENT_ID', 'DMT_CLIENT_PASSWORD', 'DMT_AGENT_ID', 'DMT_AGENT_PASSWORD'];
const journey: readonly Name[] = [
  'DMT_SUB_AGENT_MOBILE',
  'DMT_CUSTOMER_MOBILE',
  'DMT_OTP_SOURCE',
  'DMT_BENEFICIARY_ACCOUNT',
  'DMT_BENEFICIARY_IFSC',
  'DMT_BENEFICIARY_NAME',
  'DMT_TRANSFER_AMOUNT',
  'DMT_USER_AGENT',
  'DMT_SOURCE_ADDRESS',
  'DMT_GEO_TAG',
];
const idsToRead: readonly Name[] = ['DMT_SUB_AGENT_TAG', 'DMT_CUSTOMER_TAG', 'DMT_INVOICE_ID', 'DMT_CORRELATION_ID'];

/** What each OTP source reads its code from. */
const otpNeeds: Readonly<Record<string, Name>> = { fixed: 'DMT_OTP', http: 'DMT_OTP_URL', command: 'DMT_OTP_COMMAND' };

/** Of each pair one without the other says nothing. */
const pairs: readonly (readonly [Name, Name])[] = [
  ['DMT_CLIENT_CERT_FILE', 'DMT_CLIENT_KEY_FILE'],
  ['DMT_OTHER_AGENT_ID', 'DMT_OTHER_AGENT_PASSWORD'],
];

const missing = (name: Name, why: string): string =>
  `${name}: expected a value (${variableOf(name).about}), received nothing; ${why}; for example ${name}=${variableOf(name).example}`;

function unknownNames(environment: Environment): string[] {
  return Object.keys(environment)
    .filter((name) => name.startsWith('DMT_') && !isName(name))
    .map((name) => `${name}: expected a known name, received this one; did you mean ${nearest(name, names) ?? 'another'}?`);
}

function requiredProblems(kind: TargetKind, explicit: Environment): string[] {
  const required = kind === 'prod' ? [...addresses, ...credentials] : [...addresses, ...credentials, ...journey];
  return required.filter((name) => explicit[name] === undefined).map((name) => missing(name, `required on ${kind}`));
}

function otpProblems(explicit: Environment): string[] {
  const source = explicit['DMT_OTP_SOURCE'] ?? '';
  const needed = otpNeeds[source];
  return needed !== undefined && explicit[needed] === undefined ? [missing(needed, `required by DMT_OTP_SOURCE=${source}`)] : [];
}

function pairProblems(explicit: Environment): string[] {
  return pairs
    .flatMap(([one, other]): (readonly [Name, Name])[] => [
      [one, other],
      [other, one],
    ])
    .filter(([one, other]) => explicit[one] !== undefined && explicit[other] === undefined)
    .map(([one, other]) => missing(other, `required by ${one}`));
}

function prodProblems(explicit: Environment): string[] {
  const { DMT_BASE_URL: base, DMT_CONFIRM_HOST: confirmed } = explicit;
  const problems: string[] = [];
  if (confirmed === undefined) problems.push(missing('DMT_CONFIRM_HOST', 'required on prod'));
  else if (base !== undefined && URL.canParse(base) && !namesHost(confirmed, base))
    problems.push(`DMT_CONFIRM_HOST: expected the host of DMT_BASE_URL (${new URL(base).host}), received ${JSON.stringify(confirmed)}`);
  if (idsToRead.every((name) => explicit[name] === undefined))
    problems.push(missing('DMT_CUSTOMER_TAG', `at least one of ${idsToRead.join(', ')} is required on prod`));
  return problems;
}

/** With one agent in both roles every call would be on ids of its own. */
function agentProblems({ DMT_AGENT_ID: agent, DMT_OTHER_AGENT_ID: other }: Environment): string[] {
  return other !== undefined && other === agent ? ['DMT_OTHER_AGENT_ID: expected another agent, received the one of DMT_AGENT_ID'] : [];
}

/** One mobile in two roles would make one person of two, and their calls would look like the service's mistakes. */
function mobileProblems(explicit: Environment): string[] {
  const named = (['DMT_SUB_AGENT_MOBILE', 'DMT_CUSTOMER_MOBILE', 'DMT_SPARE_MOBILES'] as const).flatMap((name) =>
    listOf(explicit[name] ?? '').map((mobile) => ({ name, mobile })),
  );
  const again = named.filter(({ mobile }, index) => named.findIndex((one) => one.mobile === mobile) < index);
  return [...new Set(again.map(({ name }) => name))].map(
    (name) =>
      `${name}: expected a mobile that has no other role, received one named twice; for example ${name}=${variableOf(name).example}`,
  );
}

/** A report calls this target a sandbox, so an address elsewhere is not taken for one. */
function sandboxProblems(explicit: Environment): string[] {
  return addresses.flatMap((name) => {
    const address = explicit[name];
    if (address === undefined || !URL.canParse(address) || isLoopback(address)) return [];
    return [
      `${name}: expected an address on this machine, since DMT_TARGET=sandbox, received ${JSON.stringify(address)}; use DMT_TARGET=uat`,
    ];
  });
}

/** Refused rather than cut off in silence: what is sent goes where it was written. */
function endingProblems(explicit: Environment): string[] {
  return addresses.flatMap((name) => {
    const address = explicit[name];
    if (address === undefined || rules.address(address, variableOf(name)) !== null) return [];
    const right = withoutEnding(address);
    if (right === address) return [];
    return [
      `${name}: expected an address without "${address.slice(right.length)}", which the suite adds by itself, received ${JSON.stringify(address)}; write ${name}=${right}`,
    ];
  });
}

/** What is missing, contradictory or mistyped, whatever the single values look like. */
export function ruleProblems(kind: TargetKind, environment: Environment, explicit: Environment): string[] {
  return [
    ...unknownNames(environment),
    ...requiredProblems(kind, explicit),
    ...(kind === 'prod' ? prodProblems(explicit) : otpProblems(explicit)),
    ...(kind === 'sandbox' ? sandboxProblems(explicit) : []),
    ...endingProblems(explicit),
    ...pairProblems(explicit),
    ...agentProblems(explicit),
    ...mobileProblems(explicit),
  ];
}
