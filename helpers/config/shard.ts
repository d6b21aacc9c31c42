import type { Shard } from '../core/records/shard.ts';

type Environment = Readonly<Record<string, string | undefined>>;

const mostParts = 999;

/** `2/8`; null for any other text. */
export function parseShard(text: string): Shard | null {
  const [, part, of] = /^([1-9]\d{0,2})\/([1-9]\d{0,2})$/.exec(text) ?? [];
  const shard = { part: Number(part), of: Number(of) };
  return part !== undefined && shard.part <= shard.of && shard.of <= mostParts ? shard : null;
}

/** Null for a whole run; one part of one is a whole run. */
export function readShard(text: string): Shard | null {
  const shard = parseShard(text);
  return shard?.of === 1 ? null : shard;
}

const isCount = (text: string | undefined): text is string => text !== undefined && /^\d{1,3}$/.test(text);

/** GitLab counts from 1 and tells the total; Kubernetes counts from 0 and tells none, so `auto/8` does. */
function readEngine(total: string | undefined, { CI_NODE_INDEX, CI_NODE_TOTAL, JOB_COMPLETION_INDEX }: Environment): string | null {
  if (isCount(CI_NODE_INDEX) && isCount(CI_NODE_TOTAL))
    return total === undefined || total === CI_NODE_TOTAL ? `${CI_NODE_INDEX}/${CI_NODE_TOTAL}` : null;
  return isCount(JOB_COMPLETION_INDEX) && total !== undefined ? `${Number(JOB_COMPLETION_INDEX) + 1}/${total}` : null;
}

/**
 * Puts the part that the engine names in the place of `auto`. Without DMT_SHARD nothing is split, whatever an engine sets: a pipeline may be
 * parallel for other reasons.
 */
export function withEngineShard(explicit: Environment): Environment {
  const [auto, total] = /^auto(?:\/(\d+))?$/.exec(explicit['DMT_SHARD'] ?? '') ?? [];
  const named = auto === undefined ? null : readEngine(total, explicit);
  return named === null ? explicit : { ...explicit, DMT_SHARD: named };
}

export const shardExpectation = (text: string): string =>
  text.startsWith('auto')
    ? 'an engine that names the part: auto needs CI_NODE_INDEX and CI_NODE_TOTAL (GitLab parallel), auto/8 needs the same or JOB_COMPLETION_INDEX (an indexed Job of Kubernetes)'
    : `a part and the number of parts, 1/2 to ${mostParts}/${mostParts}, or auto`;
