import { otpSources } from '../core/records/provenance.ts';
import { failOnNames } from '../core/records/verdicts.ts';
import { permissionWords } from './permissions.ts';

export type ValueKind =
  | 'text'
  | 'list'
  | 'choice'
  | 'choices'
  | 'address'
  | 'link'
  | 'template'
  | 'proxy'
  | 'hosts'
  | 'hostport'
  | 'mobile'
  | 'mobiles'
  | 'coordinates'
  | 'digits'
  | 'money'
  | 'spend'
  | 'count'
  | 'positive'
  | 'seed'
  | 'rate'
  | 'shard'
  | 'headers'
  | 'file'
  | 'certificate'
  | 'key';

export type Group =
  | 'target'
  | 'credentials'
  | 'connection'
  | 'identities'
  | 'consent'
  | 'transfer'
  | 'limits'
  | 'contract'
  | 'callbacks'
  | 'run'
  | 'report';

export interface Variable {
  readonly group: Group;
  readonly kind: ValueKind;
  readonly about: string;
  readonly example: string;
  readonly fallback?: string;
  /** Used when the variable is unset; depends on the target. */
  readonly fallbacks?: Readonly<Record<'sandbox' | 'elsewhere', string>>;
  /** The usual cap: it holds when the variable is unset, but effects need those that are set. Our own sandbox has none. */
  readonly cap?: number;
  readonly choices?: readonly string[];
  readonly required?: 'always' | 'unless-prod';
  /** Required on prod alone, or on uat for whatever sends an OTP, moves money or leaves a record. */
  readonly neededFor?: 'prod' | 'effects';
  /** The suite reads this on prod, which needs at least one such variable. */
  readonly readOnProd?: true;
  /** Required when that other variable is set, or has that value. */
  readonly requiredBy?: { readonly name: string; readonly value?: string };
  /** Never shown, not even in a problem about the variable. */
  readonly secret?: true;
  /** Names a person, an account or a machine: redacted, and not fingerprinted. */
  readonly personal?: true;
  /** Says where this run writes or who runs it: not fingerprinted. */
  readonly local?: true;
}

const defaultCaps = { amounts: 40, transfers: 40, otps: 120, wrongCodes: 10, wrongLogins: 3 } as const;
const fuzzRuns = { sandbox: '100', elsewhere: '0' } as const;
const ekycComplete = { sandbox: 'fetch', elsewhere: 'manual' } as const;

/** Every role of the conformance checks has a mobile of its own with so many. */
export const sparesForAllChecks = 13;

/** A customer of earlier runs has used some of them up already. */
export const accountsForAllChecks = 6;

/** Wrong codes that a configured person gets in 24 hours, from all runs together. */
export const maxWrongCodesPerDay = 2;

const variables = {
  DMT_TARGET: {
    group: 'target',
    kind: 'choice',
    choices: ['sandbox', 'uat', 'prod'],
    about: 'sandbox without an address, else uat; prod is read-only',
    example: 'uat',
  },
  DMT_BASE_URL: {
    group: 'target',
    required: 'always',
    kind: 'address',
    about: 'base address of the business paths',
    example: 'https://uat.example',
  },
  DMT_AUTH_URL: {
    group: 'target',
    required: 'always',
    kind: 'address',
    about: 'base address of the token service',
    example: 'https://auth.uat.example',
  },
  DMT_EFFECTS_ON: {
    group: 'target',
    neededFor: 'effects',
    kind: 'hosts',
    about: 'hosts that may send OTPs, move money and keep records, this machine included; name the hosts of both addresses',
    example: 'uat.example,auth.uat.example',
  },
  DMT_ALLOW: {
    group: 'target',
    kind: 'choices',
    choices: permissionWords,
    fallbacks: { sandbox: permissionWords.join(','), elsewhere: '' },
    about: 'what a run may also do; all on the embedded sandbox, none on prod',
    example: 'operational-writes,races',
  },
  DMT_CONFIRM_HOST: {
    group: 'target',
    neededFor: 'prod',
    kind: 'text',
    about: 'repeats the host of DMT_BASE_URL, to confirm prod',
    example: 'dmt.example',
  },
  DMT_SUB_AGENT_TAG: {
    group: 'target',
    readOnProd: true,
    kind: 'text',
    about: 'a sub-agent to read on prod',
    example: '00000000-0000-4000-8000-000000000001',
  },
  DMT_CUSTOMER_TAG: {
    group: 'target',
    readOnProd: true,
    kind: 'text',
    about: 'a customer to read on prod',
    example: '00000000-0000-4000-8000-000000000002',
  },
  DMT_INVOICE_ID: { group: 'target', readOnProd: true, kind: 'text', about: 'an invoice to read on prod', example: '50123' },
  DMT_CORRELATION_ID: { group: 'target', readOnProd: true, kind: 'text', about: 'a transfer to read on prod', example: 'conf-0001' },
  DMT_SERVICE_NAME: { group: 'target', kind: 'text', about: 'a service name the target defines', example: 'fund-transfer' },
  DMT_TARGET_BUILD: { group: 'target', kind: 'text', about: 'the deployed build, for the report', example: '2026.11.3' },

  DMT_CLIENT_ID: {
    group: 'credentials',
    required: 'always',
    kind: 'text',
    secret: true,
    about: 'client of the token request',
    example: 'client-0001',
  },
  DMT_CLIENT_PASSWORD: {
    group: 'credentials',
    required: 'always',
    kind: 'text',
    secret: true,
    about: 'password of DMT_CLIENT_ID',
    example: 'artificial-password',
  },
  DMT_AGENT_ID: {
    group: 'credentials',
    required: 'always',
    kind: 'text',
    secret: true,
    about: 'the agent that the token is for',
    example: 'agent-0001',
  },
  DMT_AGENT_PASSWORD: {
    group: 'credentials',
    required: 'always',
    kind: 'text',
    secret: true,
    about: 'password of DMT_AGENT_ID',
    example: 'artificial-password',
  },
  DMT_OTHER_AGENT_ID: {
    group: 'credentials',
    requiredBy: { name: 'DMT_OTHER_AGENT_PASSWORD' },
    kind: 'text',
    secret: true,
    about: 'a second agent, for authorization checks',
    example: 'agent-0002',
  },
  DMT_OTHER_AGENT_PASSWORD: {
    group: 'credentials',
    requiredBy: { name: 'DMT_OTHER_AGENT_ID' },
    kind: 'text',
    secret: true,
    about: 'password of DMT_OTHER_AGENT_ID',
    example: 'artificial-password',
  },

  DMT_CA_FILE: {
    group: 'connection',
    kind: 'certificate',
    local: true,
    about: 'PEM file of a private certificate authority',
    example: 'ca.pem',
  },
  DMT_CLIENT_CERT_FILE: {
    group: 'connection',
    requiredBy: { name: 'DMT_CLIENT_KEY_FILE' },
    kind: 'certificate',
    local: true,
    about: 'PEM certificate for mutual TLS',
    example: 'client.pem',
  },
  DMT_CLIENT_KEY_FILE: {
    group: 'connection',
    requiredBy: { name: 'DMT_CLIENT_CERT_FILE' },
    kind: 'key',
    local: true,
    about: 'PEM private key of the client certificate',
    example: 'client-key.pem',
  },
  HTTPS_PROXY: {
    group: 'connection',
    kind: 'proxy',
    secret: true,
    about: 'proxy for everything except plain http on this machine',
    example: 'http://proxy.example:3128',
  },
  NO_PROXY: { group: 'connection', kind: 'list', local: true, about: 'hosts reached without the proxy', example: 'localhost,.internal' },
  DMT_TIMEOUT_MS: { group: 'connection', kind: 'positive', fallback: '10000', about: 'milliseconds for a whole answer', example: '10000' },
  DMT_MAX_CONCURRENCY: { group: 'connection', kind: 'positive', fallback: '8', about: 'requests at the same time', example: '8' },
  DMT_MAX_RPS: { group: 'connection', kind: 'rate', about: 'requests started per second; no limit unless set', example: '20' },

  DMT_SUB_AGENT_MOBILE: {
    group: 'identities',
    required: 'unless-prod',
    kind: 'mobile',
    personal: true,
    about: 'mobile of the test sub-agent',
    example: '9990000001',
  },
  DMT_CUSTOMER_MOBILE: {
    group: 'identities',
    required: 'unless-prod',
    kind: 'mobile',
    personal: true,
    about: 'mobile of the test customer',
    example: '9990000002',
  },
  DMT_SPARE_MOBILES: {
    group: 'identities',
    kind: 'mobiles',
    personal: true,
    about: `mobiles that the suite may onboard for its own use, at least ${sparesForAllChecks} for all checks; some checks need money in their wallets`,
    example: '9990000101,9990000102',
  },
  DMT_BENEFICIARY_ACCOUNT: {
    group: 'identities',
    required: 'unless-prod',
    kind: 'list',
    secret: true,
    about: `accounts that may be registered and paid, at least ${accountsForAllChecks} for all checks, and one more for each run before; outside our own sandbox no other is used`,
    example: '000111000110,000111000111,000111000112,000111000113,000111000114,000111000115',
  },
  DMT_BENEFICIARY_IFSC: {
    group: 'identities',
    required: 'unless-prod',
    kind: 'text',
    about: 'IFSC code of the beneficiary accounts',
    example: 'ZZZZ0000001',
  },
  DMT_BENEFICIARY_NAME: {
    group: 'identities',
    required: 'unless-prod',
    kind: 'text',
    personal: true,
    about: 'holder of the beneficiary accounts',
    example: 'Testcase Beneficiary',
  },

  DMT_OTP_SOURCE: {
    group: 'consent',
    kind: 'choice',
    choices: otpSources,
    required: 'unless-prod',
    about: 'where the one-time passwords come from',
    example: 'http',
  },
  DMT_OTP: {
    group: 'consent',
    requiredBy: { name: 'DMT_OTP_SOURCE', value: 'fixed' },
    kind: 'digits',
    secret: true,
    about: 'the code, for fixed',
    example: '000000',
  },
  DMT_OTP_URL: {
    group: 'consent',
    requiredBy: { name: 'DMT_OTP_SOURCE', value: 'http' },
    kind: 'template',
    secret: true,
    about: 'address that is polled until it returns digits, for http; {mobile}, {state}, {since} (milliseconds) are filled in',
    example: 'https://otp.example/codes?mobile={mobile}&since={since}',
  },
  DMT_OTP_COMMAND: {
    group: 'consent',
    requiredBy: { name: 'DMT_OTP_SOURCE', value: 'command' },
    kind: 'text',
    secret: true,
    about: 'command that prints the code, for command; the same placeholders as in DMT_OTP_URL; no shell',
    example: 'read-otp --mobile {mobile} --since {since}',
  },
  DMT_MPIN: { group: 'consent', kind: 'digits', secret: true, about: 'the MPIN that this run sets for its own sender', example: '0000' },

  DMT_PAYMENT_SOURCE: {
    group: 'transfer',
    kind: 'choice',
    choices: ['wallet', 'bank'],
    fallback: 'wallet',
    about: 'source of the money for transfers',
    example: 'wallet',
  },
  DMT_TRANSFER_AMOUNT: {
    group: 'transfer',
    required: 'unless-prod',
    kind: 'money',
    about: 'the usual amount of a transfer',
    example: '100',
  },
  DMT_USER_AGENT: {
    group: 'transfer',
    required: 'unless-prod',
    kind: 'text',
    personal: true,
    about: "user agent of the sub-agent's machine",
    example: 'terminal/1.0',
  },
  DMT_SOURCE_ADDRESS: {
    group: 'transfer',
    required: 'unless-prod',
    kind: 'text',
    personal: true,
    about: "network address of the sub-agent's machine",
    example: '192.0.2.10',
  },
  DMT_GEO_TAG: {
    group: 'transfer',
    required: 'unless-prod',
    kind: 'coordinates',
    personal: true,
    about: "latitude and longitude of the sub-agent's machine",
    example: '12.3456,65.4321',
  },

  DMT_MAX_SPEND: {
    group: 'limits',
    neededFor: 'effects',
    kind: 'spend',
    cap: defaultCaps.amounts,
    about: `money a run may request; usually ${defaultCaps.amounts} x the amount`,
    example: '4000',
  },
  DMT_MAX_TRANSFERS: {
    group: 'limits',
    neededFor: 'effects',
    kind: 'count',
    cap: defaultCaps.transfers,
    about: `transfers a run may request; usually ${defaultCaps.transfers}`,
    example: '40',
  },
  DMT_MAX_OTPS: {
    group: 'limits',
    neededFor: 'effects',
    kind: 'count',
    cap: defaultCaps.otps,
    about: `OTP messages a run may cause; usually ${defaultCaps.otps}. With less than 105, a run of all checks uses fewer spare mobiles, so that the codes suffice for more checks`,
    example: '120',
  },
  DMT_MAX_WRONG_CODES: {
    group: 'limits',
    kind: 'count',
    cap: defaultCaps.wrongCodes,
    about: `wrong codes a run may send, the most telling first; ${defaultCaps.wrongCodes} unless set; a configured person gets at most ${maxWrongCodesPerDay} in 24 hours from all runs`,
    example: '10',
  },
  DMT_MAX_WRONG_LOGINS: {
    group: 'limits',
    kind: 'count',
    cap: defaultCaps.wrongLogins,
    about: `wrong token requests a run may send, for the second agent if there is one; ${defaultCaps.wrongLogins} unless set`,
    example: '3',
  },
  DMT_PENDING_TIMEOUT_MS: {
    group: 'limits',
    kind: 'positive',
    fallback: '10000',
    about: 'milliseconds to wait for a PENDING transfer',
    example: '10000',
  },

  DMT_SWAGGER_URL: {
    group: 'contract',
    kind: 'text',
    about: 'address or file of the live description, if the suite does not find it',
    example: 'https://uat.example/v2/api-docs',
  },
  DMT_SWAGGER_HEADERS: {
    group: 'contract',
    kind: 'headers',
    secret: true,
    about: 'headers for the live description, as a JSON object of texts',
    example: '{"Cookie":"session=artificial"}',
  },

  DMT_CALLBACK_LISTEN: { group: 'callbacks', kind: 'hostport', local: true, about: 'address of our receiver', example: '0.0.0.0:8099' },
  DMT_CALLBACK_PUBLIC_URL: {
    group: 'callbacks',
    kind: 'link',
    local: true,
    about: 'address at which the service reaches our receiver',
    example: 'https://receiver.example/callback',
  },
  DMT_CALLBACK_POLL_URL: {
    group: 'callbacks',
    kind: 'link',
    secret: true,
    about: 'a relay to poll for callbacks: a JSON array of {receivedAt, method, headers, body}',
    example: 'https://relay.example/inbox',
  },
  DMT_CALLBACK_FILE: {
    group: 'callbacks',
    kind: 'text',
    local: true,
    about: 'a file to which callbacks are appended, one object of that form per line or all in one array',
    example: 'callbacks.jsonl',
  },
  DMT_CALLBACK_TIMEOUT_MS: {
    group: 'callbacks',
    kind: 'positive',
    fallback: '10000',
    about: 'milliseconds to wait for a callback after the eKYC process; with manual, this includes the person',
    example: '10000',
  },
  DMT_EKYC_COMPLETE: {
    group: 'callbacks',
    kind: 'choice',
    choices: ['manual', 'fetch'],
    fallbacks: ekycComplete,
    about: `who completes the eKYC process: a person, or a GET of its url; ${ekycComplete.elsewhere}, on the embedded sandbox ${ekycComplete.sandbox}`,
    example: 'manual',
  },

  DMT_PROFILE: {
    group: 'run',
    kind: 'choice',
    choices: ['essential', 'full', 'certification'],
    fallback: 'full',
    about: 'how much is checked',
    example: 'full',
  },
  DMT_CHECKS: {
    group: 'run',
    kind: 'list',
    about: 'only these check ids, clauses, operations or suites; * allowed; a campaign only by id (with ~) or whole suite',
    example: 'OP-9,TOKEN*',
  },
  DMT_FAIL_ON: {
    group: 'run',
    kind: 'choices',
    local: true,
    choices: failOnNames,
    about:
      'exit with 5 instead of 0: untested for a binding clause that was not judged, warn for a warning, new for a change for the worse since the run before',
    example: 'untested,new',
  },
  DMT_SAFETY: {
    group: 'run',
    kind: 'choice',
    choices: ['on', 'off'],
    fallback: 'on',
    about: 'judges clauses beyond the letter that protect money or consent',
    example: 'on',
  },
  DMT_FUZZ_RUNS: {
    group: 'run',
    kind: 'count',
    fallbacks: fuzzRuns,
    about: `size of the fuzz campaign: cases for each field, parameter and header; ${fuzzRuns.sandbox} on the embedded sandbox, else ${fuzzRuns.elsewhere}`,
    example: '100',
  },
  DMT_FUZZ_SECONDS: { group: 'run', kind: 'count', fallback: '20', about: 'seconds for the fuzz campaign', example: '20' },
  DMT_SEED: { group: 'run', kind: 'seed', fallback: '1', about: 'seed of the fuzz campaign', example: '20261120' },
  DMT_SHARD: {
    group: 'run',
    kind: 'shard',
    local: true,
    about: 'this part of a run that is split over machines; auto takes the part from GitLab, auto/8 also from an indexed Job of Kubernetes',
    example: '2/8',
  },
  DMT_RUN_BY: { group: 'run', kind: 'text', local: true, about: 'who runs it, for the report', example: 'certification desk' },

  DMT_IMAGE_DIGEST: {
    group: 'report',
    kind: 'text',
    local: true,
    about: 'digest of the container image that runs the suite; a bundle names it',
    example: 'sha256:0000000000000000000000000000000000000000000000000000000000000000',
  },
  DMT_REPORT_DIR: {
    group: 'report',
    kind: 'text',
    local: true,
    fallback: 'reports',
    about: 'where the report is written',
    example: 'reports',
  },
  DMT_STATE_DIR: {
    group: 'report',
    kind: 'text',
    local: true,
    about: 'folder for what outlives runs (ledger, transfers in doubt, history); the report folder unless set',
    example: 'state',
  },
  DMT_PREVIOUS: { group: 'report', kind: 'file', local: true, about: 'verdict.json of the run to compare with', example: 'verdict.json' },
  DMT_WAIVERS: {
    group: 'report',
    kind: 'file',
    local: true,
    about: 'accepted deviations, gaps and clarifications',
    example: 'waivers.json',
  },
  DMT_NONCE: { group: 'report', kind: 'text', local: true, secret: true, about: "the certifier's nonce", example: 'artificial-nonce' },
  DMT_SIGN_KEY: {
    group: 'report',
    kind: 'text',
    local: true,
    secret: true,
    about: 'key that signs the bundle',
    example: 'artificial-key',
  },
  DMT_SIGN_KEY_FILE: { group: 'report', kind: 'file', local: true, about: 'file that holds the signing key', example: 'sign-key.pem' },
} as const satisfies Readonly<Record<string, Variable>>;

export type VariableName = keyof typeof variables;

export const variableNames: readonly VariableName[] = Object.keys(variables).filter(isVariableName);

export function isVariableName(text: string): text is VariableName {
  return Object.hasOwn(variables, text);
}

export const variableByName = (name: VariableName): Variable => variables[name];

export type ChoiceVariableName = {
  [One in VariableName]: (typeof variables)[One] extends { readonly choices: readonly string[] } ? One : never;
}[VariableName];

export type Choice<Named extends ChoiceVariableName> = (typeof variables)[Named]['choices'][number];

export const isChoice = <Named extends ChoiceVariableName>(name: Named, text: string): text is Choice<Named> =>
  variableByName(name).choices?.includes(text) === true;
