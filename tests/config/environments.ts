import type { Environment } from '../../helpers/config/settings.ts';

export const uat: Environment = {
  DMT_BASE_URL: 'https://uat.example',
  DMT_AUTH_URL: 'https://auth.uat.example',
  DMT_CLIENT_ID: 'client-artificial',
  DMT_CLIENT_PASSWORD: 'client-password-artificial',
  DMT_AGENT_ID: 'agent-artificial',
  DMT_AGENT_PASSWORD: 'agent-password-artificial',
  DMT_SUB_AGENT_MOBILE: '9990000001',
  DMT_CUSTOMER_MOBILE: '9990000002',
  DMT_OTP_SOURCE: 'fixed',
  DMT_OTP: '2000',
  DMT_BENEFICIARY_ACCOUNT: '000111000110',
  DMT_BENEFICIARY_IFSC: 'ZZZZ0000001',
  DMT_BENEFICIARY_NAME: 'Testcase Beneficiary',
  DMT_TRANSFER_AMOUNT: '100.50',
  DMT_USER_AGENT: 'terminal/1.0',
  DMT_SOURCE_ADDRESS: '192.0.2.10',
  DMT_GEO_TAG: '12.3456,65.4321',
};

export const prod: Environment = {
  DMT_TARGET: 'prod',
  DMT_BASE_URL: 'https://dmt.example',
  DMT_AUTH_URL: 'https://auth.example',
  DMT_CLIENT_ID: 'client-artificial',
  DMT_CLIENT_PASSWORD: 'client-password-artificial',
  DMT_AGENT_ID: 'agent-artificial',
  DMT_AGENT_PASSWORD: 'agent-password-artificial',
  DMT_CONFIRM_HOST: 'dmt.example',
  DMT_CUSTOMER_TAG: '00000000-0000-4000-8000-000000000002',
};

export function without(environment: Environment, ...names: readonly string[]): Environment {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !names.includes(name)));
}
