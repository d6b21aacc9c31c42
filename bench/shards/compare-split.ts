import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readJournal } from '../../helpers/report/journal/journal.ts';
import { faults } from '../../sandbox/faults.ts';
import { variants } from '../../sandbox/variants.ts';
import { judgeFolder, mergeInto, partFolder, runInto } from '../../tests/shards/split.ts';
import { readJudged, type Judged } from '../../tests/shards/same-run.ts';

export interface SplitJob {
  /** A fault, a variant, or empty for the honest sandbox. */
  readonly id: string;
  readonly parts: number;
  readonly runs: number;
}

export interface SplitRow extends SplitJob {
  readonly verdict: string;
  readonly differences: readonly string[];
  /** Runs in one piece differ from each other in the same checks and findings, so the parts show nothing. */
  readonly isUnsteady: boolean;
  readonly failed: number;
  readonly findings: number;
  /** Of the campaign in one piece, and of each part of it. */
  readonly seconds: number;
  readonly partSeconds: readonly number[];
  /** Calls of the campaign, in one piece and in each part: another program on the machine does not change them. */
  readonly calls: number;
  readonly partCalls: readonly number[];
}

const suitesOfCampaign: ReadonlySet<string> = new Set(['Odd calls', 'Sequences', 'Races']);

/** The checks of a campaign run one after another. */
function measureCampaign(folder: string): number {
  const { plan, outcomes } = readJournal(folder);
  const own = new Set(plan.filter(({ suite }) => suitesOfCampaign.has(suite)).map(({ id }) => id));
  return outcomes.filter(({ check }) => own.has(check)).reduce((sum, { durationMs }) => sum + durationMs, 0) / 1000;
}

/** Nearly all calls of a campaign are unrecorded. */
const countCalls = (folder: string): number => readJournal(folder).end?.unrecorded?.requests ?? 0;

const listDifferences = (word: string, one: readonly string[], other: readonly string[]): readonly string[] => [
  ...one.filter((each) => !other.includes(each)).map((each) => `${word} only in one piece: ${each}`),
  ...other.filter((each) => !one.includes(each)).map((each) => `${word} only merged: ${each}`),
];

const compareJudged = (one: Judged, other: Judged): readonly string[] => [
  ...(one.verdict === other.verdict ? [] : [`verdict ${one.verdict} in one piece, ${other.verdict} merged`]),
  ...listDifferences('check', one.checks, other.checks),
  ...listDifferences('finding', one.findings, other.findings),
];

/** As `OP9-SERVED~path`, whatever is said of it. */
const listSubjects = (differences: readonly string[]): ReadonlySet<string> =>
  new Set(differences.flatMap((each) => / (?:in one piece|merged): (\S+)/.exec(each)?.[1] ?? []));

const mostRunsAgain = 4;

/** Whether runs in one piece differ from each other in all that is given. */
async function isUnsteady(runAgain: (time: number) => Promise<Judged>, one: Judged, seen: readonly string[]): Promise<boolean> {
  const left = new Set(listSubjects(seen));
  for (let time = 1; time <= mostRunsAgain && left.size > 0; time += 1)
    for (const subject of listSubjects(compareJudged(one, await runAgain(time)))) left.delete(subject);
  return left.size === 0;
}

export async function compareSplit({ id, parts, runs }: SplitJob): Promise<SplitRow> {
  const folder = mkdtempSync(join(tmpdir(), 'dmt-shards-'));
  const difference = faults.get(id) ?? variants.get(id) ?? {};
  const size = { DMT_FUZZ_RUNS: String(runs), DMT_FUZZ_SECONDS: '100000', DMT_PENDING_TIMEOUT_MS: '1000', DMT_CALLBACK_TIMEOUT_MS: '2000' };
  const numbers = Array.from({ length: parts }, (_, at) => at + 1);
  try {
    const whole = join(folder, 'whole');
    const file = await runInto(whole, difference, size);
    const runAgain = async (time: number): Promise<Judged> => {
      const again = join(folder, `again-${time}`);
      return readJudged(again, await runInto(again, difference, size));
    };
    for (const part of numbers) await runInto(partFolder(folder, part), difference, { ...size, DMT_SHARD: `${part}/${parts}` });
    const problems = mergeInto(folder, numbers);
    const merged = join(folder, 'merged');
    const one = readJudged(whole, file);
    const other = readJudged(merged, judgeFolder(merged));
    const judged = compareJudged(one, other);
    const differences = [...problems, ...other.trouble, ...judged];
    return {
      id,
      parts,
      runs,
      verdict: one.verdict,
      differences,
      isUnsteady: judged.length > 0 && differences.length === judged.length && (await isUnsteady(runAgain, one, judged)),
      failed: one.checks.filter((check) => check.endsWith(' fail')).length,
      findings: one.findings.length,
      seconds: measureCampaign(whole),
      partSeconds: numbers.map((part) => measureCampaign(partFolder(folder, part))),
      calls: countCalls(whole),
      partCalls: numbers.map((part) => countCalls(partFolder(folder, part))),
    };
  } catch (error) {
    return {
      ...{
        id,
        parts,
        runs,
        verdict: 'none',
        isUnsteady: false,
        failed: 0,
        findings: 0,
        seconds: 0,
        partSeconds: [],
        calls: 0,
        partCalls: [],
      },
      differences: [String(error)],
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
