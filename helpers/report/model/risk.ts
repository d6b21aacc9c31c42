import { clauses } from '../../../specs/clauses.ts';
import { byId } from '../../core/by-id.ts';

/** What a broken clause endangers, gravest first. */
export const risks = ['money', 'consent', 'secrets', 'other'] as const;
export type Risk = (typeof risks)[number];

const catalogueById = byId(clauses);

const riskByGuard = { money: 'money', consent: 'consent', leak: 'secrets' } as const satisfies Record<string, Risk>;

/** A clause of any risk but `other` is never waived (helpers/report/waivers/rules.ts). */
export function findRisk(clause: string): Risk {
  const { guards, safety } = catalogueById.get(clause) ?? {};
  if (guards !== undefined) return riskByGuard[guards];
  return safety === true ? 'money' : 'other';
}

export type RiskCounts = Readonly<Record<Risk, number>>;

export const countRisks = (ids: readonly string[]): RiskCounts => {
  const counts = { money: 0, consent: 0, secrets: 0, other: 0 };
  for (const id of ids) counts[findRisk(id)] += 1;
  return counts;
};

const rankOf = (clause: string): number => risks.indexOf(findRisk(clause));

/** Among equal risks the order stays. */
export const gravestFirst = <Item>(items: readonly Item[], clauseOf: (item: Item) => string): readonly Item[] =>
  items.toSorted((one, other) => rankOf(clauseOf(one)) - rankOf(clauseOf(other)));
