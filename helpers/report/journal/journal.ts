import { isRecord, parseJson, type Json } from '../../core/json.ts';
import { appendFileSync, closeSync, existsSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BuildSeen } from '../../core/records/build-seen.ts';
import type { Provenance } from '../../core/records/provenance.ts';
import type { ContractRecord } from '../../core/records/contract-finding.ts';
import type { PartEnd } from '../../core/records/campaign-end.ts';
import {
  type OffRecord,
  type Wait,
  type JournalLine,
  type LeaksSeen,
  type Judged,
  type RunHeader,
  journalVersion,
} from '../../core/records/journal-lines.ts';
import type { Outcome, PlannedCheck } from '../../core/records/outcome.ts';
import type { Exchange } from '../../core/exchange.ts';
import { describeFileError } from '../../core/files/files.ts';
import { Misuse } from '../../core/files/misuse.ts';
import { readFileLines } from '../../core/json-lines.ts';
import { findRunEnd, splitSittings, latestOutcomes, type JournalEnd, type Sitting } from './sittings.ts';
import { fillExchanges, isExchange } from '../../core/records/exchange-line.ts';
import { fillLine, formatLines } from './lean-lines.ts';
import { exchangesFile } from '../../client/journal/recorder.ts';

export const journalFiles = { outcomes: 'outcomes.jsonl', exchanges: exchangesFile } as const;

/** What a run wrote as it happened: the only source of every report. */
export interface Journal {
  /** Version of the record; 1 for release 0.1.0. */
  readonly schemaVersion: number;
  readonly run: RunHeader;
  readonly plan: readonly PlannedCheck[];
  readonly sittings: readonly Sitting[];
  /** For each check, the outcome of the last sitting that tried it. */
  readonly outcomes: readonly Outcome[];
  /** How the live description compares with the contract; null when it was not compared. */
  readonly contract: ContractRecord | null;
  /** Where each OTP came from, in the order of reading. */
  readonly codes: readonly Provenance[];
  /** What passive checks judged up to the last finished sitting; their outcomes rest on it. */
  readonly judged: readonly Judged[];
  /** In the order in which the parts of a campaign ended. */
  readonly parts: readonly PartEnd[];
  /** What the service told of its build, in order; empty where it tells nothing. */
  readonly builds: readonly BuildSeen[];
  readonly waits: readonly Wait[];
  readonly offRecord: readonly OffRecord[];
  /** As `judged`, with what an unfinished sitting judged since. */
  readonly judgedSoFar: readonly Judged[];
  readonly leaks: LeaksSeen;
  /** Null when the last sitting was interrupted. */
  readonly end: JournalEnd | null;
  readonly exchanges: readonly Exchange[];
  /** Unreadable lines. A killed run leaves at most one torn line in each file. */
  readonly unreadableLines: number;
}

export interface JournalWriter {
  /** Writes one line of `outcomes.jsonl` to disk before it returns. Does nothing after `close`. */
  readonly write: (line: JournalLine) => void;
  readonly close: () => void;
}

/** Begins a new `outcomes.jsonl` in an existing folder, or appends to it. The target's recorder writes the exchanges. */
export function openJournal(folder: string, append = false): JournalWriter {
  const path = join(folder, journalFiles.outcomes);
  if (append) endLastLine(path);
  let file: number | null = openSync(path, append ? 'a' : 'w');
  return {
    write: (line) => {
      if (file !== null) appendFileSync(file, formatLines([line]));
    },
    close: () => {
      if (file !== null) closeSync(file);
      file = null;
    },
  };
}

/** Ends the torn last line of a killed run, so that the next line is readable. */
export function endLastLine(path: string): void {
  if (existsSync(path) && !readFileSync(path).toString('latin1').endsWith('\n')) appendFileSync(path, '\n');
}

const hasTotals = (line: Json): boolean => isRecord(line['totals']);

const isPlanned = (check: unknown): boolean => isRecord(check) && typeof check['id'] === 'string';

/** A row for every kind of line, so that none is forgotten here. */
const isReadable: Readonly<Record<JournalLine['kind'], (line: Json) => boolean>> = {
  run: ({ run, plan }) => isRecord(run) && Array.isArray(plan) && plan.every(isPlanned),
  sitting: ({ sitting }) => isRecord(sitting) && isRecord(sitting['numbered']),
  spent: ({ spent }) => isRecord(spent) && typeof spent['exchange'] === 'string',
  leaks: ({ leaks }) => isRecord(leaks) && Array.isArray(leaks['secrets']),
  'off-record': ({ offRecord }) => isRecord(offRecord) && typeof offRecord['after'] === 'number',
  outcome: ({ outcome }) => isRecord(outcome),
  code: ({ code }) => isRecord(code) && typeof code['exchange'] === 'string',
  contract: ({ contract }) => isRecord(contract) && Array.isArray(contract['findings']),
  part: ({ part }) => isRecord(part) && typeof part['part'] === 'string',
  build: ({ build }) => isRecord(build) && typeof build['fingerprint'] === 'string',
  wait: ({ wait }) => isRecord(wait),
  judged: ({ answers }) => Array.isArray(answers),
  end: hasTotals,
  stopped: hasTotals,
};

const isKind = (kind: unknown): kind is JournalLine['kind'] => typeof kind === 'string' && Object.hasOwn(isReadable, kind);

const isJournalLine = (value: unknown): value is JournalLine =>
  isRecord(value) && isKind(value['kind']) && isReadable[value['kind']](value);

interface LinesRead<Line> {
  readonly lines: readonly Line[];
  readonly unreadable: number;
}

function* readNamedLines(file: string): Generator<string, void> {
  try {
    yield* readFileLines(file);
  } catch (error) {
    throw new Misuse(`expected the journal of a run at ${file}, received ${describeFileError(error)}`);
  }
}

function readLines<Line>(file: string, isLine: (value: unknown) => value is Line): LinesRead<Line> {
  const lines: Line[] = [];
  let unreadable = 0;
  for (const line of existsSync(file) ? readNamedLines(file) : []) {
    const value = line === '' ? null : parseJson(line);
    if (isLine(value)) lines.push(value);
    else if (line !== '') unreadable += 1;
  }
  return { lines, unreadable };
}

function readOutcomeLines(folder: string): LinesRead<JournalLine> {
  const { lines, unreadable } = readLines(join(folder, journalFiles.outcomes), isJournalLine);
  return { lines: lines.map(fillLine), unreadable };
}

/** The lines as they were written, for a merge. */
export const readJournalLines = (folder: string): readonly JournalLine[] => readOutcomeLines(folder).lines;

function readExchangeLines(folder: string): LinesRead<Exchange> {
  const { lines, unreadable } = readLines(join(folder, journalFiles.exchanges), isExchange);
  return { lines: fillExchanges(lines), unreadable };
}

export const readExchanges = (folder: string): readonly Exchange[] => readExchangeLines(folder).lines;

export function readJournal(folder: string): Journal {
  const file = join(folder, journalFiles.outcomes);
  const journal = readOutcomeLines(folder);
  const exchanges = readExchangeLines(folder);
  const header = journal.lines.find((line) => line.kind === 'run');
  if (header === undefined)
    throw new Misuse(`expected the record of a run in ${file}, received none: run the suite into this folder first`);
  const { schemaVersion = 1 } = header;
  if (schemaVersion > journalVersion)
    throw new Misuse(
      `expected a record of version ${journalVersion} or less in ${file}, received ${schemaVersion}: read it with the release that wrote it`,
    );
  const sittings = splitSittings(journal.lines);
  const killed = sittings.slice(0, -1).filter(({ ending }) => ending === null).length;
  /** A killed sitting leaves at most one torn line in each file. */
  const beyondTornLines = (unreadable: number): number => Math.max(0, unreadable - killed);
  const judgedIn = (lines: readonly JournalLine[]): Judged[] => lines.flatMap((line) => (line.kind === 'judged' ? line.answers : []));
  return {
    schemaVersion,
    run: header.run,
    plan: header.plan,
    sittings,
    outcomes: latestOutcomes(sittings),
    contract: journal.lines.findLast((line) => line.kind === 'contract')?.contract ?? null,
    codes: journal.lines.flatMap((line) => (line.kind === 'code' ? [line.code] : [])),
    parts: journal.lines.flatMap((line) => (line.kind === 'part' ? [line.part] : [])),
    builds: journal.lines.flatMap((line) => (line.kind === 'build' ? [line.build] : [])),
    waits: journal.lines.flatMap((line) => (line.kind === 'wait' ? [line.wait] : [])),
    offRecord: journal.lines.flatMap((line) => (line.kind === 'off-record' ? [line.offRecord] : [])),
    judged: judgedIn(journal.lines.slice(0, journal.lines.findLastIndex(({ kind }) => kind === 'end') + 1)),
    judgedSoFar: judgedIn(journal.lines),
    leaks: journal.lines.findLast((line) => line.kind === 'leaks')?.leaks ?? { secrets: [], codes: [] },
    end: findRunEnd(sittings),
    exchanges: exchanges.lines,
    unreadableLines: beyondTornLines(journal.unreadable) + beyondTornLines(exchanges.unreadable),
  };
}
