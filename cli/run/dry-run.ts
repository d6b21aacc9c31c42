import { buildBill, type Bill } from '../../helpers/bill/bill.ts';
import { conductDryRun, type DryRun } from '../../helpers/bill/dry-run.ts';
import { buildDryRunConfiguration, type CallbackRegistration } from '../../helpers/bill/dry-run-configuration.ts';
import { isOfCampaign } from '../../helpers/runner/check.ts';
import type { Plan } from '../../helpers/runner/plan.ts';
import { readStartedConfig } from '../with-target.ts';
import type { Config } from '../../helpers/config/config.ts';
import type { PolicyChange } from '../../sandbox/service/policy.ts';
import { startSandbox, type Sandbox } from '../../sandbox/start.ts';

/** As costly as the specification allows: sessions and codes that serve once, or only the newest, and much that is PENDING. */
const costliestPolicy: PolicyChange = {
  session: { singleUse: true, newestOnly: true },
  consent: { tagWithNone: 'never', diesOnWrongTry: true, newestOnly: true },
  transfer: { pendingLooks: 4, repeatedCorrelationId: 'new-invoice' },
};

/** What a sender has and may send, in usual amounts: two purses, so that what follows from the purse is told from what is fixed. */
const senderMultiples = { usual: { balance: 10, limit: 12 }, costly: { balance: 11, limit: 14 } } as const;

/** A service of its own kind keeps its purse; what a real sender has is not known. */
function buildSenderPolicy({ target, transfer }: Config, which: keyof typeof senderMultiples): PolicyChange {
  const amount = Number(transfer.amount);
  if (target.own || !(amount > 0)) return {};
  const { balance, limit } = senderMultiples[which];
  return { sender: { openingBalance: Math.ceil(balance * amount), limits: { MONTHLY: Math.ceil(limit * amount) } } };
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

/** The bill of a plan: it is played on this machine against two services of our own, and counted. Nothing else hears of it. */
export async function estimateBill(config: Config, plan: Plan, registration: CallbackRegistration = 'knows-itself'): Promise<Bill> {
  const [usual, costly] = await Promise.all([
    dryRunOnSandbox(buildSenderPolicy(config, 'usual'), config, plan, registration),
    dryRunOnSandbox({ ...costliestPolicy, ...buildSenderPolicy(config, 'costly') }, config, plan, registration),
  ]);
  return buildBill(config, plan, usual.sandboxConfig, usual.result, costly.result);
}
