import { pluralize } from '../../core/text.ts';
import type { VerdictRun } from './verdict-file.ts';

const mostNamed = 5;

/** The parts of a campaign that a cap or the clock ended before all written cases were tried, hungriest first. Null when there is none. */
export function describeStarved({ campaign }: Pick<VerdictRun, 'campaign'>): string | null {
  const starved = (campaign?.parts ?? []).filter(({ ended, left }) => (ended === 'cap' || ended === 'clock') && left > 0);
  if (starved.length === 0) return null;
  const named = starved.toSorted((one, other) => other.left - one.left).slice(0, mostNamed);
  const words = named.map(({ part, ended, left }) => `${part} (${left} left by the ${ended})`);
  const more = starved.length - named.length;
  return `${pluralize(starved.length, 'part')} of the campaign: ${words.join(', ')}${more === 0 ? '' : `, and ${more} more`}`;
}
