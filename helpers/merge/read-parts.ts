import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { formatCommand } from '../config/environment.ts';
import { readFindings } from '../fuzz/findings/journal.ts';
import type { Finding } from '../fuzz/findings/finding.ts';
import type { JournalLine, RunHeader, ShardRecord } from '../core/records/journal-lines.ts';
import { errorMessage } from '../core/text.ts';
import { journalFiles, readJournal, readJournalLines, type Journal } from '../report/journal/journal.ts';
import type { LedgerCall } from '../report/journal/ledger.ts';
import { externalInputFiles } from '../report/files/folder.ts';
import { readExternalInputs } from '../report/files/external-inputs.ts';
import { suiteFingerprint } from '../report/fingerprint/fingerprints.ts';

/** What one part of a split run left in its report folder. */
export interface RecordedPart {
  readonly folder: string;
  readonly shard: ShardRecord;
  readonly journal: Journal;
  readonly lines: readonly JournalLine[];
  readonly findings: readonly Finding[];
  readonly calls: readonly LedgerCall[];
}

export type PartsRead =
  | { readonly ok: true; readonly parts: readonly [RecordedPart, ...RecordedPart[]] }
  | { readonly ok: false; readonly problems: readonly string[] };

const describeUnfinished = (folder: string, { part, of }: ShardRecord): string =>
  `${folder}: expected a part that ended, received an interrupted one: go on with DMT_SHARD=${part}/${of} ${formatCommand(`run --resume --report-dir ${folder}`)}`;

function findJournalProblem(folder: string, { run, end, unreadableLines }: Journal): string | null {
  if (run.shard === undefined)
    return `${folder}: expected a part of a split run (DMT_SHARD), received a ${run.merged === undefined ? 'whole' : 'merged'} run`;
  if (end === null) return describeUnfinished(folder, run.shard);
  if (unreadableLines > 0)
    return `${folder}: expected a whole record, received one with ${unreadableLines} unreadable lines: run this part again`;
  return existsSync(join(folder, externalInputFiles.calls))
    ? null
    : `${folder}: expected a rendered report, received none: ${formatCommand(`report --report-dir ${folder}`)}`;
}

function readPart(folder: string): RecordedPart | string {
  if (!existsSync(join(folder, journalFiles.outcomes)))
    return `${folder}: expected the report of a part of a split run, received no ${journalFiles.outcomes} there`;
  try {
    const journal = readJournal(folder);
    const { shard } = journal.run;
    const problem = findJournalProblem(folder, journal);
    if (problem !== null || shard === undefined) return problem ?? folder;
    const calls = readExternalInputs(folder).calls.filter(({ run }) => run === journal.run.id);
    return { folder, shard, journal, lines: readJournalLines(folder), findings: readFindings(folder), calls };
  } catch (error) {
    return `${folder}: ${errorMessage(error)}`;
  }
}

/** What all parts of one run have in common, with the words for it. */
const commonFacts: Readonly<Record<string, (run: RunHeader, shard: ShardRecord) => unknown>> = {
  'number of parts': (_, { of }) => of,
  plan: (_, shard) => shard.plan,
  'suite fingerprint': ({ suiteFingerprint: suite }) => suite,
  'clause catalogue': ({ specification }) => specification,
  'target and configuration': ({ targetFingerprint }) => targetFingerprint,
  seed: ({ seed }) => seed,
  'build (DMT_TARGET_BUILD)': ({ targetBuild }) => targetBuild,
};

function findStrangers(first: RecordedPart, others: readonly RecordedPart[]): readonly string[] {
  return others.flatMap(({ folder, journal, shard }) =>
    Object.entries(commonFacts).flatMap(([name, read]) => {
      const expected = read(first.journal.run, first.shard);
      const received = read(journal.run, shard);
      return expected === received
        ? []
        : [`${folder}: expected the ${name} of ${first.folder} (${String(expected)}), received another (${String(received)})`];
    }),
  );
}

const findDoubles = (parts: readonly RecordedPart[]): readonly string[] =>
  [...Map.groupBy(parts, ({ shard }) => shard.part)].flatMap(([part, same]) =>
    same.length === 1 ? [] : [`expected part ${part} once, received it in ${same.map(({ folder }) => folder).join(' and ')}`],
  );

const findOtherSuite = ({ folder, journal }: RecordedPart): readonly string[] =>
  journal.run.suiteFingerprint === suiteFingerprint()
    ? []
    : [
        `${folder}: expected a run of this release, received one of ${journal.run.suiteVersion} with other sources: merge with the release that ran the parts`,
      ];

/** Reads the parts in their order, or says why they are not the parts of one run. */
export function readParts(folders: readonly string[]): PartsRead {
  const read = folders.map(readPart);
  const problems = read.filter((each) => typeof each === 'string');
  const parts = read.filter((each) => typeof each !== 'string').sort((one, other) => one.shard.part - other.shard.part);
  const [first, ...others] = parts;
  if (problems.length > 0 || first === undefined) return { ok: false, problems };
  const strangers = [...findOtherSuite(first), ...findStrangers(first, others), ...findDoubles(parts)];
  return strangers.length > 0 ? { ok: false, problems: strangers } : { ok: true, parts: [first, ...others] };
}
