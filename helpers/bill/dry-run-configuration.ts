import { namesHost } from '../config/addresses.ts';
import type { Config } from '../config/config.ts';
import type { Register } from '../runner/run-context.ts';
import type { DryRunConfiguration } from './dry-run.ts';

/** As many as the run has, artificial. */
const artificialMobiles = (count: number): string[] => Array.from({ length: count }, (_, index) => String(9_990_000_101 + index));
const artificialAccounts = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => String(111_000_110 + index).padStart(12, '0'));

/** Callbacks come in by a receiver of the dry run's own, if the run has anywhere for them to come in. */
function buildCallbackConfig({ callback }: Config): Config['callback'] {
  return { ...callback, listen: null, publicUrl: null, pollUrl: null, file: null, timeoutMs: 2000, ekycComplete: 'fetch' };
}

/** A service that is told where its callbacks go needs no source of ours. */
export type CallbackRegistration = 'can-be-told' | 'knows-itself';

const hasCallbacks = ({ callback }: Config): boolean => callback.listen !== null || callback.pollUrl !== null || callback.file !== null;

/** Permitted on the stand-in where the run's hosts are permitted. */
function buildPermissions({ permissions, target }: Config, sandboxConfig: Config): Config['permissions'] {
  const named = [target.baseUrl, target.authUrl].every((address) => permissions.effectsOn.some((entry) => namesHost(entry, address)));
  return { ...permissions, effectsOn: named ? sandboxConfig.target.hosts : [] };
}

/**
 * The run as configured, on a stand-in: the same permissions, caps, selection and means (how many spare mobiles and accounts, whether there
 * is an MPIN or a second agent), so that what is left out is left out for the same reasons. Nothing in it leads to the real target.
 */
export function buildDryRunConfiguration(
  real: Config,
  sandboxConfig: Config,
  register: Register,
  registration: CallbackRegistration,
): DryRunConfiguration {
  const { people, beneficiary, otp, credentials } = sandboxConfig;
  const config: Config = {
    ...real,
    target: {
      ...real.target,
      ...{ baseUrl: sandboxConfig.target.baseUrl, authUrl: sandboxConfig.target.authUrl, hosts: sandboxConfig.target.hosts },
      serviceName: real.target.serviceName === null ? null : sandboxConfig.target.serviceName,
    },
    credentials: { ...credentials, otherAgent: real.credentials.otherAgent === null ? null : credentials.otherAgent },
    connection: { ...sandboxConfig.connection, maxConcurrency: real.connection.maxConcurrency },
    people: { ...people, spareMobiles: artificialMobiles(real.people.spareMobiles.length) },
    beneficiary: { ...beneficiary, accounts: artificialAccounts(real.beneficiary.accounts.length) },
    permissions: buildPermissions(real, sandboxConfig),
    otp: { ...real.otp, mpin: real.otp.mpin === null ? null : otp.mpin },
    contract: { swaggerUrl: null, swaggerHeaders: {} },
    callback: buildCallbackConfig(real),
    report: { ...real.report, nonce: null },
  };
  return { config, otp, register: registration === 'can-be-told' || hasCallbacks(real) ? register : null };
}
