import { namesHost } from '../config/addresses.ts';
import type { Config } from '../config/config.ts';
import type { Register } from '../runner/run-context.ts';
import type { DryRunConfiguration } from './dry-run.ts';

const artificialMobiles = (count: number): string[] => Array.from({ length: count }, (_, index) => String(9_990_000_101 + index));
const artificialAccounts = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => String(111_000_110 + index).padStart(12, '0'));

/** Callbacks arrive at the dry run's own receiver, if the run has a source of callbacks. */
function buildCallbackConfig({ callback }: Config): Config['callback'] {
  return { ...callback, listen: null, publicUrl: null, pollUrl: null, file: null, timeoutMs: 2000, ekycComplete: 'fetch' };
}

/** Who gives the service our callback address. The suite can do so in its own sandbox, and then needs no configured source. */
export type CallbackRegistration = 'by-suite' | 'by-operator';

const hasCallbacks = ({ callback }: Config): boolean => callback.listen !== null || callback.pollUrl !== null || callback.file !== null;

/** Permits effects on the sandbox only when the run permits them on its hosts. */
function buildPermissions({ permissions, target }: Config, sandboxConfig: Config): Config['permissions'] {
  const named = [target.baseUrl, target.authUrl].every((address) => permissions.effectsOn.some((entry) => namesHost(entry, address)));
  return { ...permissions, effectsOn: named ? sandboxConfig.target.hosts : [] };
}

/**
 * The configured run, moved to a sandbox. Permissions, caps, selection and means stay the same, so that the same checks are left out for
 * the same reasons. No address leads to the real target.
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
      baseUrl: sandboxConfig.target.baseUrl,
      authUrl: sandboxConfig.target.authUrl,
      hosts: sandboxConfig.target.hosts,
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
  return { config, otp, register: registration === 'by-suite' || hasCallbacks(real) ? register : null };
}
