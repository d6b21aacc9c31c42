import type { ClauseId } from '../../../specs/clauses.ts';
import type { Reply } from '../../judge/reply.ts';
import type { CommandResult } from '../model/model.ts';
import type { RuleResult } from './rules/rule.ts';

interface ClauseCount {
  times: number;
  readonly samples: Set<Reply>;
}

interface CommandCount {
  done: number;
  accepted: number;
}

/** What a campaign has judged: it shows sequences that achieved nothing. */
export interface SequenceTally {
  readonly clauses: ReadonlyMap<ClauseId, ClauseCount>;
  readonly commands: ReadonlyMap<string, CommandCount>;
  readonly noteJudged: (clause: ClauseId, results: readonly RuleResult[]) => void;
  readonly noteCommand: (command: string, result: CommandResult) => void;
}

/** More would bury the reader. */
const mostSamples = 3;

export function openTally(): SequenceTally {
  const clauses = new Map<ClauseId, ClauseCount>();
  const commands = new Map<string, CommandCount>();
  return {
    clauses,
    commands,
    noteJudged(clause, results) {
      const count = clauses.get(clause) ?? { times: 0, samples: new Set() };
      count.times += results.length;
      for (const { reply } of results) if (count.samples.size < mostSamples) count.samples.add(reply);
      if (count.times > 0) clauses.set(clause, count);
    },
    noteCommand(command, { outcome }) {
      const count = commands.get(command) ?? { done: 0, accepted: 0 };
      count.done += 1;
      if (outcome === 'accepted') count.accepted += 1;
      commands.set(command, count);
    },
  };
}
