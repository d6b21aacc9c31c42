import { isLoopback, namesHost } from './addresses.ts';
import { withoutSuitePath } from './suite-paths.ts';
import { nearest } from './nearest.ts';
import type { Environment, TargetKind } from './settings.ts';
import { listOf, valueRules } from './values.ts';
import { isName, names, variableOf, type Name, type Variable } from './variables.ts';

const addresses: readonly Name[] = ['DMT_BASE_URL', 'DMT_AUTH_URL'];
const readOnProd = names.filter((name) => variableOf(name).readOnProd === true);

const missing = (name: Name, why: string): string =>
  `${name}: expected a value (${variableOf(name).about}), received nothing; ${why}; for example ${name}=${variableOf(name).example}`;

function unknownNames(environment: Environment): string[] {
  return Object.keys(environment)
    .filter((name) => name.startsWith('DMT_') && !isName(name))
    .map((name) => `${name}: expected a known name, received this one; did you mean ${nearest(name, names) ?? 'another'}?`);
}

function requiredProblems(kind: TargetKind, explicit: Environment): string[] {
  const isRequired = ({ required }: Variable): boolean => required === 'always' || (required === 'unless-prod' && kind !== 'prod');
  return names
    .filter((name) => isRequired(variableOf(name)) && explicit[name] === undefined)
    .map((name) => missing(name, `required on ${kind}`));
}

/** What the value of another variable makes necessary: where the codes of an OTP source come from. */
function sourceProblems(explicit: Environment): string[] {
  return names.flatMap((name) => {
    const { requiredBy } = variableOf(name);
    if (requiredBy?.value === undefined || explicit[requiredBy.name] !== requiredBy.value || explicit[name] !== undefined) return [];
    return [missing(name, `required by ${requiredBy.name}=${requiredBy.value}`)];
  });
}

/** Of each pair one without the other says nothing. */
function pairProblems(explicit: Environment): string[] {
  return names.flatMap((name) => {
    const { requiredBy } = variableOf(name);
    if (requiredBy === undefined || requiredBy.value !== undefined) return [];
    return explicit[requiredBy.name] !== undefined && explicit[name] === undefined ? [missing(name, `required by ${requiredBy.name}`)] : [];
  });
}

function prodProblems(explicit: Environment): string[] {
  const { DMT_BASE_URL: base, DMT_CONFIRM_HOST: confirmed } = explicit;
  const problems: string[] = [];
  if (confirmed === undefined) problems.push(missing('DMT_CONFIRM_HOST', 'required on prod'));
  else if (base !== undefined && URL.canParse(base) && !namesHost(confirmed, base))
    problems.push(`DMT_CONFIRM_HOST: expected the host of DMT_BASE_URL (${new URL(base).host}), received ${JSON.stringify(confirmed)}`);
  if (readOnProd.every((name) => explicit[name] === undefined))
    problems.push(missing('DMT_CUSTOMER_TAG', `at least one of ${readOnProd.join(', ')} is required on prod`));
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
    if (address === undefined || valueRules.address(address, variableOf(name)) !== null) return [];
    const right = withoutSuitePath(address);
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
    ...(kind === 'prod' ? prodProblems(explicit) : sourceProblems(explicit)),
    ...(kind === 'sandbox' ? sandboxProblems(explicit) : []),
    ...endingProblems(explicit),
    ...pairProblems(explicit),
    ...agentProblems(explicit),
    ...mobileProblems(explicit),
  ];
}
