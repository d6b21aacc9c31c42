import type { Fault, Variant } from '../../sandbox/catalog.ts';
import { faults } from '../../sandbox/faults.ts';
import { variants } from '../../sandbox/variants.ts';
import type { Check } from '../../helpers/runner/check.ts';
import { circumstances } from '../../specs/circumstances.ts';
import { operations } from '../../specs/operations.ts';
import { suites } from '../../suites/index.ts';

/** Suites about one part of the service. They notice only faults in that part. */
const corners: readonly string[] = [
  'Token',
  'Access',
  'Old tokens',
  'Second agent',
  'Other verbs',
  'Operational endpoints',
  'Operational contents',
  'Operational silence',
  'Error endpoint',
  'Service definition',
  'Onboarding callback',
  'Live description',
  'Description and behavior',
];

const journey: readonly string[] = suites.map(({ name }) => name).filter((name) => !corners.includes(name));

/** Further forms and circumstances cost most of a run. */
const isFurther = ({ operation, form, circumstance }: Pick<Check, 'operation' | 'form' | 'circumstance'>): boolean =>
  (form !== undefined && !firstForms.has(`${operation} ${form}`)) || (circumstance !== undefined && circumstance !== 'first');

const firstForms: ReadonlySet<string> = new Set(operations.map(({ id, forms }) => `${id} ${Object.keys(forms)[0]}`));

/**
 * Whether a check may be left out of the trial of a fault. A clause is tried in all its forms and circumstances where the fault breaks it;
 * elsewhere the first form in the first circumstance shows what follows from the fault. `npm run proof -- --full` leaves out nothing.
 */
export const isNeededFor =
  ({ breaks, warns = [], everywhere }: Fault) =>
  (check: Check): boolean =>
    everywhere === true || !isFurther(check) || breaks.includes(check.clause) || warns.includes(check.clause);

const kinds: readonly string[] = [
  ...Object.keys(circumstances),
  ...operations.flatMap(({ id, forms }) => Object.keys(forms).map((form) => `${id} ${form}`)),
];

/** Has no factor in common with `suiteParts`, nor with the share of variants that `npm test` tries. So no combination is left out for good. */
const parts = 7;

/**
 * Whether a check is tried on a legal variant. A seventh of the further forms and circumstances, another one for each of seven variants in a
 * row, those of each where several are tried together; all of them where they belong to the difference. `npm run proof -- --full` leaves out nothing.
 */
export const isNeededOn =
  ({ id, everywhere }: Variant, beside: readonly string[] = []) =>
  (check: Check): boolean => {
    if (everywhere === true || !isFurther(check)) return true;
    const kind =
      check.circumstance === undefined || check.circumstance === 'first' ? `${check.operation} ${check.form}` : check.circumstance;
    const at = kinds.indexOf(kind) % parts;
    return [id, ...beside].some((name) => [...variants.keys()].indexOf(name) % parts === at);
  };

/** The suites with a check of a clause that the fault breaks. */
export function ownSuites({ breaks, warns = [] }: Pick<Fault, 'breaks' | 'warns'>): readonly string[] {
  const named: readonly string[] = [...breaks, ...warns];
  return suites
    .filter(({ area, checks }) => area !== 'Fuzzing' && checks.some(({ clause }) => named.includes(clause)))
    .map(({ name }) => name);
}

/**
 * The suites that can notice a fault: its own, and also all suites of senders and money, unless every one of its own is about one part only.
 * `npm run proof -- --full` shows that the other suites notice nothing.
 */
export function suitesFor(fault: Pick<Fault, 'breaks' | 'warns'>): readonly string[] {
  const own = ownSuites(fault);
  return own.every((name) => corners.includes(name)) ? own : [...new Set([...journey, ...own])];
}

/** Has no factor in common with `parts` or `suiteParts`, so that no two of these choices always meet. */
const journeyParts = 17;

const suitesWith = (checks: readonly string[]): readonly string[] =>
  suites.filter((suite) => suite.checks.some(({ id }) => checks.includes(id))).map(({ name }) => name);

const neededSuites = (fault: Pick<Fault, 'breaks' | 'warns'>, seenBy: readonly string[]): readonly string[] => [
  ...ownSuites(fault),
  ...suitesWith(seenBy),
];

/** Of suites that are there only because they could accuse something else, no further form or circumstance. */
export function isNeededForSome(fault: Fault, seenBy: readonly string[]): (check: Check) => boolean {
  const needed = neededSuites(fault, seenBy);
  const ids = new Set(suites.filter(({ name }) => needed.includes(name)).flatMap(({ checks }) => checks.map(({ id }) => id)));
  const isNeeded = isNeededFor(fault);
  return (check) => isNeeded(check) && (ids.has(check.id) || !isFurther(check));
}

/**
 * Its own suites, those with checks that are to see it, and a seventeenth of the others that can notice it: another one for each of seventeen faults in
 * a row.
 */
export function someSuitesFor(fault: Pick<Fault, 'id' | 'breaks' | 'warns'>, seenBy: readonly string[]): readonly string[] {
  const needed = neededSuites(fault, seenBy);
  const at = [...faults.keys()].indexOf(fault.id);
  return suitesFor(fault).filter((name) => needed.includes(name) || journey.indexOf(name) % journeyParts === at % journeyParts);
}

/** Has no factor in common with the parts of `isNeededOn`, so each suite meets each of these. */
export const suiteParts = 13;

export const everyThirteenthSuite = (first: number): readonly string[] =>
  suites.filter(({ area }, at) => area !== 'Fuzzing' && at % suiteParts === first).map(({ name }) => name);
