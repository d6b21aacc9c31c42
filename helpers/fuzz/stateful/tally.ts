import type { ClauseId } from '../../../specs/clauses.ts';
import type { Reply } from '../../judge/reply.ts';
import type { CommandResult } from '../model/model.ts';
import type { Said } from './rules/rule.ts';

/** How often a clause was judged, and a few answers that show it. */
export interface Judged {
  times: number;
  readonly samples: Set<Reply>;
}

/** How often a command was really carried out, and how often the service accepted it. */
export interface Carried {
  done: number;
  accepted: number;
}

/** What a campaign has come to: without it, nobody would notice walks that went nowhere. */
export interface WalkTally {
  readonly clauses: ReadonlyMap<ClauseId, Judged>;
  readonly commands: ReadonlyMap<string, Carried>;
  readonly judged: (clause: ClauseId, said: readonly Said[]) => void;
  readonly carried: (command: string, deed: CommandResult) => void;
}

/** More would bury the reader. */
const mostSamples = 3;

export function openTally(): WalkTally {
  const clauses = new Map<ClauseId, Judged>();
  const commands = new Map<string, Carried>();
  return {
    clauses,
    commands,
    judged(clause, said) {
      const known = clauses.get(clause) ?? { times: 0, samples: new Set() };
      known.times += said.length;
      for (const { reply } of said) if (known.samples.size < mostSamples) known.samples.add(reply);
      if (known.times > 0) clauses.set(clause, known);
    },
    carried(command, { outcome }) {
      const known = commands.get(command) ?? { done: 0, accepted: 0 };
      known.done += 1;
      if (outcome === 'accepted') known.accepted += 1;
      commands.set(command, known);
    },
  };
}
