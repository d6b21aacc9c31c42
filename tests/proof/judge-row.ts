import { faults } from '../../sandbox/faults.ts';
import { variants } from '../../sandbox/variants.ts';
import type { Row, Sighting } from './prove.ts';

const listClauses = (sightings: readonly Sighting[]): string[] => [...new Set(sightings.map(({ clause }) => clause))].sort();

const describeSighting = ({ check, expected, received }: Sighting): string =>
  `${check}: expected ${expected ?? ''}, received ${received ?? ''}`;

/** A check is blocked though no clause is broken: someone else must act. */
const blamelessCauses = ['environment', 'funds-or-limits', 'system-failure', 'no-further-code'];

/** Each line is one problem; no line means that the row is proved. */
function commonProblems({ unjudged, fired, failed, warned }: Row): string[] {
  return [
    ...unjudged.map(({ check, verdict, reason }) => `expected every check to judge, received ${check} ${verdict}: ${reason ?? ''}`),
    ...(fired || failed.length > 0 || warned.length > 0 ? [] : ['expected the difference to show, received nothing that it changed']),
  ];
}

function faultProblems(row: Row): string[] {
  const { breaks = [], warns = [], shows = '', mayBlock } = faults.get(row.id) ?? {};
  const broken = listClauses(row.failed);
  const wanted = breaks.toSorted();
  const strangers = row.blocked.filter(
    ({ cause }) => cause !== mayBlock && !(breaks.length === 0 ? [...blamelessCauses, ...warns] : breaks).includes(cause ?? ''),
  );
  return [
    ...(broken.join() === wanted.join()
      ? []
      : [`expected ${wanted.join(', ')} to be broken, received ${broken.join(', ')}: ${row.failed.map(describeSighting).join('; ')}`]),
    ...warns
      .filter((clause) => !listClauses(row.warned).includes(clause))
      .map((clause) => `expected a warning of ${clause}, received none`),
    ...row.failed
      .filter(({ received }) => received?.includes(shows) !== true)
      .map((one) => `expected a reason that shows ${shows}, received ${describeSighting(one)}`),
    ...strangers.map(({ check, cause }) => `expected checks to be blocked by what is broken alone, received ${check} by ${cause ?? ''}`),
  ];
}

function variantProblems(row: Row): string[] {
  const { ends, cause, mayBlock } = variants.get(row.id) ?? {};
  const isNamed = cause === undefined || row.blocked.some((one) => one.cause === cause.name && one.owner === cause.owner);
  const blamed = row.blocked.filter((one) => one.cause !== mayBlock && (ends !== 'blocked' || one.owner === 'service'));
  return [
    ...row.failed.map((one) => `expected no accusation, received ${describeSighting(one)}`),
    ...blamed.map(
      ({ check, owner, reason }) => `expected no check blocked by trouble, received ${check} blocked, ${owner ?? ''}: ${reason ?? ''}`,
    ),
    ...(isNamed ? [] : [`expected checks blocked by ${cause.name}, which is up to ${cause.owner}, received none`]),
    ...(ends === 'blocked' && row.blocked.length === 0 ? ['expected the run to be stopped by the trouble, received no blocked check'] : []),
  ];
}

/** A fault on top of a legal variant: what it breaks is found, and nothing else is accused. */
export function findMixedProblems({ id, failed, warned, unjudged, on: [beneath = ''] = [] }: Row): string[] {
  const { breaks = [], warns = [] } = faults.get(id) ?? {};
  const missing = breaks.length > 0 ? breaks.filter((clause) => !listClauses(failed).includes(clause)) : [];
  const silent = breaks.length > 0 ? [] : warns.filter((clause) => !listClauses(warned).includes(clause));
  return [
    ...[...missing, ...silent].map((clause) => `expected ${clause} to be accused on ${beneath}, received nothing`),
    ...failed
      .filter(({ clause }) => !breaks.includes(clause))
      .map((one) => `expected no other accusation on ${beneath}, received ${describeSighting(one)}`),
    ...unjudged
      .filter(({ verdict }) => verdict === 'error')
      .map(({ check, reason }) => `expected no error on ${beneath}, received ${check}: ${reason ?? ''}`),
  ];
}

export const findProblems = (row: Row): string[] => [
  ...commonProblems(row),
  ...(row.kind === 'fault' ? faultProblems(row) : variantProblems(row)),
];
