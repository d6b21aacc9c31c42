import { join } from 'node:path';
import { makeFolder } from '../core/files/files.ts';
import { type Sighting, type RunHeader, journalVersion } from '../core/records/journal-lines.ts';
import { journalFiles, endLastLine, openJournal, type JournalWriter } from '../report/journal/journal.ts';
import { parseExchangeNumber } from '../report/journal/sittings.ts';
import { keyFile, prepareFolder, writeConfiguration } from '../report/files/folder.ts';
import type { AnswerObserver } from '../judge/answer-observer.ts';
import type { Reply } from '../judge/reply.ts';
import { openTarget, type Target } from '../client/client.ts';
import type { Config } from '../config/config.ts';
import { createShapeOnlyTest } from '../redaction/body-shape.ts';
import { openRedactor, type Redactor } from '../redaction/redactor.ts';
import { loadSealedKey, writeSealedKey, type SealedKey } from '../redaction/sealed-key.ts';
import type { EarlierSittings } from '../runner/earlier-sittings.ts';
import type { RunContextOptions } from '../runner/run-dependencies.ts';
import type { Outcome } from '../core/records/outcome.ts';
import type { Plan } from '../runner/plan.ts';
import { ledgerFilePath } from '../client/journal/ledger.ts';

export type JournalListeners = Required<Pick<RunContextOptions, 'onCode' | 'onPart' | 'onWait' | 'onOffRecord'>>;

/** An outcome may quote what the target sent. */
export function redactOutcome(outcome: Outcome, { text }: Redactor): Outcome {
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
export function openRunJournal(config: Config, plan: Plan, header: RunHeader, earlier: EarlierSittings | null): JournalWriter {
  const { folder, stateFolder, runBy } = config.report;
  makeFolder(stateFolder);
  if (earlier === null) {
    prepareFolder(folder);
    writeConfiguration(folder, config.public);
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

/** Without the key of the earlier sittings, values get other stand-ins from then on. */
function chooseKey(config: Config, earlier: EarlierSittings | null, created: SealedKey): Buffer {
  const file = join(config.report.folder, keyFile);
  const known = earlier === null ? null : loadSealedKey(file, config);
  if (known === null) writeSealedKey(file, created);
  return known ?? created.key;
}

export function openRunTarget(
  config: Config,
  run: string,
  earlier: EarlierSittings | null,
  { journal, created }: { readonly journal: JournalWriter; readonly created: SealedKey },
): Target {
  const key = chooseKey(config, earlier, created);
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
export function createLeakWriter({ leaks }: AnswerObserver, { text }: Redactor, journal: JournalWriter): () => void {
  const redactSightings = (seen: readonly Sighting[]): Sighting[] => seen.map((one) => ({ ...one, place: text(one.place) }));
  let secrets = 0;
  let codes = 0;
  return () => {
    const seen = { secrets: leaks.secrets(), codes: leaks.codes() };
    if (seen.secrets.length === secrets && seen.codes.length === codes) return;
    [secrets, codes] = [seen.secrets.length, seen.codes.length];
    journal.write({ kind: 'leaks', leaks: { secrets: redactSightings(seen.secrets), codes: redactSightings(seen.codes) } });
  };
}

/** Each listener writes a line of the journal. */
export const createJournalListeners = ({ write }: JournalWriter, writeLeaks: () => void): JournalListeners => ({
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

export const createJudgedListener =
  ({ write }: JournalWriter) =>
  ({ exchange, documented }: Reply): void => {
    write({ kind: 'judged', answers: [{ exchange: exchange.id, documented }] });
  };
