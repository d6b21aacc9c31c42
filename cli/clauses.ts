import { catalogueChanges, catalogueVersion, mayTurnRed } from '../specs/catalogue-changes.ts';
import { clauses } from '../specs/clauses.ts';
import type { Clause } from '../specs/clause.ts';

const formatClause = ({ id, operation, certainty, section, text }: Clause): string => [id, operation, certainty, section, text].join('\t');

/** One line per version, so that a reader sees what an update may turn red. */
const formatVersions = (): readonly string[] =>
  catalogueChanges.map((change) => {
    const red = mayTurnRed(change);
    return [`# catalogue ${change.version}: ${change.about}`, ...(red.length === 0 ? [] : [`May turn red: ${red.join(', ')}.`])].join(' ');
  });

/** In text, lines of the catalogue begin with `#`; every other line is one clause. */
export function printClauses({ json }: { readonly json: boolean }): string {
  if (!json) return [...formatVersions(), ...clauses.map(formatClause)].join('\n');
  return JSON.stringify({ catalogue: catalogueVersion, changes: catalogueChanges, clauses }, null, 2);
}
