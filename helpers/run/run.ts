import { buildContractRecord } from '../contract/live/comparison.ts';
import { createFindingsWriter } from '../fuzz/findings/journal.ts';
import { openAnswerObserver } from '../judge/answer-observer.ts';
import type { RunHeader, ShardRecord } from '../core/records/journal-lines.ts';
import { readLedger, type LedgerCall } from '../report/journal/ledger.ts';
import { createSealedKey } from '../redaction/sealed-key.ts';
import type { Check } from '../runner/check.ts';
import type { JournalWriter } from '../report/journal/journal.ts';
import { writeApproved } from '../report/files/folder.ts';
import type { Target } from '../client/client.ts';
import type { Config } from '../config/config.ts';
import { buildCampaignAccount, sumSitting } from './totals.ts';
import { withCampaignBudget } from '../runner/campaign-budget.ts';
import { conduct } from '../runner/conduct.ts';
import { restoreSittings } from '../runner/restored-sittings.ts';
import type { EarlierSittings } from '../runner/earlier-sittings.ts';
import { createRunContext, type Register, type RunContext } from '../runner/run-context.ts';
import type { RunContextOptions } from '../runner/run-dependencies.ts';
import { hearBoth, openWaitings, unheardWaiting, type Waitings } from '../session/waiting.ts';
import { watchBuild } from './build-watch.ts';
import {
  createJournalListeners,
  createJudgedListener,
  createLeakWriter,
  openRunJournal,
  openRunTarget,
  redactOutcome,
  type JournalListeners,
} from './run-journal.ts';
import { calculateStandstillMs, watchForStandstill } from './standstill.ts';
import { buildRunHeader } from './header.ts';
import { findInconclusiveReason } from './inconclusive.ts';
import type { Outcome } from '../core/records/outcome.ts';
import type { Plan } from '../runner/plan.ts';
import { reconcileEarlier, reconcileOwn } from './open-transfers.ts';
import { openChangedMpins } from './changed-mpins.ts';
import { openUsedMobiles } from './used-mobiles.ts';
import { ledgerFilePath } from '../client/journal/ledger.ts';

export interface ConductOptions {
  /** The id of the run; its lock has the same id. */
  readonly run?: string;
  readonly plantedFaultsSeen?: number;
  /** Present in a part of a split run. */
  readonly shard?: ShardRecord | null;
  readonly approved?: object | null;
  /** Called once, before the first request. */
  readonly onTarget?: (target: Target) => void;
  readonly onOutcome: (outcome: Outcome, target: Target) => void;
  readonly onStage?: (text: string) => void;
  /** Resolves when the run should stop early; what was found by then is kept. */
  readonly interrupted: Promise<unknown>;
  /** How long nothing may move, in milliseconds. Tests alone set it; a run derives it from its configuration. */
  readonly standstillMs?: number;
  readonly onStandstill?: (text: string) => void;
  /** Present when the suite can register its callback address with the service. */
  readonly register?: Register;
  readonly earlier?: EarlierSittings | null;
  /** The process's own terminal by default. */
  readonly terminalOptions?: Pick<RunContextOptions, 'terminal' | 'askPerson' | 'notice' | 'onWaiting'>;
  readonly accusing?: RunContextOptions['accusing'];
}

const buildContextOptions = (
  { terminalOptions, earlier = null, accusing }: ConductOptions,
  { begin }: Waitings,
  means: Omit<RunContextOptions, 'earlier' | 'onWaiting'>,
): RunContextOptions => ({
  ...terminalOptions,
  ...means,
  earlier,
  onWaiting: hearBoth(terminalOptions?.onWaiting ?? unheardWaiting, begin),
  ...(accusing === undefined ? {} : { accusing }),
});

/** What a run works with. */
interface OpenedRun {
  readonly config: Config;
  readonly header: RunHeader;
  readonly checks: readonly Check[];
  readonly journal: JournalWriter;
  readonly target: Target;
  readonly earlier: EarlierSittings | null;
  readonly context: RunContext;
  readonly listeners: JournalListeners;
  readonly waitings: Waitings;
  readonly writeLeaks: () => void;
  /** Transfers of earlier runs that are in doubt, among others. */
  readonly calls: readonly LedgerCall[];
}

async function openRun(requested: Config, plan: Plan, options: ConductOptions): Promise<OpenedRun> {
  const { earlier: recorded = null, approved = null } = options;
  const checks = plan.entries.map(({ check }) => check);
  const config = withCampaignBudget(requested, checks);
  const creating = createSealedKey(config);
  const header = recorded?.run ?? buildRunHeader(config, options);
  const journal = openRunJournal(config, plan, header, recorded);
  if (approved !== null) writeApproved(config.report.folder, approved);
  const calls = readLedger(ledgerFilePath(config.report.stateFolder));
  const target = openRunTarget(config, header.id, recorded, { journal, created: await creating });
  const earlier = recorded === null ? null : restoreSittings(target, recorded);
  options.onTarget?.(target);
  const mobiles = openUsedMobiles(config, header.id);
  const mpins = openChangedMpins(config, header.id);
  target.onExchange(mobiles.observe);
  const answerObserver = openAnswerObserver(config, earlier);
  const writeLeaks = createLeakWriter(answerObserver, target.redactor, journal);
  const listeners = createJournalListeners(journal, writeLeaks);
  const waitings = openWaitings();
  // A person may take any time.
  if (config.otp.source === 'prompt') waitings.begin('codes that are typed', Infinity);
  const means = { ...listeners, answerObserver, used: mobiles.others, mpins };
  const context = createRunContext(target, options.register, buildContextOptions({ ...options, earlier }, waitings, means));
  return { config, header, checks, journal, target, earlier, context, listeners, waitings, writeLeaks, calls };
}

/** Leaves the journals in the report folder. */
export async function conductRun(requested: Config, plan: Plan, options: ConductOptions): Promise<void> {
  const { interrupted, onStandstill = () => undefined } = options;
  const opened = await openRun(requested, plan, options);
  const { config, header, checks, journal, target, earlier, context, listeners, waitings, writeLeaks, calls } = opened;
  const outcomes = new Map(earlier?.standing);
  const writeFindings = createFindingsWriter(config.report.folder, target.redactor, context.campaigns.fuzz.findings, header);
  let stopped = false;
  const recordOutcome = (unredacted: Outcome): void => {
    // A check that ends because the run stops was not judged.
    if (stopped) return;
    const outcome = redactOutcome(unredacted, target.redactor);
    outcomes.set(outcome.check, outcome);
    journal.write({ kind: 'outcome', outcome });
    writeFindings();
    writeLeaks();
    options.onOutcome(outcome, target);
  };
  const conductSitting = async (): Promise<true> => {
    await reconcileEarlier(target, calls, listeners.onWait, options.onStage);
    await watchBuild(target, journal, async () => {
      const onAnswer = createJudgedListener(journal);
      await conduct({ checks, runContext: context, earlier, onOutcome: recordOutcome, onAnswer });
      await reconcileOwn({ ...target, send: context.askAboutTransfer }, context.waits);
    });
    return true;
  };
  const watched = { moves: () => target.totals().requests + outcomes.size, waitings };
  const limitMs = options.standstillMs ?? calculateStandstillMs(config.connection);
  const standstill = watchForStandstill(watched, limitMs);
  const stoodStill = standstill.reached.then((stood) => {
    listeners.onWait(stood);
    onStandstill(stood.reason);
    return false;
  });
  const finished = await Promise.race([conductSitting(), interrupted.then(() => false), stoodStill]);
  standstill.stop();
  stopped = true;
  const { comparison } = context.journey.memory;
  if (comparison !== null) journal.write({ kind: 'contract', contract: buildContractRecord(comparison, target.redactor.text) });
  writeFindings(true);
  writeLeaks();
  // The calls that a closed target loses must not be waited for.
  await Promise.all([context.close(), target.close()]);
  const totals = sumSitting(target, earlier);
  const ending = { finishedAt: new Date().toISOString(), totals, ...buildCampaignAccount(target, checks) };
  const inconclusive = findInconclusiveReason([...outcomes.values()]);
  if (finished) journal.write({ kind: 'end', ...ending, unrecorded: target.unrecorded(), inconclusive });
  else journal.write({ kind: 'stopped', ...ending });
  journal.close();
}
