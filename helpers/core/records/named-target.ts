import type { RunHeader } from './journal-lines.ts';

/** The service that a run, a bill or a finding is about. */
export type NamedTarget = Pick<RunHeader, 'target' | 'hosts'>;

/** `uat at uat.example` */
export const describeTarget = ({ target, hosts }: NamedTarget): string => `${target} at ${hosts.join(', ')}`;

/** Each start of our sandbox has another port, and a run or a bill fits them all. */
export const isSameTarget = (one: NamedTarget, other: NamedTarget): boolean =>
  one.target === other.target && (one.target === 'sandbox' || describeTarget(one) === describeTarget(other));
