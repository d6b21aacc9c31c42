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
  readonly noteJudged: (clause: ClauseId, said: readonly RuleResult[]) => void;
  readonly noteCommand: (command: string, deed: CommandResult) => void;
}

/** More would bury the reader. */
const mostSamples = 3;

export function openTally(): SequenceTally {
  const clauses = new Map<ClauseId, ClauseCount>();
  const commands = new Map<string, CommandCount>();
  return {
    clauses,
    commands,
    noteJudged(clause, said) {
      const known = clauses.get(clause) ?? { times: 0, samples: new Set() };
      known.times += said.length;
      for (const { reply } of said) if (known.samples.size < mostSamples) known.samples.add(reply);
      if (known.times > 0) clauses.set(clause, known);
    },
    noteCommand(command, { outcome }) {
      const known = commands.get(command) ?? { done: 0, accepted: 0 };
      known.done += 1;
      if (outcome === 'accepted') known.accepted += 1;
      commands.set(command, known);
    },
  };
}
