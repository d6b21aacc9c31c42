import { withEngineShard } from './shard.ts';
import { valueRules } from './values.ts';
import { isChoice, variableNames, variableByName, type Choice, type VariableName } from './variables.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Empty when the variable is unset and has no fallback. */
export type Settings = (name: VariableName) => string;

export type TargetKind = Choice<'DMT_TARGET'>;

/** Our own sandbox, not started yet (`awaited`) or started by this process; `elsewhere` is any other service. */
export type TargetOrigin = 'awaited' | 'started' | 'elsewhere';

/**
 * Placeholders until the sandbox reports its own values, so that a run can be validated and planned before the start. The sandbox always
 * sets `fixedValues`; the operator may override `overridableValues`.
 */
const awaitedSandbox = {
  fixedValues: {
    DMT_BASE_URL: 'http://127.0.0.1:1',
    DMT_AUTH_URL: 'http://127.0.0.1:1',
    DMT_CLIENT_ID: 'sandbox-client',
    DMT_CLIENT_PASSWORD: 'sandbox-client-password',
    DMT_AGENT_ID: 'sandbox-agent',
    DMT_AGENT_PASSWORD: 'sandbox-agent-password',
    DMT_OTHER_AGENT_ID: 'sandbox-other-agent',
    DMT_OTHER_AGENT_PASSWORD: 'sandbox-other-agent-password',
  },
  overridableValues: {
    DMT_SUB_AGENT_MOBILE: '9990000001',
    DMT_CUSTOMER_MOBILE: '9990000002',
    DMT_OTP_SOURCE: 'http',
    DMT_OTP_URL: 'http://127.0.0.1:1/',
    DMT_BENEFICIARY_ACCOUNT: '000111000110',
    DMT_BENEFICIARY_IFSC: 'ZZZZ0000001',
    DMT_BENEFICIARY_NAME: 'Testcase Beneficiary',
    DMT_TRANSFER_AMOUNT: '100',
    DMT_USER_AGENT: 'sandbox',
    DMT_SOURCE_ADDRESS: '192.0.2.10',
    DMT_GEO_TAG: '0.0,0.0',
  },
} as const;

const trimValues = (environment: Environment): Environment =>
  Object.fromEntries(
    Object.entries(environment)
      .map(([name, value]) => [name, value?.trim() ?? ''] as const)
      .filter(([, value]) => value !== ''),
  );

/** True without an address and without another target. */
export function needsSandbox(environment: Environment): boolean {
  const { DMT_TARGET: target = 'sandbox', DMT_BASE_URL: base, DMT_AUTH_URL: auth } = trimValues(environment);
  return base === undefined && auth === undefined && target === 'sandbox';
}

/**
 * Joins the operator's variables with those of the started sandbox. The sandbox's addresses and credentials win; all else the operator may
 * override.
 */
export function withSandbox(environment: Environment, sandbox: Environment): Environment {
  const own = Object.keys(awaitedSandbox.fixedValues).map((name) => [name, sandbox[name]] as const);
  return { ...sandbox, ...trimValues(environment), ...Object.fromEntries(own), DMT_TARGET: 'sandbox' };
}

export function explicitSettings(environment: Environment): Environment {
  const trimmed = withEngineShard(trimValues(environment));
  return needsSandbox(environment) ? { ...awaitedSandbox.overridableValues, ...trimmed, ...awaitedSandbox.fixedValues } : trimmed;
}

export function readTargetKind(environment: Environment): TargetKind {
  const named = environment['DMT_TARGET'];
  if (named !== undefined && isChoice('DMT_TARGET', named)) return named;
  return needsSandbox(environment) ? 'sandbox' : 'uat';
}

function pickFallback(name: VariableName, kind: TargetKind, start: TargetOrigin): string {
  if (name === 'DMT_TARGET') return kind;
  const { fallback = '', fallbacks } = variableByName(name);
  return fallbacks?.[start === 'elsewhere' ? 'elsewhere' : 'sandbox'] ?? fallback;
}

export const withFallbacks =
  (kind: TargetKind, explicit: Environment, start: TargetOrigin = 'elsewhere'): Settings =>
  (name) =>
    explicit[name] ?? pickFallback(name, kind, start);

/** A shell removes quotation marks, but a container's or pipeline's list of variables keeps them. A secret may have its own. */
const isQuoted = (text: string): boolean => /^(["'`]).*\1$/s.test(text);
const unquoted = 'a value without quotation marks around it';

export function collectValueProblems(explicit: Environment): string[] {
  return variableNames.flatMap((name) => {
    const text = explicit[name];
    if (text === undefined) return [];
    const variable = variableByName(name);
    const expected = variable.secret !== true && isQuoted(text) ? unquoted : valueRules[variable.kind](text, variable);
    if (expected === null) return [];
    const received = variable.secret === true ? 'another value (not shown)' : JSON.stringify(text);
    return [`${name}: expected ${expected}, received ${received}; for example ${name}=${variable.example}`];
  });
}
