import { clauses } from '../../../specs/clauses.ts';
import { byId } from '../../core/by-id.ts';

/** What a broken clause endangers, gravest first. */
export const risks = ['money', 'consent', 'secrets', 'other'] as const;
export type Risk = (typeof risks)[number];

const catalogueById = byId(clauses);

/** A clause of consent guards money too, but its own name says more. */
export function findRisk(clause: string): Risk {
  if (clause.startsWith('CONSENT-') || clause === 'CODE-4170') return 'consent';
  const { guards, safety } = catalogueById.get(clause) ?? {};
  if (guards === 'leak') return 'secrets';
  return guards === 'money' || safety === true ? 'money' : 'other';
}

export const countRisks = (ids: readonly string[]): Readonly<Record<Risk, number>> => {
  const counts = { money: 0, consent: 0, secrets: 0, other: 0 };
  for (const id of ids) counts[findRisk(id)] += 1;
  return counts;
};

const rankOf = (clause: string): number => risks.indexOf(findRisk(clause));

/** Among equal risks the order stays. */
export const gravestFirst = <Item>(items: readonly Item[], clauseOf: (item: Item) => string): readonly Item[] =>
  items.toSorted((one, other) => rankOf(clauseOf(one)) - rankOf(clauseOf(other)));
