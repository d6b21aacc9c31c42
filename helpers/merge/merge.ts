import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { Big } from 'big.js';
import type { RunScope } from '../bundle/rejudge.ts';
import { ledgerFilePath } from '../client/journal/ledger.ts';
import { mapCounts, type CampaignBudget } from '../core/budget.ts';
import type { PartEnd, PartEndReason } from '../core/records/campaign-end.ts';
import type { CampaignAccount, JournalLine, RunHeader } from '../core/records/journal-lines.ts';
import { openLeanLines } from '../core/records/exchange-line.ts';
import type { Outcome } from '../core/records/outcome.ts';
import { findingsFile } from '../fuzz/findings/journal.ts';
import { acceptedFile } from '../report/waivers/record.ts';
import { configurationFile, prepareFolder } from '../report/files/folder.ts';
import { planFingerprint } from '../report/fingerprint/fingerprints.ts';
import { journalFiles, readJournal, type Journal } from '../report/journal/journal.ts';
import { formatLines } from '../report/journal/lean-lines.ts';
import { findInconclusiveReason } from '../run/inconclusive.ts';
import type { PlanEntry } from '../runner/plan.ts';
import { joinParts, type JoinedRecord } from './join.ts';
import { settleOutcomes } from './outcomes.ts';
import { readParts, type RecordedPart } from './read-parts.ts';

export interface MergeRequest {
  readonly folders: readonly string[];
  /** The report folder of the merged run. */
  readonly into: string;
  readonly stateFolder: string;
  readonly planOf: (scope: RunScope) => readonly PlanEntry[];
}

type Parts = readonly [RecordedPart, ...RecordedPart[]];

const toLines = (values: readonly object[]): string => values.map((value) => `${JSON.stringify(value)}\n`).join('');

const addBudgets = (one: CampaignBudget, other: CampaignBudget): CampaignBudget => ({
  ...mapCounts((counter) => one[counter] + other[counter]),
  amount: one.amount === null || other.amount === null ? null : new Big(one.amount).plus(other.amount).toFixed(),
});

function sumAccounts(parts: Parts): { readonly campaign?: CampaignAccount } {
  const accounts = parts.flatMap(
    ({ journal }) => journal.sittings.findLast(({ ending }) => ending?.campaign !== undefined)?.ending?.campaign ?? [],
  );
  const [first, ...others] = accounts;
  if (first === undefined) return {};
  const add = (sum: CampaignAccount, { taken, atMost }: CampaignAccount): CampaignAccount => ({
    taken: addBudgets(sum.taken, taken),
    atMost: addBudgets(sum.atMost, atMost),
  });
  return { campaign: others.reduce(add, first) };
}

/** The end that says most about what is lacking. */
const endsByWeight: readonly PartEndReason[] = ['found', 'trouble', 'cap', 'clock', 'size', 'complete'];

const joinEnds = (same: readonly PartEnd[]): PartEnd =>
  same.reduce((sum, one) => ({
    part: sum.part,
    ended: endsByWeight.indexOf(one.ended) < endsByWeight.indexOf(sum.ended) ? one.ended : sum.ended,
    tried: sum.tried + one.tried,
    left: sum.left + one.left,
    leftOut: sum.leftOut + one.leftOut,
  }));

/** Each chapter once: what the parts tried of it together. A later sitting's end of the same part counts. */
function joinCampaignParts(parts: Parts): readonly PartEnd[] {
  const ends = parts.flatMap(({ journal }) => [...new Map(journal.parts.map((each) => [each.part, each])).values()]);
  return [...Map.groupBy(ends, ({ part }) => part).values()].map(joinEnds);
}

const latest = (parts: Parts): string =>
  parts.map(({ journal }) => journal.end?.finishedAt ?? journal.run.startedAt).reduce((one, other) => (one > other ? one : other));

/** The merge is a sitting of its own: it sends nothing, and settles what several parts tried. */
function buildMergeSitting(
  parts: Parts,
  { leaks, numbered }: JoinedRecord,
  journal: Journal,
  settled: readonly Outcome[],
): readonly JournalLine[] {
  const at = latest(parts);
  const standing = Map.groupBy(journal.outcomes, ({ check }) => check);
  const changed = settled.filter((outcome) => !isDeepStrictEqual(standing.get(outcome.check), [outcome]));
  return [
    {
      kind: 'sitting',
      sitting: { startedAt: at, runBy: journal.run.runBy, numbered, tries: changed.map(({ check }) => check), part: null },
    },
    ...(leaks.secrets.length + leaks.codes.length === 0 ? [] : [{ kind: 'leaks', leaks } as const]),
    ...joinCampaignParts(parts).map((part) => ({ kind: 'part', part }) as const),
    ...changed.map((outcome) => ({ kind: 'outcome', outcome }) as const),
    {
      kind: 'end',
      finishedAt: at,
      totals: { requests: 0, otps: 0, transfers: 0, amount: '0' },
      inconclusive: findInconclusiveReason(settled),
      ...sumAccounts(parts),
    },
  ];
}

/** Replaces what an earlier merge of the same parts wrote there; lines of other runs stay. */
function writeLedger(stateFolder: string, { calls, header }: JoinedRecord): void {
  const file = ledgerFilePath(stateFolder);
  const before = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
  const others = before.filter((line) => line !== '' && !line.includes(`"run":"${header.id}"`));
  writeFileSync(file, `${others.map((line) => `${line}\n`).join('')}${toLines(calls)}`);
}

function writeRecord({ into, stateFolder }: MergeRequest, [first]: Parts, record: JoinedRecord): void {
  prepareFolder(into);
  for (const name of [configurationFile, acceptedFile])
    if (existsSync(join(first.folder, name))) copyFileSync(join(first.folder, name), join(into, name));
  const toLeanLine = openLeanLines();
  writeFileSync(join(into, journalFiles.exchanges), record.exchanges.map((exchange) => `${toLeanLine(exchange)}\n`).join(''));
  writeFileSync(join(into, journalFiles.outcomes), formatLines(record.lines));
  writeFileSync(join(into, findingsFile), toLines(record.findings));
  writeLedger(stateFolder, record);
}

const readScope = ({ selection, profile, safety = true }: RunHeader): RunScope => ({ selection, profile, safety, fuzz: true });

/** Joins the records of the parts of a split run into that of one run, or says why they do not belong together. */
export function mergeParts(request: MergeRequest): readonly string[] {
  const { folders, into, planOf } = request;
  if (folders.some((folder) => resolve(folder) === resolve(into)))
    return [`${into}: expected another folder than those of the parts for the merged report; for example --report-dir reports/merged`];
  const read = readParts(folders);
  if (!read.ok) return read.problems;
  const { parts } = read;
  const entries = planOf(readScope(parts[0].journal.run));
  const plan = entries.map(({ planned }) => planned);
  if (planFingerprint(plan) !== parts[0].shard.plan)
    return [`${parts[0].folder}: expected the checks that this release plans, received another plan`];
  const record = joinParts(parts, plan);
  writeRecord(request, parts, record);
  const journal = readJournal(into);
  const { merged = { of: parts.length, from: [], missing: [] } } = record.header;
  const settled = settleOutcomes(
    journal,
    entries.map(({ check }) => check),
    merged,
    new Set(parts[0].shard.everywhere),
    latest(parts),
  );
  writeFileSync(join(into, journalFiles.outcomes), formatLines(buildMergeSitting(parts, record, journal, settled)), { flag: 'a' });
  return [];
}
