import type { Command } from 'commander';
import { catalogueChanges, mayTurnRed } from '../specs/catalogue-changes.ts';
import { clauses } from '../specs/clauses.ts';
import type { Clause } from '../specs/clause.ts';

const formatClause = ({ id, operation, certainty, section, text }: Clause): string => [id, operation, certainty, section, text].join('\t');

/** One line per version, so that a reader sees what an update may turn red. */
const formatVersions = (): readonly string[] =>
  catalogueChanges.map((change) => {
    const red = mayTurnRed(change);
    return [`catalogue ${change.version}: ${change.about}`, ...(red.length === 0 ? [] : [`May turn red: ${red.join(', ')}.`])].join(' ');
  });

/** One clause in each line, or in each element of one JSON array. */
export const printClauses = ({ json }: { readonly json: boolean }): string =>
  json ? JSON.stringify(clauses, null, 2) : clauses.map(formatClause).join('\n');

/** The versions of the catalogue, oldest first. */
export const printChanges = ({ json }: { readonly json: boolean }): string =>
  json ? JSON.stringify(catalogueChanges, null, 2) : formatVersions().join('\n');

export const defineClausesCommand = (command: Command): Command =>
  command
    .description('print the clause catalogue')
    .option('--json', 'as one JSON array', false)
    .option('--changes', 'what each version of the catalogue may turn red', false)
    .action((options: { readonly json: boolean; readonly changes: boolean }) => {
      process.stdout.write(`${(options.changes ? printChanges : printClauses)(options)}\n`);
    });
