import type { Exchange } from '../core/exchange.ts';
import type { Finding } from '../fuzz/findings/finding.ts';
import { journalVersion, type JournalLine, type LeaksSeen, type Numbered, type RunHeader } from '../core/records/journal-lines.ts';
import type { PlannedCheck } from '../core/records/outcome.ts';
import { sha256 } from '../core/sha256.ts';
import type { LedgerCall } from '../report/journal/ledger.ts';
import { findHighestNumbers } from '../run/earlier.ts';
import type { RecordedPart } from './read-parts.ts';
import {
  addNumbered,
  createRenumber,
  renumberCall,
  renumberExchange,
  renumberFinding,
  renumberLeaks,
  renumberLine,
  type Renumber,
} from './renumber.ts';

/** The records of all parts as the sittings of one run. */
export interface JoinedRecord {
  readonly header: RunHeader;
  readonly lines: readonly JournalLine[];
  readonly exchanges: readonly Exchange[];
  readonly findings: readonly Finding[];
  readonly calls: readonly LedgerCall[];
  readonly leaks: LeaksSeen;
  readonly numbered: Numbered;
}

type Parts = readonly [RecordedPart, ...RecordedPart[]];

/** The same parts make the same run, so merging again gives the same record. */
function buildRunId(parts: Parts): string {
  const hash = sha256(parts.map(({ journal }) => journal.run.id).join(' '));
  return [hash.slice(0, 8), hash.slice(8, 12), hash.slice(12, 16), hash.slice(16, 20), hash.slice(20, 32)].join('-');
}

function buildHeader(parts: Parts): RunHeader {
  const [first] = parts;
  const { shard, ...run } = first.journal.run;
  const of = shard?.of ?? parts.length;
  const own = new Set(parts.map((each) => each.shard.part));
  return {
    ...run,
    id: buildRunId(parts),
    startedAt: parts.map(({ journal }) => journal.run.startedAt).reduce((one, other) => (one < other ? one : other)),
    merged: {
      of,
      from: parts.map((each) => ({ part: each.shard.part, run: each.journal.run.id })),
      missing: Array.from({ length: of }, (_, at) => at + 1).filter((part) => !own.has(part)),
    },
  };
}

/** A part's lines: each sitting says which part it is of, and its numbers go on from those of the parts before. */
function joinLines({ shard, journal, lines }: RecordedPart, before: Numbered, renumber: Renumber): readonly JournalLine[] {
  let nth = 0;
  return lines.flatMap((line) => {
    if (line.kind !== 'run' && line.kind !== 'sitting') return renumberLine(line, renumber, shard.part);
    const sitting = journal.sittings[nth++];
    if (sitting === undefined) return [];
    const { startedAt, runBy, numbered, tries } = sitting;
    const tried = tries ?? journal.plan.map(({ id }) => id);
    return [
      { kind: 'sitting', sitting: { startedAt, runBy, numbered: addNumbered(before, numbered), tries: tried, part: shard.part } } as const,
    ];
  });
}

/** Of two findings of one cause the smaller is kept, as a campaign in one piece does. */
const measureFinding = ({ recipe }: Finding): number =>
  recipe.kind === 'case' ? recipe.edits.length : recipe.kind === 'sequence' ? recipe.steps.length : recipe.size;

function joinFindings(findings: readonly Finding[]): readonly Finding[] {
  return [...Map.groupBy(findings, ({ id }) => id).values()].flatMap((same) => {
    const [smallest] = same.toSorted((one, other) => measureFinding(one) - measureFinding(other));
    return smallest === undefined ? [] : [{ ...smallest, seen: same.reduce((sum, { seen }) => sum + seen, 0) }];
  });
}

export function joinParts(parts: Parts, plan: readonly PlannedCheck[]): JoinedRecord {
  const header = buildHeader(parts);
  let numbered: Numbered = { requests: 0, callbacks: 0, quiet: 0 };
  const joined = parts.map((part) => {
    const { journal, calls, findings } = part;
    const before = numbered;
    const renumber = createRenumber(numbered);
    numbered = addNumbered(before, findHighestNumbers(journal, calls));
    return {
      lines: joinLines(part, before, renumber),
      exchanges: journal.exchanges.map((each) => renumberExchange(each, renumber)),
      findings: findings.map((each) => renumberFinding(each, renumber)),
      calls: calls.map((each) => renumberCall(each, renumber, header.id)),
      leaks: renumberLeaks(journal.leaks, renumber),
    };
  });
  return {
    header,
    lines: [{ kind: 'run', schemaVersion: journalVersion, run: header, plan }, ...joined.flatMap(({ lines }) => lines)],
    exchanges: joined.flatMap(({ exchanges }) => exchanges),
    findings: joinFindings(joined.flatMap(({ findings }) => findings)),
    calls: joined.flatMap(({ calls }) => calls),
    leaks: { secrets: joined.flatMap(({ leaks }) => leaks.secrets), codes: joined.flatMap(({ leaks }) => leaks.codes) },
    numbered,
  };
}
