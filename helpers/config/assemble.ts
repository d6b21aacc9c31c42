import { isRecord, parseJson } from '../core/json.ts';
import { hostWithPort, withoutBrackets } from './addresses.ts';
import { permissionWords } from './permissions.ts';
import type { Config } from './config.ts';
import { failOnNames } from '../core/records/verdicts.ts';
import { readShard } from './shard.ts';
import type { Settings, TargetOrigin, TargetKind } from './settings.ts';
import { splitList } from './values.ts';
import { usualCap } from './usual-cap.ts';
import { isChoice, variableNames, variableByName, type Choice, type VariableName, type ChoiceVariableName } from './variables.ts';

const emptyToNull = (text: string): string | null => (text === '' ? null : text);
const withoutTrailingSlashes = (address: string): string => address.replace(/\/+$/, '');

/** The cap that is set, or the default cap; null without a cap. */
function readCap(settings: Settings, name: VariableName, capped: boolean): number | null {
  const text = settings(name);
  if (text !== '') return Number(text);
  return capped ? (variableByName(name).cap ?? null) : null;
}

function readChoice<Named extends ChoiceVariableName>(settings: Settings, name: Named): Choice<Named> {
  const text = settings(name);
  if (isChoice(name, text)) return text;
  throw new Error(`expected a choice of ${name}, received ${JSON.stringify(text)}: validate the settings first`);
}

function assembleTarget(kind: TargetKind, settings: Settings, start: TargetOrigin): Config['target'] {
  const baseUrl = withoutTrailingSlashes(settings('DMT_BASE_URL'));
  const authUrl = withoutTrailingSlashes(settings('DMT_AUTH_URL'));
  return {
    kind,
    baseUrl,
    authUrl,
    hosts: [...new Set([hostWithPort(baseUrl), hostWithPort(authUrl)])],
    own: start !== 'elsewhere',
    awaitsSandbox: start === 'awaited',
    build: emptyToNull(settings('DMT_TARGET_BUILD')),
    serviceName: emptyToNull(settings('DMT_SERVICE_NAME')),
  };
}

function assembleLimits(settings: Settings, capped: boolean): Config['limits'] {
  const neededCaps = variableNames.filter((name) => variableByName(name).cap !== undefined && variableByName(name).neededFor === 'effects');
  return {
    spend: emptyToNull(settings('DMT_MAX_SPEND')) ?? (capped ? usualCap('DMT_MAX_SPEND', settings('DMT_TRANSFER_AMOUNT')) : null),
    transfers: readCap(settings, 'DMT_MAX_TRANSFERS', capped),
    otps: readCap(settings, 'DMT_MAX_OTPS', capped),
    wrongCodes: readCap(settings, 'DMT_MAX_WRONG_CODES', capped),
    wrongLogins: readCap(settings, 'DMT_MAX_WRONG_LOGINS', capped),
    requests: null,
    budgets: { checks: null, campaign: null },
    missingCaps: neededCaps.filter((name) => settings(name) === ''),
    pendingTimeoutMs: Number(settings('DMT_PENDING_TIMEOUT_MS')),
  };
}

function assemblePermissions(kind: TargetKind, settings: Settings): Config['permissions'] {
  const asked = splitList(settings('DMT_ALLOW'));
  return {
    effectsOn: splitList(settings('DMT_EFFECTS_ON')),
    allow: kind === 'prod' ? [] : permissionWords.filter((word) => asked.includes(word)),
  };
}

function assembleCredentials(settings: Settings): Config['credentials'] {
  const other = settings('DMT_OTHER_AGENT_ID');
  return {
    client: { id: settings('DMT_CLIENT_ID'), password: settings('DMT_CLIENT_PASSWORD') },
    agent: { id: settings('DMT_AGENT_ID'), password: settings('DMT_AGENT_PASSWORD') },
    otherAgent: other === '' ? null : { id: other, password: settings('DMT_OTHER_AGENT_PASSWORD') },
  };
}

export function assembleConnection(settings: Settings, start: TargetOrigin = 'elsewhere'): Config['connection'] {
  return {
    caFile: emptyToNull(settings('DMT_CA_FILE')),
    certFile: emptyToNull(settings('DMT_CLIENT_CERT_FILE')),
    keyFile: emptyToNull(settings('DMT_CLIENT_KEY_FILE')),
    // Our own sandbox runs on this machine, so no proxy of the environment applies.
    proxy: start !== 'elsewhere' ? null : emptyToNull(settings('HTTPS_PROXY')),
    noProxy: settings('NO_PROXY'),
    timeoutMs: Number(settings('DMT_TIMEOUT_MS')),
    maxConcurrency: Number(settings('DMT_MAX_CONCURRENCY')),
    maxRps: settings('DMT_MAX_RPS') === '' ? null : Number(settings('DMT_MAX_RPS')),
  };
}

function assembleCallback(settings: Settings): Config['callback'] {
  const [, host, port] = /^(.+):(\d+)$/.exec(settings('DMT_CALLBACK_LISTEN')) ?? [];
  return {
    listen: host === undefined ? null : { host: withoutBrackets(host), port: Number(port) },
    publicUrl: emptyToNull(settings('DMT_CALLBACK_PUBLIC_URL')),
    pollUrl: emptyToNull(settings('DMT_CALLBACK_POLL_URL')),
    file: emptyToNull(settings('DMT_CALLBACK_FILE')),
    timeoutMs: Number(settings('DMT_CALLBACK_TIMEOUT_MS')),
    ekycComplete: readChoice(settings, 'DMT_EKYC_COMPLETE'),
  };
}

/** Expects DMT_SWAGGER_HEADERS as JSON that was validated before. */
export function parseHeadersJson(text: string): Record<string, string> {
  const parsed = parseJson(text);
  return isRecord(parsed) ? Object.fromEntries(Object.entries(parsed).map(([name, value]) => [name, String(value)])) : {};
}

function collectPublicSettings(settings: Settings): Record<string, string> {
  const shown = variableNames.filter((name) => {
    const { secret, personal, local } = variableByName(name);
    return secret !== true && personal !== true && local !== true && settings(name) !== '';
  });
  return Object.fromEntries(shown.map((name) => [name, settings(name)]));
}

function assembleTransfer(settings: Settings): Config['transfer'] {
  return {
    paymentSource: readChoice(settings, 'DMT_PAYMENT_SOURCE'),
    amount: settings('DMT_TRANSFER_AMOUNT'),
    userAgent: settings('DMT_USER_AGENT'),
    sourceAddress: settings('DMT_SOURCE_ADDRESS'),
    geoTag: settings('DMT_GEO_TAG'),
  };
}

function assembleOtp(settings: Settings): Config['otp'] {
  return {
    source: settings('DMT_OTP_SOURCE') === '' ? null : readChoice(settings, 'DMT_OTP_SOURCE'),
    code: emptyToNull(settings('DMT_OTP')),
    url: emptyToNull(settings('DMT_OTP_URL')),
    command: emptyToNull(settings('DMT_OTP_COMMAND')),
    mpin: emptyToNull(settings('DMT_MPIN')),
  };
}

function assembleConfiguredIds(settings: Settings): Config['configuredIds'] {
  return {
    subAgentTag: emptyToNull(settings('DMT_SUB_AGENT_TAG')),
    customerTag: emptyToNull(settings('DMT_CUSTOMER_TAG')),
    invoiceId: emptyToNull(settings('DMT_INVOICE_ID')),
    correlationId: emptyToNull(settings('DMT_CORRELATION_ID')),
  };
}

function assembleSelection(settings: Settings): Config['selection'] {
  const checks = splitList(settings('DMT_CHECKS'));
  return {
    checks: checks.length === 0 ? null : checks,
    profile: readChoice(settings, 'DMT_PROFILE'),
  };
}

function assembleReport(settings: Settings): Config['report'] {
  const folder = settings('DMT_REPORT_DIR');
  return {
    folder,
    stateFolder: emptyToNull(settings('DMT_STATE_DIR')) ?? folder,
    previous: emptyToNull(settings('DMT_PREVIOUS')),
    waivers: emptyToNull(settings('DMT_WAIVERS')),
    failOn: failOnNames.filter((name) => splitList(settings('DMT_FAIL_ON')).includes(name)),
    runBy: emptyToNull(settings('DMT_RUN_BY')),
    nonce: emptyToNull(settings('DMT_NONCE')),
    signKey: emptyToNull(settings('DMT_SIGN_KEY')),
    signKeyFile: emptyToNull(settings('DMT_SIGN_KEY_FILE')),
  };
}

export function assembleConfig(kind: TargetKind, settings: Settings, start: TargetOrigin): Config {
  return {
    target: assembleTarget(kind, settings, start),
    credentials: assembleCredentials(settings),
    connection: assembleConnection(settings, start),
    people: {
      subAgentMobile: settings('DMT_SUB_AGENT_MOBILE'),
      customerMobile: settings('DMT_CUSTOMER_MOBILE'),
      spareMobiles: splitList(settings('DMT_SPARE_MOBILES')),
    },
    configuredIds: assembleConfiguredIds(settings),
    beneficiary: {
      accounts: splitList(settings('DMT_BENEFICIARY_ACCOUNT')),
      ifsc: settings('DMT_BENEFICIARY_IFSC'),
      name: settings('DMT_BENEFICIARY_NAME'),
    },
    transfer: assembleTransfer(settings),
    otp: assembleOtp(settings),
    permissions: assemblePermissions(kind, settings),
    limits: assembleLimits(settings, start === 'elsewhere'),
    contract: { swaggerUrl: emptyToNull(settings('DMT_SWAGGER_URL')), swaggerHeaders: parseHeadersJson(settings('DMT_SWAGGER_HEADERS')) },
    callback: assembleCallback(settings),
    fuzz: { runs: Number(settings('DMT_FUZZ_RUNS')), seconds: Number(settings('DMT_FUZZ_SECONDS')), seed: Number(settings('DMT_SEED')) },
    selection: assembleSelection(settings),
    shard: readShard(settings('DMT_SHARD')),
    safety: settings('DMT_SAFETY') === 'on',
    report: assembleReport(settings),
    public: collectPublicSettings(settings),
  };
}
