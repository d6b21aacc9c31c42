import type { ClauseId } from '../../../specs/clauses.ts';
import { pickShorter, type Reply } from '../../judge/reply.ts';
import type { CommandResult } from '../model/model.ts';
import type { RuleResult } from './rules/rule.ts';

interface ClauseCount {
  times: number;
  /** The evidence of a pass: the shortest answer that kept the clause. */
  sample: Reply;
}

interface CommandCount {
  done: number;
  accepted: number;
}

/** How often a campaign has judged each clause and served each command: it shows sequences that achieved nothing. */
export interface SequenceCounts {
  readonly clauses: ReadonlyMap<ClauseId, ClauseCount>;
  readonly commands: ReadonlyMap<string, CommandCount>;
  readonly noteJudged: (clause: ClauseId, results: readonly RuleResult[]) => void;
  readonly noteCommand: (command: string, result: CommandResult) => void;
}

export function openCounts(): SequenceCounts {
  const clauses = new Map<ClauseId, ClauseCount>();
  const commands = new Map<string, CommandCount>();
  return {
    clauses,
    commands,
    noteJudged(clause, results) {
      for (const { reply } of results) {
        const count = clauses.get(clause) ?? { times: 0, sample: reply };
        count.times += 1;
        count.sample = pickShorter(count.sample, reply);
        clauses.set(clause, count);
      }
    },
    noteCommand(command, { outcome }) {
      const count = commands.get(command) ?? { done: 0, accepted: 0 };
      count.done += 1;
      if (outcome === 'accepted') count.accepted += 1;
      commands.set(command, count);
    },
  };
}
