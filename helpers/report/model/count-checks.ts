import { isOfCampaignArea, type Area } from '../../core/records/outcome.ts';
import { pluralize } from '../../core/text.ts';

interface Placed {
  readonly area: Area;
}

/** `3 checks and 14 campaign checks`: the number of the latter depends on the size of the campaign. */
export function nameCounts(all: number, cases: number): string {
  const campaign = cases === 0 ? [] : [pluralize(cases, 'campaign check')];
  return [...(all > cases || cases === 0 ? [pluralize(all - cases, 'check')] : []), ...campaign].join(' and ');
}

export const countChecks = (checks: readonly Placed[]): string => nameCounts(checks.length, checks.filter(isOfCampaignArea).length);
