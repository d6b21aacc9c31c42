import type { Owner } from '../../core/records/verdicts.ts';
import type { Comparison } from '../compare/compare.ts';
import { collectBindingGaps, findBlockedClauses } from './coverage.ts';
import { findOpenClauses, formatFirstIds } from './decide.ts';
import { pluralize, shorten } from '../../core/text.ts';
import { collectBrokenClauses, headlineByVerdict, formatHeadlinePrefix } from '../model/groups.ts';
import type { RunVerdict, VerdictFile } from '../model/verdict-file.ts';

/** Who moves, in a few words. */
export const actionByOwner: Readonly<Record<Owner, string>> = {
  service: 'service team',
  'test-data': 'test data',
  environment: 'environment',
  configuration: 'configuration',
  specification: 'operator',
  suite: 'conformance suite',
};

const longestCause = 80;

const formatActions = (owners: readonly (Owner | null)[]): string =>
  [...new Set(owners)].flatMap((owner) => (owner === null ? [] : [actionByOwner[owner]])).join(', ');

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

function describeCoverage({ binding: { total, judged } }: VerdictFile): string {
  if (total === 0) return 'NO BINDING CLAUSE SELECTED';
  return `ONLY ${judged} OF ${pluralize(total, 'BINDING CLAUSE', 'BINDING CLAUSES')} JUDGED`;
}

const findDifferingClauses = ({ changes, behavior, description }: Comparison): readonly string[] => [
  ...new Set([...changes, ...behavior, ...(description ?? [])].map(({ clause }) => clause)),
];

/** Compares a prod run with a run elsewhere; null when there is none. */
function describeProdComparison(changes: Comparison | null): string | null {
  if (changes === null || changes.before.kind === 'prod') return null;
  const run = `${changes.before.kind.toUpperCase()} RUN ${changes.before.id.slice(0, 8)}`;
  const [differing, both] = [findDifferingClauses(changes), changes.lookedAtByBoth];
  if (differing.length === 0) return `PROD CONSISTENT WITH ${run} ON ${pluralize(both, 'CLAUSE', 'CLAUSES')}`;
  return `PROD DIFFERS FROM ${run} ON ${differing.length} OF ${pluralize(both, 'CLAUSE', 'CLAUSES')}: ${formatFirstIds(differing)}`;
}

function formatJudgedInPart(file: VerdictFile, changes: Comparison | null): string {
  const kept = ['NO VIOLATION FOUND', describeExceptions(file)].filter((part) => part !== '').join(' EXCEPT ');
  const plain = 'not a statement of conformity';
  if (file.run.target !== 'prod') return joinWords([kept, describeCoverage(file), plain]);
  return (
    describeProdComparison(changes) ??
    joinWords([`PROD READ, ${kept}`, describeCoverage(file), 'no UAT run to compare with (DMT_PREVIOUS)', plain])
  );
}

function formatNonConformant(file: VerdictFile, changes: Comparison | null): string {
  const broken = collectBrokenClauses(file);
  const ids = broken.map(({ check }) => check.clause);
  return joinWords([
    `NOT CONFORMANT · ${pluralize(ids.length, 'clause')} broken: ${formatFirstIds(ids)}`,
    `action: ${formatActions(broken.map(({ check }) => check.owner))}`,
    file.run.target === 'prod' ? describeProdComparison(changes) : null,
  ]);
}

/** `OP11-SERVED` stays; `otp-source` reads "OTP source". */
const formatCause = (cause: string): string =>
  /^[a-z-]+$/.test(cause) ? cause.replaceAll('-', ' ').replaceAll(/\b(?:otp|mpin)\b/g, (word) => word.toUpperCase()) : cause;

function formatIncomplete(file: VerdictFile): string {
  const { causes, binding } = file;
  const open = new Set(findOpenClauses(binding));
  const reasons = binding.notJudged.filter(({ clause }) => open.has(clause));
  const blocked = findBlockedClauses(file).length;
  const [names, owners] =
    causes.length > 0
      ? [causes.map(({ cause }) => formatCause(cause)), causes.map(({ owner }) => owner)]
      : [[...new Set(reasons.map(({ reason }) => reason))], reasons.map(({ owner }) => owner)];
  const cause = `${pluralize(names.length, 'cause')}: ${shorten(names[0] ?? '', longestCause)}${names.length > 1 ? ' and others' : ''}`;
  const ofThem = blocked === 0 || blocked === open.size ? '' : `, ${blocked} of them blocked`;
  return joinWords([
    'NO VERDICT',
    `${pluralize(open.size, 'binding clause')} not judged${ofThem}`,
    cause,
    `action: ${formatActions(owners)}`,
  ]);
}

const formatMinute = (time: number): string => new Date(time).toISOString().slice(11, 16);

/** `environment failed 15:02 to 15:04`, in UTC; null where something else kept the run from judging. */
function describeOutage({ run: { inconclusive }, causes, checks }: VerdictFile): string | null {
  if (inconclusive === null || causes[0]?.owner !== 'environment') return null;
  const failed = checks.filter(({ verdict, owner }) => verdict === 'blocked' && owner === 'environment');
  const [from, to] = [
    failed.map(({ startedAt }) => Date.parse(startedAt)),
    failed.map((one) => Date.parse(one.startedAt) + one.durationMs),
  ];
  return `environment failed ${formatMinute(Math.min(...from))} to ${formatMinute(Math.max(...to))}`;
}

/**
 * The variables to check where no answer ever came from an address, and nothing was judged for that reason. Empty otherwise. A gateway that
 * answers is at the right address.
 */
export function listUnanswered({ run: { inconclusive }, causes: [first] }: VerdictFile): readonly string[] {
  const reason = inconclusive ?? '';
  if (first?.owner !== 'environment' || !reason.includes('; asked at ') || reason.includes(' received HTTP ')) return [];
  return [...new Set(reason.match(/\b(?:DMT_[A-Z_]+|HTTPS_PROXY|NO_PROXY)\b/g) ?? [])];
}

/** What people have to correct first is not cured by running again. */
function describeNextStep(file: VerdictFile): string | null {
  const { run, causes } = file;
  const unanswered = listUnanswered(file);
  if (unanswered.length > 0) return `action: check ${unanswered.join(', ')}, then run again`;
  const owners = causes.map(({ owner }) => owner);
  if (run.inconclusive !== null && owners.length > 0 && !owners.includes('environment')) return `action: ${formatActions(owners)}`;
  return run.interrupted || run.inconclusive !== null ? 'run again' : null;
}

const formatInconclusive = (file: VerdictFile): string =>
  joinWords(['NO VERDICT', describeOutage(file) ?? file.because, 'nobody is accused', describeNextStep(file)]);

const formatConformant = ({ binding }: VerdictFile): string =>
  `CONFORMANT · all ${pluralize(binding.total, 'binding clause')} judged in every required form`;

const formatWithDeviations = (file: VerdictFile): string =>
  joinWords([`CONFORMANT EXCEPT ${describeExceptions(file)}`, describeFirstExpiry(file)]);

const formatByVerdict: Readonly<Record<RunVerdict, (file: VerdictFile, changes: Comparison | null) => string>> = {
  conformant: formatConformant,
  'conformant-selection': formatConformant,
  'conformant-with-deviations': formatWithDeviations,
  'conformant-with-deviations-selection': formatWithDeviations,
  'judged-in-part': formatJudgedInPart,
  'non-conformant': formatNonConformant,
  incomplete: formatIncomplete,
  inconclusive: formatInconclusive,
  'unfit-waivers': ({ beneath }) =>
    joinWords(['WAIVERS DO NOT FIT', beneath === undefined ? null : `result beneath: ${headlineByVerdict[beneath]}`]),
};

/** The first line of every report. */
export const formatHeadline = (file: VerdictFile, changes: Comparison | null = null): string =>
  formatHeadlinePrefix(file.run) + formatByVerdict[file.verdict](file, changes);
