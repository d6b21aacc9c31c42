import { buildBill, type Bill } from '../../helpers/bill/bill.ts';
import { conductDryRun, type DryRun } from '../../helpers/bill/dry-run.ts';
import { buildDryRunConfiguration, type CallbackRegistration } from '../../helpers/bill/dry-run-configuration.ts';
import { isOfCampaign } from '../../helpers/runner/check.ts';
import type { Plan } from '../../helpers/runner/plan.ts';
import { readStartedConfig } from '../with-target.ts';
import type { Config } from '../../helpers/config/config.ts';
import type { PolicyChange } from '../../sandbox/service/policy.ts';
import { startSandbox, type Sandbox } from '../../sandbox/start.ts';

/**
 * The most expensive service that the specification allows: sessions and codes serve once, only the newest is valid, many transfers are
 * PENDING.
 */
const costliestPolicy: PolicyChange = {
  session: { singleUse: true, newestOnly: true },
  consent: { tagWithNone: 'never', diesOnWrongTry: true, newestOnly: true },
  transfer: { pendingLooks: 4, repeatedCorrelationId: 'new-invoice' },
};

/** Multiples of the usual amount. Two different purses show which amounts depend on the purse. */
const senderMultiples = { usual: { balance: 10, limit: 12 }, costly: { balance: 11, limit: 14 } } as const;

/** For amounts that do not depend on the usual one. */
const purseForOddAmounts = 1500;

/** Our own sandbox keeps its purse. The purse of a real sender is unknown. */
function buildSenderPolicy({ target, transfer }: Config, which: keyof typeof senderMultiples): PolicyChange {
  const amount = Number(transfer.amount);
  if (target.own || !(amount > 0)) return {};
  const { balance, limit } = senderMultiples[which];
  const toRupees = (multiple: number): number => Math.ceil(multiple * amount) + purseForOddAmounts;
  return { sender: { openingBalance: toRupees(balance), limits: { MONTHLY: toRupees(limit) } } };
}

const readSandboxConfig = ({ environment }: Sandbox): Config => readStartedConfig({ ...environment, DMT_TARGET: 'sandbox' });

async function dryRunOnSandbox(
  policy: PolicyChange,
  config: Config,
  plan: Plan,
  registers: CallbackRegistration,
): Promise<{ readonly result: DryRun; readonly sandboxConfig: Config }> {
  const sandbox = await startSandbox({ policy });
  try {
    const configuration = buildDryRunConfiguration(config, readSandboxConfig(sandbox), sandbox.setCallbackUrl, registers);
    const checks = plan.entries.map(({ check }) => check).filter((check) => !isOfCampaign(check));
    return { result: await conductDryRun(configuration, checks), sandboxConfig: configuration.config };
  } finally {
    await sandbox.close();
  }
}

/** Plays the plan against two local sandboxes and counts. No request leaves this machine. */
export async function estimateBill(config: Config, plan: Plan, registration: CallbackRegistration = 'by-operator'): Promise<Bill> {
  const [usual, costly] = await Promise.all([
    dryRunOnSandbox(buildSenderPolicy(config, 'usual'), config, plan, registration),
    dryRunOnSandbox({ ...costliestPolicy, ...buildSenderPolicy(config, 'costly') }, config, plan, registration),
  ]);
  return buildBill(config, plan, usual.sandboxConfig, usual.result, costly.result);
}
