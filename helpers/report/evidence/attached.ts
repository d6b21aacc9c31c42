import { breachesKept } from '../../runner/passive-result.ts';
import { soundVerdicts } from '../../core/records/verdicts.ts';
import type { VerdictCheck } from '../model/verdict-file.ts';

/** A sweep may have hundreds of exchanges; the journal has the rest. */
const maxAttached = 12;

/** A pass needs fewer exchanges to be believed. */
const maxAttachedToPass = 2;

/**
 * The deciding exchange comes first. A check that judged many answers lists the ones that broke its clause, the reported one first. Any
 * other check lists its exchanges in order and ends with the one it judged.
 */
export function pickAttachedIds({ verdict, evidence, seen }: Pick<VerdictCheck, 'verdict' | 'evidence' | 'seen'>): readonly string[] {
  const most = soundVerdicts.has(verdict) ? maxAttachedToPass : maxAttached;
  const distinct = [...new Set(evidence)];
  if (seen !== null) return distinct.slice(0, most);
  const latest = distinct.slice(-most);
  return [...latest.slice(-1), ...latest.slice(0, -1)];
}

/** `3 of 5`: the attached exchanges begin with three that deviate, and of many with the ones kept. Without it the first one decides. */
export const countBreakingIds = ({ seen }: Pick<VerdictCheck, 'seen'>): number =>
  seen === null ? 1 : Math.min(breachesKept, Math.max(1, Number.parseInt(seen, 10) || 1));

/** Of a check without an owner, the files for other programs only name the exchanges. The journal has them. */
export const needsAction = ({ owner }: Pick<VerdictCheck, 'owner'>): boolean => owner !== null;
