import { readOnlyReason } from '../../config/permissions.ts';
import { isAboutMissingParts } from './missing-parts.ts';
import type { Owner } from '../../core/records/verdicts.ts';

/** Who has to act, in the same words on every page. */
export const actionByOwner: Readonly<Record<Owner, string>> = {
  service: 'service team',
  'test-data': 'test data',
  environment: 'environment',
  configuration: 'configuration',
  specification: 'operator',
  suite: 'conformance suite',
};

/** Each action once, in the order of the owners. */
export const formatActions = (owners: readonly (Owner | null)[]): string =>
  [...new Set(owners)].flatMap((owner) => (owner === null ? [] : [actionByOwner[owner]])).join(', ');

export const interruptedReason = 'the run was interrupted before this check';

/** Of a part of a split run. */
export const otherPartReason = 'another part of this split run tries it';

/** Of a merged run without all of its parts. */
export const runMissingParts = 'run what is missing, and merge again';

/** That a run on PROD only reads needs no action. What an interruption left out needs another run, and nothing else. */
const actionByReason: readonly (readonly [isAbout: (reason: string) => boolean, action: string | null])[] = [
  [(reason) => reason.startsWith(readOnlyReason), null],
  [(reason) => reason.startsWith(interruptedReason), 'run again'],
  [(reason) => reason.startsWith(otherPartReason), 'merge the parts'],
  [isAboutMissingParts, runMissingParts],
];

/** Null: no action is needed. */
export function findAction(owner: Owner | null, reason: string | null): string | null {
  const known = actionByReason.find(([isAbout]) => reason !== null && isAbout(reason));
  if (known !== undefined) return known[1];
  return owner === null ? null : actionByOwner[owner];
}

export const describeAction = (action: string | null): readonly string[] => (action === null ? [] : [`action: ${action}`]);
