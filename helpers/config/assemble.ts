import { Big } from 'big.js';
import { hostOf } from './addresses.ts';
import { permissionWords } from './permissions.ts';
import type { Config } from './config.ts';
import { failOnNames } from '../core/records/verdicts.ts';
import type { Settings, Start, TargetKind } from './settings.ts';
import { listOf } from './values.ts';
import { names, variableOf } from './variables.ts';

const orNull = (text: string): string | null => (text === '' ? null : text);
const withoutSlash = (address: string): string => address.replace(/\/+$/, '');
const cap = (text: string, fallback: number, capped: boolean): number | null => (text !== '' ? Number(text) : capped ? fallback : null);

const oneOf = <Choice extends string>(text: string, choices: readonly Choice[]): Choice | null =>
  choices.find((choice) => choice === text) ?? null;

function targetOf(kind: TargetKind, settings: Settings, start: Start): Config['target'] {
  const [baseUrl, authUrl] = [withoutSlash(settings('DMT_BASE_URL')), withoutSlash(settings('DMT_AUTH_URL'))];
  return {
    kind,
    baseUrl,
    authUrl,
    hosts: [...new Set([hostOf(baseUrl), hostOf(authUrl)])],
    own: start !== 'elsewhere',
    awaitsSandbox: start === 'awaited',
    build: orNull(settings('DMT_TARGET_BUILD')),
    serviceName: orNull(settings('DMT_SERVICE_NAME')),
  };
}

function limitsOf(settings: Settings, capped: boolean): Config['limits'] {
  const [spend, transfers, otps] = [settings('DMT_MAX_SPEND'), settings('DMT_MAX_TRANSFERS'), settings('DMT_MAX_OTPS')];
  const usual = Big(orNull(settings('DMT_TRANSFER_AMOUNT')) ?? '0')
    .times(40)
    .toFixed();
  return {
    spend: orNull(spend) ?? (capped ? usual : null),
    transfers: cap(transfers, 40, capped),
    otps: cap(otps, 120, capped),
    wrongCodes: cap(settings('DMT_MAX_WRONG_CODES'), 10, capped),
    wrongLogins: cap(settings('DMT_MAX_WRONG_LOGINS'), 3, capped),
    requests: null,
    budgets: { checks: null, campaign: null },
    capsSet: spend !== '' && transfers !== '' && otps !== '',
    pendingTimeoutMs: Number(settings('DMT_PENDING_TIMEOUT_MS')),
  };
}

function permissionsOf(kind: TargetKind, settings: Settings): Config['permissions'] {
  const asked = listOf(settings('DMT_ALLOW'));
  return {
    effectsOn: listOf(settings('DMT_EFFECTS_ON')),
    allow: kind === 'prod' ? [] : permissionWords.filter((word) => asked.includes(word)),
  };
}

function credentialsOf(settings: Settings): Config['credentials'] {
  const other = settings('DMT_OTHER_AGENT_ID');
  return {
    client: { id: settings('DMT_CLIENT_ID'), password: settings('DMT_CLIENT_PASSWORD') },
    agent: { id: settings('DMT_AGENT_ID'), password: settings('DMT_AGENT_PASSWORD') },
    otherAgent: other === '' ? null : { id: other, password: settings('DMT_OTHER_AGENT_PASSWORD') },
  };
}

/** How every client of ours reaches a host. */
export function connectionOf(settings: Settings, start: Start = 'elsewhere'): Config['connection'] {
  return {
    caFile: orNull(settings('DMT_CA_FILE')),
    certFile: orNull(settings('DMT_CLIENT_CERT_FILE')),
    keyFile: orNull(settings('DMT_CLIENT_KEY_FILE')),
    // Our own sandbox runs on this machine: a proxy of the environment is not in between.
    proxy: start !== 'elsewhere' ? null : orNull(settings('HTTPS_PROXY')),
    noProxy: settings('NO_PROXY'),
    timeoutMs: Number(settings('DMT_TIMEOUT_MS')),
    maxConcurrency: Number(settings('DMT_MAX_CONCURRENCY')),
    maxRps: settings('DMT_MAX_RPS') === '' ? null : Number(settings('DMT_MAX_RPS')),
  };
}

function callbackOf(settings: Settings): Config['callback'] {
  const [, host, port] = /^(.+):(\d+)$/.exec(settings('DMT_CALLBACK_LISTEN')) ?? [];
  return {
    listen: host === undefined ? null : { host: host.replace(/^\[(.+)\]$/, '$1'), port: Number(port) },
    publicUrl: orNull(settings('DMT_CALLBACK_PUBLIC_URL')),
    pollUrl: orNull(settings('DMT_CALLBACK_POLL_URL')),
    file: orNull(settings('DMT_CALLBACK_FILE')),
    timeoutMs: Number(settings('DMT_CALLBACK_TIMEOUT_MS')),
    ekycComplete: oneOf(settings('DMT_EKYC_COMPLETE'), ['manual', 'fetch']) ?? 'manual',
  };
}

/** DMT_SWAGGER_HEADERS, already known to be JSON. */
export function headersOf(text: string): Record<string, string> {
  const parsed: unknown = text === '' ? {} : JSON.parse(text);
  return typeof parsed === 'object' && parsed !== null ? Object.fromEntries(Object.entries(parsed).map(([k, v]) => [k, String(v)])) : {};
}

function publicOf(settings: Settings): Record<string, string> {
  const shown = names.filter((name) => {
    const { secret, personal, local } = variableOf(name);
    return secret !== true && personal !== true && local !== true && settings(name) !== '';
  });
  return Object.fromEntries(shown.map((name) => [name, settings(name)]));
}

function transferOf(settings: Settings): Config['transfer'] {
  return {
    paymentSource: oneOf(settings('DMT_PAYMENT_SOURCE'), ['wallet', 'bank']) ?? 'wallet',
    amount: settings('DMT_TRANSFER_AMOUNT'),
    userAgent: settings('DMT_USER_AGENT'),
    sourceAddress: settings('DMT_SOURCE_ADDRESS'),
    geoTag: settings('DMT_GEO_TAG'),
  };
}

function otpOf(settings: Settings): Config['otp'] {
  return {
    source: oneOf(settings('DMT_OTP_SOURCE'), ['fixed', 'http', 'command', 'prompt']),
    code: orNull(settings('DMT_OTP')),
    url: orNull(settings('DMT_OTP_URL')),
    command: orNull(settings('DMT_OTP_COMMAND')),
    mpin: orNull(settings('DMT_MPIN')),
  };
}

function knownOf(settings: Settings): Config['known'] {
  return {
    subAgentTag: orNull(settings('DMT_SUB_AGENT_TAG')),
    customerTag: orNull(settings('DMT_CUSTOMER_TAG')),
    invoiceId: orNull(settings('DMT_INVOICE_ID')),
    correlationId: orNull(settings('DMT_CORRELATION_ID')),
  };
}

function selectionOf(settings: Settings): Config['selection'] {
  const checks = listOf(settings('DMT_CHECKS'));
  return {
    checks: checks.length === 0 ? null : checks,
    profile: oneOf(settings('DMT_PROFILE'), ['essential', 'full', 'certification']) ?? 'full',
  };
}

function reportOf(settings: Settings): Config['report'] {
  const folder = settings('DMT_REPORT_DIR');
  return {
    folder,
    stateFolder: orNull(settings('DMT_STATE_DIR')) ?? folder,
    previous: orNull(settings('DMT_PREVIOUS')),
    waivers: orNull(settings('DMT_WAIVERS')),
    failOn: failOnNames.filter((name) => listOf(settings('DMT_FAIL_ON')).includes(name)),
    runBy: orNull(settings('DMT_RUN_BY')),
    nonce: orNull(settings('DMT_NONCE')),
    signKey: orNull(settings('DMT_SIGN_KEY')),
    signKeyFile: orNull(settings('DMT_SIGN_KEY_FILE')),
  };
}

export function assemble(kind: TargetKind, settings: Settings, start: Start): Config {
  return {
    target: targetOf(kind, settings, start),
    credentials: credentialsOf(settings),
    connection: connectionOf(settings, start),
    people: {
      subAgentMobile: settings('DMT_SUB_AGENT_MOBILE'),
      customerMobile: settings('DMT_CUSTOMER_MOBILE'),
      spareMobiles: listOf(settings('DMT_SPARE_MOBILES')),
    },
    known: knownOf(settings),
    beneficiary: {
      accounts: listOf(settings('DMT_BENEFICIARY_ACCOUNT')),
      ifsc: settings('DMT_BENEFICIARY_IFSC'),
      name: settings('DMT_BENEFICIARY_NAME'),
    },
    transfer: transferOf(settings),
    otp: otpOf(settings),
    permissions: permissionsOf(kind, settings),
    limits: limitsOf(settings, start === 'elsewhere'),
    contract: { swaggerUrl: orNull(settings('DMT_SWAGGER_URL')), swaggerHeaders: headersOf(settings('DMT_SWAGGER_HEADERS')) },
    callback: callbackOf(settings),
    fuzz: { runs: Number(settings('DMT_FUZZ_RUNS')), seconds: Number(settings('DMT_FUZZ_SECONDS')), seed: Number(settings('DMT_SEED')) },
    selection: selectionOf(settings),
    safety: settings('DMT_SAFETY') === 'on',
    report: reportOf(settings),
    public: publicOf(settings),
  };
}
