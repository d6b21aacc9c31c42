import type { Config } from './config.ts';

const basic = (id: string, password: string): string => Buffer.from(`${id}:${password}`, 'utf8').toString('base64');
const passwordIn = (address: string | null): string | null =>
  address === null || !URL.canParse(address) ? null : decodeURIComponent(new URL(address).password);

/** What the configuration tells us and no file may hold. */
export function secretsOf(config: Config): (string | null)[] {
  const { client, agent, otherAgent } = config.credentials;
  return [
    client.password,
    agent.password,
    otherAgent?.password ?? null,
    client.id,
    agent.id,
    otherAgent?.id ?? null,
    basic(client.id, client.password),
    ...config.beneficiary.accounts,
    config.beneficiary.name,
    config.people.subAgentMobile,
    config.people.customerMobile,
    ...config.people.spareMobiles,
    config.otp.code,
    config.otp.mpin,
    ...Object.values(config.contract.swaggerHeaders),
    config.report.nonce,
    config.report.signKey,
    passwordIn(config.connection.proxy),
  ];
}
