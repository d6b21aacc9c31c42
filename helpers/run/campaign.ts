import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import manifest from '../../package.json' with { type: 'json' };
import { recordOf } from '../contract/live/comparison.ts';
import { openJournal } from '../report/journal.ts';
import { prepareFolder, writeConfiguration } from '../report/write.ts';
import type { Reply } from '../judge/reply.ts';
import { openTarget, type Target } from '../target/client.ts';
import { publicConfig, type Config } from '../target/config.ts';
import type { Redactor } from '../target/redaction.ts';
import { conduct } from './conduct.ts';
import { specificationFingerprint, suiteFingerprint, targetFingerprint } from './fingerprints.ts';
import { groundOf, type Register } from './ground.ts';
import type { Judged, Outcome, RunHeader } from './outcome.ts';
import type { Plan } from './plan.ts';

/** What a campaign tells while it runs. */
export interface CampaignListener {
  /** Of the self-check before it; recorded. */
  readonly plantedFaultsSeen?: number;
  readonly onOutcome: (outcome: Outcome, target: Target) => void;
  /** Settles when the run is to stop early; what was found by then is kept. */
  readonly interrupted: Promise<unknown>;
  /** Given for a service that can be told where its callbacks go. */
  readonly register?: Register;
}

function headerOf(config: Config, plan: Plan, plantedFaultsSeen: number | undefined): RunHeader {
  const { target, selection, fuzz, report } = config;
  return {
    id: randomUUID(),
    startedAt: new Date().toISOString(),
    suiteVersion: manifest.version,
    suiteFingerprint: suiteFingerprint(plan.entries.map(({ planned }) => planned)),
    targetFingerprint: targetFingerprint(config),
    specification: specificationFingerprint(),
    profile: selection.profile,
    selection: selection.checks,
    target: target.kind,
    hosts: target.hosts,
    targetBuild: target.build,
    runBy: report.runBy,
    seed: fuzz.seed,
    ...(plantedFaultsSeen === undefined ? {} : { plantedFaultsSeen }),
  };
}

const judged = new Set(['pass', 'fail', 'warn', 'observed']);

/** What may work while the service itself does not. */
const besides = /^(TOKEN|SWAGGER|ACTUATOR|ERROR|SERVICE)-/;

/** Nothing of the interface behind the token could be judged, and it was not the service that kept us from it. */
function inconclusive(outcomes: readonly Outcome[]): string | null {
  if (outcomes.some(({ check, verdict }) => judged.has(verdict) && !besides.test(check))) return null;
  const ours = outcomes.find(({ verdict, cause, owner }) => verdict === 'blocked' && cause !== 'system-failure' && owner !== 'service');
  return ours?.reason ?? null;
}

/** Text of an outcome may quote what the target sent. */
function redacted(outcome: Outcome, { text }: Redactor): Outcome {
  const clean = (value: string | null): string | null => (value === null ? null : text(value));
  const { expected, received, reason, facts } = outcome;
  return {
    ...outcome,
    expected: clean(expected),
    received: clean(received),
    reason: clean(reason),
    facts: facts.map((fact) => text(fact)),
  };
}

/** Conducts the plan against the configured target and leaves the journals in the report folder. */
export async function campaign(
  config: Config,
  plan: Plan,
  { onOutcome, interrupted, register, plantedFaultsSeen }: CampaignListener,
): Promise<void> {
  const { folder, stateFolder } = config.report;
  prepareFolder(folder);
  writeConfiguration(folder, publicConfig(config));
  mkdirSync(stateFolder, { recursive: true });
  const journal = openJournal(folder);
  const header = headerOf(config, plan, plantedFaultsSeen);
  journal.write({ kind: 'run', run: header, plan: plan.entries.map(({ planned }) => planned) });
  const target = openTarget(config, { run: header.id });
  const outcomes: Outcome[] = [];
  const keep = (told: Outcome): void => {
    const outcome = redacted(told, target.redactor);
    outcomes.push(outcome);
    journal.write({ kind: 'outcome', outcome });
    onOutcome(outcome, target);
  };
  const checks = plan.entries.map(({ check }) => check);
  const ground = groundOf(target, register);
  const answers: Judged[] = [];
  const hear = ({ exchange, documented }: Reply): void => void answers.push({ exchange: exchange.id, documented });
  const whole = await Promise.race([conduct(checks, ground, keep, hear).then(() => true), interrupted.then(() => false)]);
  const { comparison } = ground.world.memory;
  if (comparison !== null) journal.write({ kind: 'contract', contract: recordOf(comparison, target.redactor.text) });
  if (whole) {
    journal.write({ kind: 'judged', answers });
    journal.write({ kind: 'end', finishedAt: new Date().toISOString(), totals: target.totals(), inconclusive: inconclusive(outcomes) });
  }
  journal.close();
  await Promise.all([target.close(), ground.close()]);
}
