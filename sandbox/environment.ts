import { randomBytes } from 'node:crypto';
import { digits, type Agent, type Store } from './state/store.ts';
import { SERVICE_NAME } from './operations/error.ts';
import type { Policy } from './service/policy.ts';
import { addUser } from './state/users.ts';

// Invented numbers: mobiles with a common start, accounts of zeros and ones.
const SUB_AGENT_MOBILE = '9990000001';
const CUSTOMER_MOBILE = '9990000002';
const SPARE_MOBILES = Array.from({ length: 40 }, (_, at) => String(9_990_000_101 + at));
const ACCOUNTS = Array.from({ length: 6 }, (_, at) => `00011100011${at}`);

const newSecret = (): string => randomBytes(12).toString('hex');

export const newClient = (): Store['client'] => ({ id: `client-${newSecret()}`, password: newSecret() });

export const newAgent = (name: string): Agent => ({
  id: `agent-${newSecret()}`,
  password: newSecret(),
  name,
  wallets: { MAIN_WALLET: 1_000_000, TRADE_WALLET: 50_000.5, CASHBACK_WALLET: 125.25, OVER_DRAFT_WALLET: 0 },
});

/** The customer and the sub-agent of the environment are old users of its agent. */
export function addKnownUsers(store: Store, policy: Policy, agent: Agent): void {
  addUser(store, policy, agent, 'subAgent', SUB_AGENT_MOBILE, 'Testcase Subagent');
  addUser(store, policy, agent, 'customer', CUSTOMER_MOBILE, 'Testcase Sender');
}

export const runPermissions = (baseUrl: string): Record<string, string> => ({
  DMT_EFFECTS_ON: new URL(baseUrl).host,
  DMT_MAX_SPEND: '1000000',
  DMT_MAX_TRANSFERS: '1000',
  DMT_MAX_OTPS: '1000',
  DMT_MAX_WRONG_LOGINS: '1000',
  DMT_MAX_WRONG_CODES: '1000',
  DMT_ALLOW: 'operational-writes,fuzz-effects,races,wrong-logins,second-mpin,drain,token-expiry',
  DMT_EKYC_COMPLETE: 'fetch',
});

export const runEnvironment = (baseUrl: string, { client }: Store, agent: Agent, other: Agent): Record<string, string> => ({
  DMT_BASE_URL: baseUrl,
  DMT_AUTH_URL: baseUrl,
  DMT_CLIENT_ID: client.id,
  DMT_CLIENT_PASSWORD: client.password,
  DMT_AGENT_ID: agent.id,
  DMT_AGENT_PASSWORD: agent.password,
  DMT_OTHER_AGENT_ID: other.id,
  DMT_OTHER_AGENT_PASSWORD: other.password,
  DMT_SUB_AGENT_MOBILE: SUB_AGENT_MOBILE,
  DMT_CUSTOMER_MOBILE: CUSTOMER_MOBILE,
  DMT_SPARE_MOBILES: SPARE_MOBILES.join(','),
  DMT_OTP_SOURCE: 'http',
  DMT_OTP_URL: `${baseUrl}/sandbox/otp?mobile={mobile}&state={state}&since={since}`,
  DMT_MPIN: digits(6),
  DMT_BENEFICIARY_ACCOUNT: ACCOUNTS.join(','),
  DMT_BENEFICIARY_IFSC: 'ZZZZ0000001',
  DMT_BENEFICIARY_NAME: 'Testcase Beneficiary',
  DMT_PAYMENT_SOURCE: 'wallet',
  DMT_TRANSFER_AMOUNT: '100',
  DMT_USER_AGENT: 'dmt-sandbox-terminal/1.0',
  DMT_SOURCE_ADDRESS: '192.0.2.10',
  DMT_GEO_TAG: '12.3456,65.4321',
  DMT_SERVICE_NAME: SERVICE_NAME,
});
