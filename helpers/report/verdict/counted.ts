import { clauses as catalogue } from '../../../specs/clauses.ts';
import { byId } from '../../core/by-id.ts';
import type { VerdictFile } from '../model/verdict-file.ts';
import { isBinding, isCounted } from './coverage.ts';

const catalogueById = byId(catalogue);

/** The clauses of `binding.total`. */
export function findCountedClauses({ run, checks, clauses, binding }: VerdictFile): ReadonlySet<string> {
  const outside = new Set(binding.cannotBeTried.map(({ clause }) => clause));
  const counted = clauses.filter((clause) => {
    const byCampaigns = catalogueById.get(clause.id)?.byCampaigns;
    return isBinding(clause) && !outside.has(clause.id) && isCounted({ id: clause.id, ...(byCampaigns && { byCampaigns }) }, run, checks);
  });
  return new Set(counted.map(({ id }) => id));
}
