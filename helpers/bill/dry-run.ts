import type { OtpSource } from '../consent/otp-question.ts';
import { openOtpSource } from '../consent/otp-source.ts';
import type { Check } from '../runner/check.ts';
import { conduct } from '../runner/conduct.ts';
import { createRunContext, type Register } from '../runner/run-context.ts';
import { watchBuild } from '../run/build-watch.ts';
import type { Outcome } from '../core/records/outcome.ts';
import { noRecord } from '../redaction/redactor.ts';
import { openTarget } from '../client/client.ts';
import type { Config } from '../config/config.ts';
import type { UsageTotals } from '../client/limits/spending.ts';
import type { RunCost } from './cost.ts';
import { openMeter, type RequestedTransfer } from './meter.ts';

export interface DryRun {
  readonly outcomes: readonly Outcome[];
  readonly cost: RunCost;
  readonly mostSpent: UsageTotals;
  readonly messages: ReadonlyMap<string, number>;
  readonly requestedTransfers: readonly RequestedTransfer[];
}

export interface DryRunConfiguration {
  /** The run's configuration with other addresses, credentials and people. */
  readonly config: Config;
  /** The sandbox's own code source, whatever source the run has. */
  readonly otp: Config['otp'];
  /** Null when the run has no source of callbacks. */
  readonly register: Register | null;
}

const openSandboxOtpSource = ({ config, otp }: DryRunConfiguration, redactor: Parameters<typeof openOtpSource>[1]): OtpSource =>
  openOtpSource({ ...config, otp }, redactor);

/** Runs the checks against a sandbox and counts. Writes no files. */
export async function conductDryRun(configuration: DryRunConfiguration, checks: readonly Check[]): Promise<DryRun> {
  const { config, register } = configuration;
  const target = openTarget(config, { journal: null, ledger: null, redactor: noRecord });
  const meter = openMeter(target, new Set(config.people.spareMobiles));
  const source = openSandboxOtpSource(configuration, target.redactor);
  const runContext = createRunContext(target, register, { codes: meter.countReads({ ...source, tiedToState: false }) });
  const outcomes: Outcome[] = [];
  try {
    const onOutcome = (outcome: Outcome): void => void outcomes.push(outcome);
    await watchBuild(target, { write: () => undefined }, () => conduct({ checks, runContext, onOutcome }));
  } finally {
    await Promise.all([target.close(), runContext.close()]);
  }
  return {
    outcomes,
    cost: meter.cost(),
    mostSpent: target.mostSpent(),
    messages: meter.messages(),
    requestedTransfers: meter.requestedTransfers(),
  };
}
