import { appendFileSync, closeSync, existsSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ContractRecord } from '../contract/live/comparison.ts';
import type { JournalLine, Judged, Outcome, PlannedCheck, RunHeader } from '../run/outcome.ts';
import type { Exchange } from '../target/exchange.ts';

export const journalFiles = { outcomes: 'outcomes.jsonl', exchanges: 'exchanges.jsonl' } as const;

export type JournalEnd = Extract<JournalLine, { kind: 'end' }>;

/** What a run wrote down as it happened: the only source of every report. */
export interface Journal {
  readonly run: RunHeader;
  readonly plan: readonly PlannedCheck[];
  readonly outcomes: readonly Outcome[];
  /** How the live description compares with the contract; null when it was not found, or not asked for. */
  readonly contract: ContractRecord | null;
  /** What passive checks judged; nothing of an interrupted run. */
  readonly judged: readonly Judged[];
  /** Null when the run was interrupted. */
  readonly end: JournalEnd | null;
  readonly exchanges: readonly Exchange[];
  /** Lines that could not be read: a killed run leaves at most a torn last one in each file. */
  readonly unreadableLines: number;
}

export interface JournalWriter {
  /** One line of `outcomes.jsonl`, on disk when the call returns; nothing once the journal is closed. */
  readonly write: (line: JournalLine) => void;
  readonly close: () => void;
}

/** Starts `outcomes.jsonl` afresh in an existing folder; the recorder of the target keeps the exchanges. */
export function openJournal(folder: string): JournalWriter {
  let file: number | null = openSync(join(folder, journalFiles.outcomes), 'w');
  return {
    write: (line) => {
      if (file !== null) appendFileSync(file, `${JSON.stringify(line)}\n`);
    },
    close: () => {
      if (file !== null) closeSync(file);
      file = null;
    },
  };
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null;

function isJournalLine(value: unknown): value is JournalLine {
  if (!isRecord(value)) return false;
  if (value['kind'] === 'run') return isRecord(value['run']) && Array.isArray(value['plan']);
  if (value['kind'] === 'outcome') return isRecord(value['outcome']);
  if (value['kind'] === 'contract') return isRecord(value['contract']) && Array.isArray(value['contract']['findings']);
  if (value['kind'] === 'judged') return Array.isArray(value['answers']);
  return value['kind'] === 'end' && isRecord(value['totals']);
}

const isExchange = (value: unknown): value is Exchange =>
  isRecord(value) && typeof value['id'] === 'string' && isRecord(value['request']) && 'response' in value;

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

interface Read<Line> {
  readonly lines: readonly Line[];
  readonly unreadable: number;
}

function readLines<Line>(file: string, belongs: (value: unknown) => value is Line): Read<Line> {
  if (!existsSync(file)) return { lines: [], unreadable: 0 };
  const values = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map(parse);
  const lines = values.filter(belongs);
  return { lines, unreadable: values.length - lines.length };
}

/** Reads the journals of a finished or an interrupted run. */
export function readJournal(folder: string): Journal {
  const file = join(folder, journalFiles.outcomes);
  const journal = readLines(file, isJournalLine);
  const exchanges = readLines(join(folder, journalFiles.exchanges), isExchange);
  const header = journal.lines.find((line) => line.kind === 'run');
  if (header === undefined) throw new Error(`expected the record of a run in ${file}, received none: run the suite into this folder first`);
  return {
    run: header.run,
    plan: header.plan,
    outcomes: journal.lines.flatMap((line) => (line.kind === 'outcome' ? [line.outcome] : [])),
    contract: journal.lines.find((line) => line.kind === 'contract')?.contract ?? null,
    judged: journal.lines.flatMap((line) => (line.kind === 'judged' ? line.answers : [])),
    end: journal.lines.find((line) => line.kind === 'end') ?? null,
    exchanges: exchanges.lines,
    unreadableLines: journal.unreadable + exchanges.unreadable,
  };
}
