import { listUnansweredSettings } from '../../client/http/where-asked.ts';
import { describeMissingParts } from '../model/missing-parts.ts';
import { formatActions, runMissingParts } from '../model/owners.ts';
import type { Comparison } from '../compare/compare.ts';
import { countClauses } from './counted-clauses.ts';
import { collectBindingGaps } from './coverage.ts';
import { findOpenClauses, formatFirstIds } from './decide.ts';
import { describeIncompleteness } from './incomplete.ts';
import { pluralize } from '../../core/text.ts';
import { collectBrokenClauses, formatHeadlinePrefix } from '../model/groups.ts';
import type { RunVerdict, VerdictFile } from '../model/verdict-file.ts';

export const notConformant = 'NOT CONFORMANT';

const joinWords = (parts: readonly (string | null)[]): string => parts.filter((part) => part !== null && part !== '').join(' · ');

const collectAccepted = (file: VerdictFile) => ({
  deviations: collectBrokenClauses(file, 'waived').flatMap(({ check: { waiver } }) => [waiver]),
  gaps: collectBindingGaps(file),
});

/** `2 ACCEPTED DEVIATIONS AND 1 ACCEPTED GAP`; empty when nothing was accepted. */
function describeExceptions(file: VerdictFile): string {
  const { deviations, gaps } = collectAccepted(file);
  const parts = [
    ...(deviations.length === 0 ? [] : [pluralize(deviations.length, 'ACCEPTED DEVIATION', 'ACCEPTED DEVIATIONS')]),
    ...(gaps.length === 0 ? [] : [pluralize(gaps.length, 'ACCEPTED GAP', 'ACCEPTED GAPS')]),
  ];
  return parts.join(' AND ');
}

function describeFirstExpiry(file: VerdictFile): string | null {
  const { deviations, gaps } = collectAccepted(file);
  const [first] = [...deviations, ...gaps].flatMap((one) => (one === null ? [] : [one.expires])).sort();
  return first === undefined ? null : `first expires ${first}`;
}

function describeOnlyJudged({ binding: { total, judged } }: VerdictFile): string {
  if (total === 0) return 'NO BINDING CLAUSE SELECTED';
  return `${judged === total ? '' : 'ONLY '}${judged} OF ${pluralize(total, 'BINDING CLAUSE', 'BINDING CLAUSES')} JUDGED`;
}

const findDifferingClauses = ({ changes, behavior, description }: Comparison): readonly string[] => [
  ...new Set([...changes, ...behavior, ...(description ?? [])].map(({ clause }) => clause)),
];

/** Compares a prod run with a run elsewhere; null when there is none. */
function describeProdComparison(changes: Comparison | null): string | null {
  if (changes === null || changes.before.kind === 'prod') return null;
  const run = `${changes.before.kind.toUpperCase()} RUN ${changes.before.id.slice(0, 8)}`;
  const differing = findDifferingClauses(changes);
  const both = changes.lookedAtByBoth;
  if (differing.length === 0) return `PROD CONSISTENT WITH ${run} ON ${pluralize(both, 'CLAUSE', 'CLAUSES')}`;
  return `PROD DIFFERS FROM ${run} ON ${differing.length} OF ${pluralize(both, 'CLAUSE', 'CLAUSES')}: ${formatFirstIds(differing)}`;
}

/** The result in capitals, and what there is to say about it. */
interface Headline {
  readonly title: string;
  readonly details: readonly (string | null)[];
}

function describePart(file: VerdictFile): string {
  const { total, by } = countClauses(file);
  return `${total - by['not judged']} OF ${pluralize(total, 'BINDING CLAUSE', 'BINDING CLAUSES')} JUDGED BY THIS PART ALONE`;
}

function describeJudgedInPart(file: VerdictFile, changes: Comparison | null): Headline {
  const kept = ['NO VIOLATION FOUND', describeExceptions(file)].filter((part) => part !== '').join(' EXCEPT ');
  const inPart = `${kept} · ${describeOnlyJudged(file)}`;
  const plain = 'not a statement of conformity';
  const { shard } = file.run;
  if (shard !== undefined)
    return { title: `PART ${shard.part} OF ${shard.of}, ${kept} · ${describePart(file)}`, details: ['merge the parts for a verdict'] };
  if (file.run.target !== 'prod') return { title: inPart, details: [plain] };
  const compared = describeProdComparison(changes);
  if (compared !== null) return { title: compared, details: [] };
  return { title: `PROD READ, ${inPart}`, details: ['no UAT run to compare with (DMT_PREVIOUS)', plain] };
}

function describeNonConformant(file: VerdictFile, changes: Comparison | null): Headline {
  const broken = collectBrokenClauses(file);
  const ids = broken.map(({ check }) => check.clause);
  return {
    title: notConformant,
    details: [
      `${pluralize(ids.length, 'clause')} broken: ${formatFirstIds(ids)}`,
      `action: ${formatActions(broken.map(({ check }) => check.owner))}`,
      file.run.target === 'prod' ? describeProdComparison(changes) : null,
    ],
  };
}

function describeIncomplete(file: VerdictFile): Headline {
  const { count, cause, owners } = describeIncompleteness(file);
  const { merged } = file.run;
  if (merged !== undefined && merged.missing.length > 0)
    return {
      title: 'NO VERDICT',
      details: [describeMissingParts(merged), findOpenClauses(file.binding).length === 0 ? null : count, `action: ${runMissingParts}`],
    };
  return { title: 'NO VERDICT', details: [count, cause, `action: ${formatActions(owners)}`] };
}

const formatMinute = (time: number): string => new Date(time).toISOString().slice(11, 16);

const formatSpan = (from: string, to: string): string => (from === to ? `at ${from}` : `${from} to ${to}`);

/** `environment failed 15:02 to 15:04 UTC`; null where something else kept the run from judging. */
function describeOutage({ run: { inconclusive }, causes, checks }: VerdictFile): string | null {
  if (inconclusive === null || causes[0]?.owner !== 'environment') return null;
  const failed = checks.filter(({ verdict, owner }) => verdict === 'blocked' && owner === 'environment');
  const from = failed.map(({ startedAt }) => Date.parse(startedAt));
  const to = failed.map((one) => Date.parse(one.startedAt) + one.durationMs);
  return `environment failed ${formatSpan(formatMinute(Math.min(...from)), formatMinute(Math.max(...to)))} UTC`;
}

/** The variables to check where no answer ever came from an address, and nothing was judged for that reason. Empty otherwise. */
export function listUnanswered({ run: { inconclusive }, causes: [first] }: VerdictFile): readonly string[] {
  if (inconclusive === null || first?.owner !== 'environment') return [];
  // The reason of the run may not say where was asked; the first cause does.
  return listUnansweredSettings(`${inconclusive} ${first.reason}`);
}

/** What people have to correct first is not cured by running again. */
function describeNextStep(file: VerdictFile): string | null {
  const { run, causes } = file;
  const unanswered = listUnanswered(file);
  if (unanswered.length > 0) return `action: check ${unanswered.join(', ')}, then run again`;
  const owners = causes.map(({ owner }) => owner);
  if (run.inconclusive !== null && owners.length > 0 && !owners.includes('environment')) return `action: ${formatActions(owners)}`;
  if (run.interrupted) return run.target === 'sandbox' ? 'run again' : 'resume it, or run again';
  return run.inconclusive === null ? null : 'run again';
}

const describeInconclusive = (file: VerdictFile): Headline => ({
  title: 'NO VERDICT',
  details: [describeOutage(file) ?? file.because, 'nobody is accused', describeNextStep(file)],
});

const describeConformant = ({ binding }: VerdictFile): Headline => ({
  title: 'CONFORMANT',
  details: [`all ${pluralize(binding.total, 'binding clause')} judged in every required form`],
});

/** A clause may have further checks, which tried it in other forms and circumstances. */
const describeConformantSelection = ({ binding, checks }: VerdictFile): Headline => ({
  title: 'CONFORMANT',
  details: [`${pluralize(binding.total, 'binding clause')} judged by ${pluralize(checks.length, 'selected check')} alone`],
});

const describeWithDeviations = (file: VerdictFile): Headline => ({
  title: `CONFORMANT EXCEPT ${describeExceptions(file)}`,
  details: [describeFirstExpiry(file)],
});

/** The result beneath is what the run would have without the entries that do not fit. */
function describeUnfit(file: VerdictFile, changes: Comparison | null): Headline {
  const { beneath } = file;
  const result = beneath === undefined ? null : describeResult({ ...file, verdict: beneath }, changes).title;
  return { title: 'WAIVERS DO NOT FIT', details: [result === null ? null : `result beneath: ${result}`] };
}

const headlineByVerdict: Readonly<Record<RunVerdict, (file: VerdictFile, changes: Comparison | null) => Headline>> = {
  conformant: describeConformant,
  'conformant-selection': describeConformantSelection,
  'conformant-with-deviations': describeWithDeviations,
  'conformant-with-deviations-selection': describeWithDeviations,
  'judged-in-part': describeJudgedInPart,
  'non-conformant': describeNonConformant,
  incomplete: describeIncomplete,
  inconclusive: describeInconclusive,
  'unfit-waivers': describeUnfit,
};

function describeResult(file: VerdictFile, changes: Comparison | null): Headline {
  return headlineByVerdict[file.verdict](file, changes);
}

/** The result alone, where the rest of the headline stands beside it. */
export const formatTitle = (file: VerdictFile, changes: Comparison | null = null): string =>
  formatHeadlinePrefix(file.run) + describeResult(file, changes).title;

/** The first line of every report. */
export function formatHeadline(file: VerdictFile, changes: Comparison | null = null): string {
  const { title, details } = describeResult(file, changes);
  return formatHeadlinePrefix(file.run) + joinWords([title, ...details]);
}
