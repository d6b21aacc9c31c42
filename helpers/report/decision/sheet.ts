import { byId } from '../../core/by-id.ts';
import { pluralize, shortenAtWord } from '../../core/text.ts';
import type { Change } from '../compare/changes.ts';
import type { Comparison } from '../compare/compare.ts';
import { changesOfKind } from '../compare/compare.ts';
import type { LedgerCall } from '../journal/ledger.ts';
import type { Acceptance } from '../model/acceptances.ts';
import { describeMoment } from '../model/describe-moment.ts';
import { checksWithVerdict } from '../model/groups.ts';
import type { VerdictFile } from '../model/verdict-file.ts';
import { findStandings } from '../verdict/counted-clauses.ts';
import { collectBindingGaps } from '../verdict/coverage.ts';
import { formatTitle } from '../verdict/headline.ts';
import { countRecords, describeMoved } from './effects.ts';
import { collectObstacles } from './obstacles.ts';
import { countRisks, gravestFirst } from '../model/risk.ts';
import type { AcceptedRow, Coverage, Obstacle, Sheet } from './rows.ts';
import { countCoverage, describeAccepted } from './standings.ts';

const longestName = 80;

function describeJudged({ run, clauses }: VerdictFile): string {
  const parts = [
    `${run.target.toUpperCase()} ${shortenAtWord(run.hosts.join(', '), longestName)}`,
    run.targetBuild === null ? 'build not stated' : `build ${shortenAtWord(run.targetBuild, longestName)}`,
    describeMoment(run.startedAt, run.localTime),
    `suite ${run.suiteVersion}, catalogue ${run.catalogue ?? `of ${clauses.length} sentences`}, ${run.profile} profile`,
  ];
  return parts.join(' · ');
}

/** `1 clause broken, 4 not judged` */
function describeInShort(coverage: Coverage, against: readonly Obstacle[]): string {
  const { broken, notJudged, accepted, kept, binding } = coverage;
  const unmet = against.filter(({ clause }) => clause === null).length;
  const parts = [
    broken === 0 ? null : `${pluralize(broken, 'clause')} broken`,
    notJudged === 0 ? null : `${broken === 0 ? pluralize(notJudged, 'clause') : notJudged} not judged`,
    accepted === 0 ? null : `${pluralize(accepted, 'clause')} accepted in writing${describeAccepted(coverage)}`,
    unmet === 0 ? null : `${pluralize(unmet, 'condition')} of a signature not met`,
    broken + notJudged > 0 ? null : `${kept} of ${pluralize(binding, 'binding clause')} kept`,
  ];
  return parts.filter((part) => part !== null).join(', ');
}

/** Each acceptance once, whatever it covers. What is broken comes before what was not judged: the first page has room for few. */
function listAcceptedRows(file: VerdictFile): readonly AcceptedRow[] {
  const waivers = new Set(checksWithVerdict(file, 'waived').flatMap(({ waiver }) => waiver ?? []));
  const gaps = new Set(collectBindingGaps(file));
  const known = byId(file.clauses);
  const toRow = (what: AcceptedRow['what'], { clause, reason, ticket, approver, expires }: Acceptance): AcceptedRow => ({
    clause,
    sentence: known.get(clause)?.text ?? clause,
    what,
    reason,
    ticket,
    approver,
    expires,
  });
  const toRows = (what: AcceptedRow['what'], all: ReadonlySet<Acceptance>): readonly AcceptedRow[] =>
    gravestFirst(
      [...all].map((one) => toRow(what, one)),
      ({ clause }) => clause,
    );
  return [...toRows('deviation', waivers), ...toRows('gap', gaps)];
}

const countClauses = (changes: readonly Change[]): number => new Set(changes.map(({ clause }) => clause)).size;

function describeSince(changes: Comparison | null): string {
  if (changes === null) return 'no earlier run of this target is known';
  const { before, moved } = changes;
  const count = (kind: Change['kind']): number => countClauses(changesOfKind(changes, kind));
  const suite = moved.some(({ name }) => name === 'suite' || name === 'specification') ? 'changed' : 'unchanged';
  return [
    `run ${before.id.slice(0, 8)} of ${describeMoment(before.startedAt, undefined)}: newly broken ${count('newly-failing')}`,
    `fixed ${count('fixed')}`,
    `newly not judged ${count('newly-untested')}`,
    `suite ${suite}`,
  ].join(', ');
}

function describeLeft(file: VerdictFile, calls: readonly LedgerCall[]): string {
  const { run } = file;
  const least = run.totals === 'at-least' ? 'at least ' : '';
  return [
    `${least}${describeMoved(file, calls)}`,
    `${least}${pluralize(run.otps, 'OTP')}`,
    pluralize(countRecords(file, calls), 'record'),
  ].join(' · ');
}

export function buildSheet(file: VerdictFile, calls: readonly LedgerCall[], changes: Comparison | null): Sheet {
  const coverage = countCoverage(file);
  const against = collectObstacles(file);
  const broken = new Set(against.flatMap(({ clause, state }) => (state === 'broken' && clause !== null ? [clause] : [])));
  return {
    title: formatTitle(file, changes),
    inShort: describeInShort(coverage, against),
    judged: describeJudged(file),
    coverage,
    byRisk: countRisks([...broken]),
    acceptedByRisk: countRisks([...findStandings(file)].flatMap(([clause, standing]) => (standing === 'accepted' ? [clause] : []))),
    against,
    accepted: listAcceptedRows(file),
    since: describeSince(changes),
    left: describeLeft(file, calls),
  };
}
