import type { Bill } from '../../helpers/bill/bill.ts';
import { startSandbox } from '../../sandbox/start.ts';
import { planFor } from '../../suites/plan-for.ts';
import { estimateBill } from '../run/dry-run.ts';
import { readStartedConfig } from '../with-target.ts';

/** What these checks cost on a service that behaves plainly and permits everything. Nothing leaves this machine. */
export async function estimateCost(selection: readonly string[]): Promise<Bill['usual'] | null> {
  if (selection.length === 0) return null;
  const sandbox = await startSandbox();
  try {
    const selected = { DMT_CHECKS: selection.join(','), DMT_FUZZ_RUNS: '0', DMT_TARGET: 'sandbox' };
    const config = readStartedConfig({ ...sandbox.environment, ...selected });
    return (await estimateBill(config, planFor(config), 'by-suite')).usual;
  } finally {
    await sandbox.close();
  }
}
