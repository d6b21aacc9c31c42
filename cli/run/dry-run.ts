import { billOf, type Bill } from '../../helpers/bill/bill.ts';
import { dryRun, type DryRun } from '../../helpers/bill/dry-run.ts';
import { dryRunConfigurationOf, type CallbackRegistration } from '../../helpers/bill/dry-run-configuration.ts';
import { isOfCampaign } from '../../helpers/runner/check.ts';
import type { Plan } from '../../helpers/runner/plan.ts';
import { readConfig } from '../../helpers/config/read-config.ts';
import type { Config } from '../../helpers/config/config.ts';
import type { PolicyChange } from '../../sandbox/service/policy.ts';
import { startSandbox, type Sandbox } from '../../sandbox/start.ts';

/** As costly as the specification allows: sessions and codes that serve once, or only the newest, and much that is PENDING. */
const costliest: PolicyChange = {
  session: { singleUse: true, newestOnly: true },
  consent: { tagWithNone: 'never', diesOnWrongTry: true, newestOnly: true },
  transfer: { pendingLooks: 4, repeatedCorrelationId: 'new-invoice' },
};

/** What a sender has and may send, in usual amounts: two purses, so that what follows from the purse is told from what is fixed. */
const purses = { usual: { balance: 10, limit: 12 }, costly: { balance: 11, limit: 14 } } as const;

/** A service of its own kind keeps its purse; what a real sender has is not known. */
function purseOf({ target, transfer }: Config, which: keyof typeof purses): PolicyChange {
  const amount = Number(transfer.amount);
  if (target.own || !(amount > 0)) return {};
  const { balance, limit } = purses[which];
  return { sender: { openingBalance: Math.ceil(balance * amount), limits: { MONTHLY: Math.ceil(limit * amount) } } };
}

function standIn({ environment }: Sandbox): Config {
  const read = readConfig({ ...environment, DMT_TARGET: 'sandbox' }, 'started');
  if (!read.ok) throw new Error(read.problems.join('\n'));
  return read.config;
}

async function dryRunOn(
  policy: PolicyChange,
  config: Config,
  plan: Plan,
  registers: CallbackRegistration,
): Promise<{ readonly taken: DryRun; readonly on: Config }> {
  const sandbox = await startSandbox({ policy });
  try {
    const setup = dryRunConfigurationOf(config, standIn(sandbox), sandbox.setCallbackUrl, registers);
    const checks = plan.entries.map(({ check }) => check).filter((check) => !isOfCampaign(check));
    return { taken: await dryRun(setup, checks), on: setup.config };
  } finally {
    await sandbox.close();
  }
}

/** The bill of a plan: it is played on this machine against two services of our own, and counted. Nothing else hears of it. */
export async function billFor(config: Config, plan: Plan, registers: CallbackRegistration = 'knows-itself'): Promise<Bill> {
  const [usual, costly] = await Promise.all([
    dryRunOn(purseOf(config, 'usual'), config, plan, registers),
    dryRunOn({ ...costliest, ...purseOf(config, 'costly') }, config, plan, registers),
  ]);
  return billOf(config, plan, usual.on, usual.taken, costly.taken);
}
