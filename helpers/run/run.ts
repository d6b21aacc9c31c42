import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { buildContractRecord } from '../contract/live/comparison.ts';
import { createFindingsWriter } from '../fuzz/findings/journal.ts';
import { type Sighting, type RunHeader, type ShardRecord, journalVersion } from '../core/records/journal-lines.ts';
import { readLedger } from '../report/journal/ledger.ts';
import { journalFiles, endLastLine, openJournal, type JournalWriter } from '../report/journal/journal.ts';
import { parseExchangeNumber } from '../report/journal/sittings.ts';
import { keyFile, prepareFolder, writeApproved, writeConfiguration } from '../report/files/folder.ts';
import type { Reply } from '../judge/reply.ts';
import { openTarget, type Target } from '../client/client.ts';
import type { Config } from '../config/config.ts';
import { publicConfig } from '../config/read-config.ts';
import { createShapeOnlyTest } from '../redaction/body-shape.ts';
import { openRedactor, type Redactor } from '../redaction/redactor.ts';
import { loadSealedKey, createSealedKey } from '../redaction/sealed-key.ts';
import { buildCampaignAccount, sumSitting } from './totals.ts';
import { withCampaignBudget } from '../runner/campaign-budget.ts';
import { conduct } from '../runner/conduct.ts';
import type { EarlierSittings } from '../runner/earlier-sittings.ts';
import { createRunContext, type Register, type RunContext } from '../runner/run-context.ts';
import type { RunContextOptions } from '../runner/run-dependencies.ts';
import { watchBuild } from './build-watch.ts';
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
  /** Present when the suite can register its callback address with the service. */
  readonly register?: Register;
  readonly earlier?: EarlierSittings | null;
  /** The process's own terminal by default. */
  readonly terminalOptions?: Pick<RunContextOptions, 'terminal' | 'askPerson' | 'notice' | 'onWaiting'>;
  readonly accusing?: RunContextOptions['accusing'];
}

/** An outcome may quote what the target sent. */
function redactOutcome(outcome: Outcome, { text }: Redactor): Outcome {
  const redactText = (value: string | null): string | null => (value === null ? null : text(value));
  const { expected, received, place, reason, facts } = outcome;
  return {
    ...outcome,
    expected: redactText(expected),
    received: redactText(received),
    place: redactText(place),
    reason: redactText(reason),
    facts: facts.map((fact) => text(fact)),
  };
}

/** For a new run, deletes the files of the last one. Otherwise appends to the journals of the earlier sittings. */
function openRunJournal(config: Config, plan: Plan, header: RunHeader, earlier: EarlierSittings | null): JournalWriter {
  const { folder, stateFolder, runBy } = config.report;
  mkdirSync(stateFolder, { recursive: true });
  if (earlier === null) {
    prepareFolder(folder);
    writeConfiguration(folder, publicConfig(config));
    const journal = openJournal(folder);
    journal.write({ kind: 'run', schemaVersion: journalVersion, run: header, plan: plan.entries.map(({ planned }) => planned) });
    return journal;
  }
  endLastLine(join(folder, journalFiles.exchanges));
  endLastLine(ledgerFilePath(stateFolder));
  const journal = openJournal(folder, true);
  const { numbered, tries } = earlier;
  journal.write({ kind: 'sitting', sitting: { startedAt: new Date().toISOString(), runBy, numbered, tries: [...tries] } });
  return journal;
}

function openRunTarget(config: Config, run: string, earlier: EarlierSittings | null, journal: JournalWriter): Target {
  const file = join(config.report.folder, keyFile);
  const key = earlier === null ? createSealedKey(file, config) : loadSealedKey(file, config);
  return openTarget(config, {
    run,
    redactor: openRedactor(key, createShapeOnlyTest(config.target)),
    ...(earlier === null ? {} : { before: { numbered: earlier.numbered, spent: earlier.spent, exchanges: earlier.exchanges } }),
    onSpent: (spent) => {
      journal.write({ kind: 'spent', spent });
    },
  });
}

/** Writes the leaks whenever there are new ones: only this process knows the secrets. */
function createLeakWriter({ journey }: RunContext, { text }: Redactor, journal: JournalWriter): () => void {
  const redactSightings = (seen: readonly Sighting[]): Sighting[] => seen.map((one) => ({ ...one, place: text(one.place) }));
  let [secrets, codes] = [0, 0];
  return () => {
    const seen = { secrets: journey.answerObserver.leaks.secrets(), codes: journey.answerObserver.leaks.codes() };
    if (seen.secrets.length === secrets && seen.codes.length === codes) return;
    [secrets, codes] = [seen.secrets.length, seen.codes.length];
    journal.write({ kind: 'leaks', leaks: { secrets: redactSightings(seen.secrets), codes: redactSightings(seen.codes) } });
  };
}

/** Each listener writes a line of the journal. */
const createJournalListeners = (
  { write }: JournalWriter,
  writeLeaks: () => void,
): Required<Pick<RunContextOptions, 'onCode' | 'onPart' | 'onWait' | 'onOffRecord'>> => ({
  onCode(code) {
    // Codes of unrecorded calls explain no evidence, and a campaign reads thousands of them.
    if (code.missing === null && parseExchangeNumber(code.exchange, 'q') > 0) return;
    write({ kind: 'code', code });
    writeLeaks();
  },
  onPart(part) {
    write({ kind: 'part', part });
  },
  onWait(wait) {
    write({ kind: 'wait', wait });
  },
  onOffRecord(offRecord) {
    write({ kind: 'off-record', offRecord });
  },
});

const buildContextOptions = (
  { terminalOptions, earlier = null, accusing }: ConductOptions,
  means: Omit<RunContextOptions, 'earlier'>,
): RunContextOptions => ({ ...terminalOptions, ...means, earlier, ...(accusing === undefined ? {} : { accusing }) });

const createJudgedListener =
  ({ write }: JournalWriter) =>
  ({ exchange, documented }: Reply): void => {
    write({ kind: 'judged', answers: [{ exchange: exchange.id, documented }] });
  };

/** Leaves the journals in the report folder. */
export async function conductRun(requested: Config, plan: Plan, options: ConductOptions): Promise<void> {
  const { interrupted, earlier = null, approved = null } = options;
  const checks = plan.entries.map(({ check }) => check);
  const config = withCampaignBudget(requested, checks);
  const header = earlier?.run ?? buildRunHeader(config, options);
  const journal = openRunJournal(config, plan, header, earlier);
  if (approved !== null) writeApproved(config.report.folder, approved);
  const calls = readLedger(ledgerFilePath(config.report.stateFolder));
  const target = openRunTarget(config, header.id, earlier, journal);
  options.onTarget?.(target);
  const mobiles = openUsedMobiles(config, header.id);
  const mpins = openChangedMpins(config, header.id);
  target.onExchange(mobiles.observe);
  const listeners = createJournalListeners(journal, () => {
    writeLeaks();
  });
  const means = { ...listeners, used: mobiles.others, mpins };
  const context = createRunContext(target, options.register, buildContextOptions(options, means));
  const writeLeaks = createLeakWriter(context, target.redactor, journal);
  const outcomes = new Map(earlier?.standing);
  const writeFindings = createFindingsWriter(config.report.folder, target.redactor, context.campaigns.fuzz.findings);
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
      await conduct(checks, context, recordOutcome, createJudgedListener(journal), earlier);
      await reconcileOwn({ ...target, send: context.askAboutTransfer }, context.waits);
    });
    return true;
  };
  const finished = await Promise.race([conductSitting(), interrupted.then(() => false)]);
  stopped = true;
  const { comparison } = context.journey.memory;
  if (comparison !== null) journal.write({ kind: 'contract', contract: buildContractRecord(comparison, target.redactor.text) });
  writeFindings(true);
  writeLeaks();
  await Promise.all([target.close(), context.close()]);
  const totals = sumSitting(target, earlier);
  const ending = { finishedAt: new Date().toISOString(), totals, ...buildCampaignAccount(target, checks) };
  const inconclusive = findInconclusiveReason([...outcomes.values()]);
  if (finished) journal.write({ kind: 'end', ...ending, unrecorded: target.unrecorded(), inconclusive });
  else journal.write({ kind: 'stopped', ...ending });
  journal.close();
}
