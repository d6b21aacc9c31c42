import { isLoopback, namesHost } from './addresses.ts';
import { withoutSuitePath } from './suite-paths.ts';
import { suggestNearest } from './nearest.ts';
import type { Environment, TargetKind } from './settings.ts';
import { splitList, valueRules } from './values.ts';
import { isVariableName, variableNames, variableByName, type VariableName, type Variable } from './variables.ts';

const addressNames: readonly VariableName[] = ['DMT_BASE_URL', 'DMT_AUTH_URL'];
const prodReadNames = variableNames.filter((name) => variableByName(name).readOnProd === true);

const describeMissing = (name: VariableName, why: string): string =>
  `${name}: missing: ${variableByName(name).about}; ${why}; for example ${name}=${variableByName(name).example}`;

function unknownNameProblems(environment: Environment): string[] {
  return Object.keys(environment)
    .filter((name) => /^dmt_/i.test(name) && !isVariableName(name))
    .map((name) => `${name}: unknown variable${suggestNearest(name.toUpperCase(), variableNames)}`);
}

function requiredProblems(kind: TargetKind, explicit: Environment): string[] {
  const isRequired = ({ required }: Variable): boolean => required === 'always' || (required === 'unless-prod' && kind !== 'prod');
  return variableNames
    .filter((name) => isRequired(variableByName(name)) && explicit[name] === undefined)
    .map((name) => describeMissing(name, `required on ${kind}`));
}

/** Variables that the value of another one makes necessary, such as DMT_OTP_URL for the source `http`. */
function sourceProblems(explicit: Environment): string[] {
  return variableNames.flatMap((name) => {
    const { requiredBy } = variableByName(name);
    if (requiredBy?.value === undefined || explicit[requiredBy.name] !== requiredBy.value || explicit[name] !== undefined) return [];
    return [describeMissing(name, `required by ${requiredBy.name}=${requiredBy.value}`)];
  });
}

/** One variable of a pair is useless without the other. */
function pairProblems(explicit: Environment): string[] {
  return variableNames.flatMap((name) => {
    const { requiredBy } = variableByName(name);
    if (requiredBy === undefined || requiredBy.value !== undefined) return [];
    return explicit[requiredBy.name] !== undefined && explicit[name] === undefined
      ? [describeMissing(name, `required by ${requiredBy.name}`)]
      : [];
  });
}

function prodProblems(explicit: Environment): string[] {
  const { DMT_BASE_URL: base, DMT_CONFIRM_HOST: confirmed } = explicit;
  const problems: string[] = [];
  if (confirmed === undefined) problems.push(describeMissing('DMT_CONFIRM_HOST', 'required on prod'));
  else if (base !== undefined && URL.canParse(base) && !namesHost(confirmed, base))
    problems.push(`DMT_CONFIRM_HOST: expected the host of DMT_BASE_URL (${new URL(base).host}), received ${JSON.stringify(confirmed)}`);
  if (prodReadNames.every((name) => explicit[name] === undefined))
    problems.push(describeMissing('DMT_CUSTOMER_TAG', `at least one of ${prodReadNames.join(', ')} is required on prod`));
  return problems;
}

/** With one agent in both roles, the authorization checks test nothing: every id belongs to the caller. */
function agentProblems({ DMT_AGENT_ID: agent, DMT_OTHER_AGENT_ID: other }: Environment): string[] {
  return other !== undefined && other === agent
    ? ['DMT_OTHER_AGENT_ID: expected a second agent, received the one of DMT_AGENT_ID; leave it out, or name another']
    : [];
}

/** One mobile in two roles merges two people, and the suite would blame the service for the result. */
function mobileProblems(explicit: Environment): string[] {
  const named = (['DMT_SUB_AGENT_MOBILE', 'DMT_CUSTOMER_MOBILE', 'DMT_SPARE_MOBILES'] as const).flatMap((name) =>
    splitList(explicit[name] ?? '').map((mobile) => ({ name, mobile })),
  );
  return named.flatMap(({ name, mobile }, index) => {
    const first = named.slice(0, index).find((one) => one.mobile === mobile)?.name;
    if (first === undefined) return [];
    const also = first === name ? 'is there twice' : `${first} names too`;
    return [
      `${name}: expected a mobile that no other variable names, received …${mobile.slice(-4)}, which ${also}; for example ${name}=${variableByName(name).example}`,
    ];
  });
}

/** A report calls this target a sandbox, so its address must be on this machine. */
function sandboxProblems(explicit: Environment): string[] {
  return addressNames.flatMap((name) => {
    const address = explicit[name];
    if (address === undefined || !URL.canParse(address) || isLoopback(address)) return [];
    return [
      `${name}: expected an address on this machine, since DMT_TARGET=sandbox, received ${JSON.stringify(address)}; use DMT_TARGET=uat`,
    ];
  });
}

/** The suite refuses such an address instead of cutting it: requests go where the operator wrote. */
function endingProblems(explicit: Environment): string[] {
  return addressNames.flatMap((name) => {
    const address = explicit[name];
    if (address === undefined || valueRules.address(address, variableByName(name)) !== null) return [];
    const right = withoutSuitePath(address);
    if (right === address) return [];
    return [
      `${name}: expected an address without "${address.slice(right.length)}", which the suite adds itself, received ${JSON.stringify(address)}; write ${name}=${right}`,
    ];
  });
}

/** The address leads to our receiver, or to a relay that is polled. Without either, the setting would have no effect in silence. */
function callbackProblems({ DMT_CALLBACK_PUBLIC_URL: address, ...explicit }: Environment): string[] {
  const sources = ['DMT_CALLBACK_LISTEN', 'DMT_CALLBACK_POLL_URL', 'DMT_CALLBACK_FILE'] as const;
  return address === undefined || sources.some((name) => explicit[name] !== undefined)
    ? []
    : [
        describeMissing(
          'DMT_CALLBACK_LISTEN',
          'required by DMT_CALLBACK_PUBLIC_URL, unless DMT_CALLBACK_POLL_URL or DMT_CALLBACK_FILE is set',
        ),
      ];
}

export function collectRuleProblems(kind: TargetKind, environment: Environment, explicit: Environment): string[] {
  return [
    ...unknownNameProblems(environment),
    ...requiredProblems(kind, explicit),
    ...(kind === 'prod' ? prodProblems(explicit) : sourceProblems(explicit)),
    ...(kind === 'sandbox' ? sandboxProblems(explicit) : []),
    ...endingProblems(explicit),
    ...pairProblems(explicit),
    ...agentProblems(explicit),
    ...mobileProblems(explicit),
    ...callbackProblems(explicit),
  ];
}
