import { nearMissesOf } from './near-misses.ts';
import type { Config, Credentials } from '../config/config.ts';

export const encodeBasicCredentials = ({ id, password }: Credentials): string =>
  Buffer.from(`${id}:${password}`, 'utf8').toString('base64');
const passwordIn = (address: string | null): string | null =>
  address === null || !URL.canParse(address) ? null : decodeURIComponent(new URL(address).password);

export function collectSecrets(config: Config): (string | null)[] {
  const { client, agent, otherAgent } = config.credentials;
  return [
    client.password,
    agent.password,
    otherAgent?.password ?? null,
    client.id,
    agent.id,
    otherAgent?.id ?? null,
    encodeBasicCredentials(client),
    encodeBasicCredentials(agent),
    // Sent as wrong passwords, and nearly as telling as the right ones.
    ...[client, agent, ...(otherAgent === null ? [] : [otherAgent])].flatMap(({ password }) => nearMissesOf(password)),
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

/** How reports call any code, fixed or read. */
export const anOtp = 'an OTP';
/** Of the configuration, and any other that a run sets. */
export const theMpin = 'the MPIN';

export interface GuardedSecret {
  readonly name: string;
  readonly value: string;
}

/** Values that an answer may hold: a password equal to one of them cannot be recognized. */
function collectAllowedValues({ credentials, people, beneficiary, transfer, configuredIds }: Config): string[] {
  const { client, agent, otherAgent } = credentials;
  return [
    client.id,
    agent.id,
    otherAgent?.id ?? '',
    people.subAgentMobile,
    people.customerMobile,
    ...people.spareMobiles,
    ...beneficiary.accounts,
    beneficiary.name,
    beneficiary.ifsc,
    transfer.amount,
    ...Object.values(configuredIds).map((value) => value ?? ''),
  ];
}

/** Both alphabets of base64, without the padding. */
const listBasicForms = (name: string, credentials: Credentials): readonly GuardedSecret[] => {
  const value = encodeBasicCredentials(credentials).replace(/=+$/, '');
  const forms = new Set([value, value.replaceAll('+', '-').replaceAll('/', '_')]);
  return [...forms].map((form) => ({ name, value: form }));
};

/** Reading 22: passwords, also as Basic credentials, the MPIN and a fixed OTP. */
export function collectGuardedSecrets(config: Config): GuardedSecret[] {
  const { client, agent, otherAgent } = config.credentials;
  const innocent = new Set(collectAllowedValues(config).map((value) => value.toLowerCase()));
  return [
    { name: 'the client password', value: client.password },
    { name: 'the agent password', value: agent.password },
    { name: 'the password of the second agent', value: otherAgent?.password ?? '' },
    ...listBasicForms('the client password', client),
    ...listBasicForms('the agent password', agent),
    ...(otherAgent === null ? [] : listBasicForms('the password of the second agent', otherAgent)),
    { name: theMpin, value: config.otp.mpin ?? '' },
    { name: anOtp, value: config.otp.code ?? '' },
  ].filter(({ value }) => value !== '' && !innocent.has(value.toLowerCase()));
}
