import type { Subject } from '../../../specs/clause.ts';
import { operations } from '../../../specs/operations.ts';
import { namesEnding } from '../../core/records/remarks.ts';
import { judgedVerdicts, statusByVerdict, type Owner, type Verdict } from '../../core/records/verdicts.ts';
import { groupDigits, pluralize } from '../../core/text.ts';
import type { VerdictCheck, VerdictClause, VerdictFile, VerdictRun } from './verdict-file.ts';
import { findAction } from './owners.ts';
import { gravestFirst } from './risk.ts';
import { byId } from '../../core/by-id.ts';
import { isOfCampaignArea } from '../../core/records/outcome.ts';
import { groupByLikelyCause, type BrokenClause } from './likely-causes.ts';

/** Marks a run of our own sandbox or of selected checks, so that no reader takes it for more. */
export const formatHeadlinePrefix = ({ target, selection }: Pick<VerdictRun, 'target' | 'selection'>): string =>
  `${target === 'sandbox' ? 'SANDBOX · ' : ''}${selection === null ? '' : 'SELECTION · '}`;

const otherTitles: Readonly<Record<Exclude<Subject, `OP-${number}`>, string>> = {
  TOKEN: 'Access token',
  ENVELOPE: 'Response envelope and codes',
  AUTH: 'Authentication and authorization',
  ACTUATOR: 'Operational endpoints',
  ERROR: 'Error endpoint',
  SERVICE: 'Service definition',
  CALLBACK: 'Onboarding callback',
  SWAGGER: 'Machine-readable description',
};

const titleBySubject: ReadonlyMap<string, string> = new Map([
  ...operations.map(({ id, title }) => [id, title] as const),
  ...Object.entries(otherTitles),
]);

/** In the order of the specification. */
export const subjects: readonly string[] = [...titleBySubject.keys()];

/** `OP-9 Request a fund transfer` */
export const formatSubject = (subject: Subject): string => `${subject} ${titleBySubject.get(subject) ?? ''}`.trim();

export interface ReasonGroup {
  readonly reason: string;
  readonly owner: Owner | null;
  /** Who has to act. Null: no action is needed. */
  readonly action: string | null;
  readonly ids: readonly string[];
}

interface Reasoned {
  readonly id: string;
  readonly reason: string | null;
  readonly owner: Owner | null;
}

const toReasonGroup = ({ reason, owner }: Reasoned, taken: readonly Reasoned[]): ReasonGroup => ({
  reason: reason ?? 'no reason given',
  owner,
  action: findAction(owner, reason),
  ids: taken.map(({ id }) => id),
});

/** In the order of the rows. */
export function groupByReason(rows: readonly Reasoned[]): readonly ReasonGroup[] {
  const groups = Map.groupBy(rows, ({ reason, owner }) => `${owner ?? ''} ${reason ?? ''}`);
  return [...groups.values()].flatMap(([first, ...others]) => (first === undefined ? [] : [toReasonGroup(first, [first, ...others])]));
}

const largestFirst = (groups: readonly ReasonGroup[]): readonly ReasonGroup[] =>
  groups.toSorted((one, other) => other.ids.length - one.ids.length);

export const checksWithVerdict = ({ checks }: VerdictFile, verdict: Verdict): readonly VerdictCheck[] =>
  checks.filter((check) => check.verdict === verdict);

export function selectChecks({ checks }: VerdictFile, ids: readonly string[]): readonly VerdictCheck[] {
  const known = byId(checks);
  return ids.flatMap((id) => known.get(id) ?? []);
}

export const groupsWithVerdict = (file: VerdictFile, verdict: Verdict): readonly ReasonGroup[] =>
  largestFirst(groupByReason(checksWithVerdict(file, verdict)));

/** Clauses without a check. Clauses that nothing can try are listed separately. */
export function findUncheckedClauses({ clauses, binding }: VerdictFile): readonly VerdictClause[] {
  const outside = new Set(binding.cannotBeTried.map(({ clause }) => clause));
  return clauses.filter(({ id, checks }) => checks.length === 0 && !outside.has(id));
}

/** Not judged, and without a check of its own: it follows the clauses that show it. */
export function findOpenFollowers({ clauses, checks }: VerdictFile): readonly VerdictClause[] {
  const own = new Set(checks.map(({ clause }) => clause));
  return clauses.filter(({ id, checks: shown, verdict }) => shown.length > 0 && !own.has(id) && !judgedVerdicts.has(verdict));
}

export const groupUncheckedClauses = (file: VerdictFile): readonly ReasonGroup[] => largestFirst(groupByReason(findUncheckedClauses(file)));

/** A transfer that went on is graver than a served call, and a served call is graver than another wrong answer. */
function rankFailure({ received, deviation }: VerdictCheck): number {
  if (received !== null && namesEnding(received)) return 0;
  return deviation === 'served' ? 1 : 2;
}

/** Among equal ones, a check that made the call says more than a rule over answers: its evidence has the call. */
const gravestFailureFirst = (failing: readonly VerdictCheck[]): readonly VerdictCheck[] =>
  failing.toSorted((one, other) => rankFailure(one) - rankFailure(other) || Number(one.rule ?? false) - Number(other.rule ?? false));

/** Gravest first; among equal risks those with one likely cause stand together, and what explains most checks comes first. */
export function collectBrokenClauses(file: VerdictFile, verdict: Verdict = 'fail'): readonly BrokenClause[] {
  const clauses = byId(file.clauses);
  const blocked = Map.groupBy(checksWithVerdict(file, 'blocked'), ({ cause }) => cause);
  const broken = [...Map.groupBy(checksWithVerdict(file, verdict), ({ clause }) => clause)].flatMap(([id, failing]) => {
    const [check, ...also] = gravestFailureFirst(failing);
    return check === undefined ? [] : [{ clause: clauses.get(id), check, also, blocks: blocked.get(id) ?? [] }];
  });
  return gravestFirst(
    groupByLikelyCause(broken).flatMap((group) => group.clauses),
    ({ check }) => check.clause,
  );
}

const wordsIfAny = (count: number, words: string): readonly string[] => (count === 0 ? [] : [words]);

/** In the four results of JUnit and Allure. */
function describeChecks(checks: readonly VerdictCheck[]): string {
  const count = (status: string): number => checks.filter(({ verdict }) => statusByVerdict[verdict] === status).length;
  const failed = count('failed');
  const errors = count('broken');
  const skipped = count('skipped');
  return [
    `${checks.length}: ${count('passed')} passed`,
    ...wordsIfAny(failed, `${failed} failed`),
    ...wordsIfAny(errors, `${pluralize(errors, 'error')} of the suite`),
    ...wordsIfAny(skipped, `${skipped} skipped`),
  ].join(', ');
}

/** Checks of a campaign are counted apart: their number depends on its size. */
export function describeCheckCounts({ checks }: VerdictFile): readonly (readonly [name: string, words: string])[] {
  const campaign = checks.filter(isOfCampaignArea);
  return [
    ['checks', describeChecks(checks.filter((check) => !isOfCampaignArea(check)))],
    ...(campaign.length === 0 ? [] : [['campaign', describeChecks(campaign)] as const]),
  ];
}

/** `1 OTP, 1 transfer`; empty when repeating costs nothing. */
/** What the calls behind it took in this run: repeated alone, it takes no more, and often less. Empty where it takes nothing. */
export function describeCost({ cost }: VerdictCheck): string {
  const words = [
    ...wordsIfAny(cost.otps, pluralize(cost.otps, 'OTP')),
    ...wordsIfAny(cost.transfers, pluralize(cost.transfers, 'transfer')),
  ];
  return words.length === 0 ? '' : `at most ${words.join(', ')}`;
}

/** `9 OTPs · 3 transfers, 301.12 requested`; of an interrupted run the least it did. */
export function describeEffects({ run }: VerdictFile): string {
  const least = run.totals === 'at-least' ? 'at least ' : '';
  return `${least}${pluralize(run.requests, 'request')} · ${pluralize(run.otps, 'OTP')} · ${pluralize(run.transfers, 'transfer')}, ${groupDigits(run.amount.toFixed(2))} requested`;
}
