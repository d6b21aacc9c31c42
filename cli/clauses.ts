import { clauses } from '../specs/clauses.ts';
import type { Clause } from '../specs/clause.ts';

const formatClause = ({ id, operation, certainty, section, text }: Clause): string => [id, operation, certainty, section, text].join('\t');

export function printClauses({ json }: { readonly json: boolean }): string {
  return json ? JSON.stringify(clauses, null, 2) : clauses.map(formatClause).join('\n');
}
