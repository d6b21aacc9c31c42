import { mapCounts, type UsageCounts } from '../../core/budget.ts';

/** What a part of a campaign takes at most, if the service serves up to 1.5 times as many odd calls as a strict one. */
export type PartCost = UsageCounts;

export const noCost: PartCost = mapCounts(() => 0);

export const multiplyCost = (count: number, cost: PartCost): PartCost => mapCounts((counter) => count * cost[counter]);

export const sumCosts = (costs: readonly PartCost[]): PartCost =>
  mapCounts((counter) => costs.reduce((sum, cost) => sum + cost[counter], 0));
