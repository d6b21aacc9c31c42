import type { Budget, Usage } from '../../core/budget.ts';
import { sumCosts, type PartCost } from './cost.ts';

/** Divides the campaign's row of the bill among its parts. */
export interface Room {
  /** The part begins: it may take its own cost and what earlier parts have left. */
  readonly begin: (part: string) => void;
  /** Whether the part may go on. Beyond its planned cost it may take only what no later part needs. */
  readonly left: (part: string) => boolean;
}

interface RoomParts {
  readonly costs: ReadonlyMap<string, PartCost>;
  readonly row: Budget | null;
  readonly taken: () => Usage;
}

const costNames = ['otps', 'transfers', 'records'] as const;

export function openRoom({ costs, row, taken }: RoomParts): Room {
  const begun = new Set<string>();
  const limits = new Map<string, Readonly<Record<(typeof costNames)[number], number>>>();
  const sumWhere = (isMeant: (part: string) => boolean): PartCost =>
    sumCosts([...costs].filter(([part]) => isMeant(part)).map(([, cost]) => cost));
  return {
    begin(part) {
      begun.add(part);
      if (row === null) return;
      const own = sumWhere((one) => begun.has(one));
      const later = sumWhere((one) => !begun.has(one));
      const most = (size: (typeof costNames)[number]): number => {
        const all = row[size] ?? Infinity;
        return Math.max(Math.min(all, own[size]), all - later[size]);
      };
      limits.set(part, { otps: most('otps'), transfers: most('transfers'), records: most('records') });
    },
    left(part) {
      const limit = limits.get(part);
      const cost = costs.get(part);
      if (limit === undefined || cost === undefined) return true;
      const now = taken();
      // A cost that the part does not have cannot stop it.
      return costNames.every((size) => cost[size] === 0 || now[size] < limit[size]);
    },
  };
}
