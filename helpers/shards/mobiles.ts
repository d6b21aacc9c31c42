import type { Config } from '../config/config.ts';
import { sparesForAllChecks } from '../config/variables.ts';
import { describeTooFew } from './caps.ts';

/** Odd calls have two senders, sequences and races two pairs. */
const otherNeeds = 6;

interface MobilesResult {
  readonly mobiles: readonly string[];
  readonly problems: readonly string[];
}

/** The spare mobiles of one part. What is left over is divided evenly. */
export function shareMobiles({ people, permissions }: Config, part: number, of: number): MobilesResult {
  const { spareMobiles } = people;
  // Without effects a campaign only reads, and needs no mobile.
  if (!permissions.allow.includes('fuzz-effects')) return { mobiles: part === 1 ? spareMobiles : [], problems: [] };
  const needed = sparesForAllChecks + otherNeeds * (of - 1);
  if (spareMobiles.length < needed)
    return {
      mobiles: [],
      problems: [describeTooFew('DMT_SPARE_MOBILES', `${needed} mobiles`, String(spareMobiles.length), of)],
    };
  const more = Math.floor((spareMobiles.length - needed) / of);
  const from = spareMobiles.length - (of - part + 1) * (otherNeeds + more);
  return {
    mobiles: part === 1 ? spareMobiles.slice(0, -(of - 1) * (otherNeeds + more)) : spareMobiles.slice(from, from + otherNeeds + more),
    problems: [],
  };
}
