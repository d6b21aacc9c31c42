import type { Command } from 'commander';
import { terminalWidth } from '../../helpers/report/terminal/progress.ts';
import { refuseOnStderr } from '../output.ts';
import { explainClause, findClause } from './facts.ts';
import { estimateCost } from './cost.ts';
import { explainInText, listBilledSelection } from './text.ts';

async function explain(name: string, { json }: { readonly json: boolean }): Promise<number> {
  const { clause, problem } = findClause(name);
  if (clause === null) return refuseOnStderr([problem]);
  const explained = explainClause(clause);
  const cost = await estimateCost(listBilledSelection(explained));
  process.stdout.write(
    json ? `${JSON.stringify({ ...explained, cost }, null, 2)}\n` : explainInText(explained, cost, terminalWidth(process.stdout)),
  );
  return 0;
}

export const defineExplainCommand = (command: Command): Command =>
  command
    .description('explain one clause: what it says and means for the verdict, its checks, and the faults that prove them')
    .argument('<clause>', 'its id, or the id of one of its checks')
    .option('--json', 'as one JSON object', false)
    .addHelpText(
      'after',
      "\nExamples:\n  npm run --silent conformance -- explain OP9-RESULT-INVOICE-ID\n  npm run --silent conformance -- explain 'OP9-SERVED~first' --json",
    )
    .action(async (name: string, options: { readonly json: boolean }) => {
      process.exitCode = await explain(name, options);
    });
