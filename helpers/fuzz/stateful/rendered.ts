import type { Reply } from '../../judge/reply.ts';
import type { UnrecordedSend } from '../../session/unrecorded-send.ts';
import type { Candidate } from '../findings/findings.ts';
import { stepText } from '../findings/walk-steps.ts';
import { replays, type WalkFinding } from './find.ts';

/** Puts answers into the record; each once, however many ask for it. */
export interface Keeper {
  readonly idOf: (reply: Reply) => string;
}

export function openKeeper({ keep }: Pick<UnrecordedSend, 'keep'>): Keeper {
  const kept = new Map<Reply['exchange'], string>();
  return {
    idOf(reply) {
      const id = kept.get(reply.exchange) ?? keep(reply).exchange.id;
      kept.set(reply.exchange, id);
      return id;
    },
  };
}

/** `from "veteran": tag A0` */
export const walkText = ({ start, steps }: Pick<WalkFinding, 'start' | 'steps'>): string =>
  `from "${start}": ${steps.map(stepText).join(', ')}`;

/** As findings are told. The exchange that decided comes last. */
export function candidateOf(finding: WalkFinding, { idOf }: Keeper): Candidate {
  const { clause, breach, start, steps, drawing, cameBack, replies } = finding;
  const { expected, received, place, deviation, reply } = breach.said;
  const others = replies.filter((each) => each !== reply);
  return {
    signature: `${clause} sequence ${place}`,
    clause,
    kind: 'sequence',
    seed: drawing.seed,
    place,
    mutation: walkText(finding),
    expected,
    received,
    deviation,
    firmness: cameBack === replays ? 'firm' : 'flaky',
    recipe: { kind: 'sequence', start, steps, drawing },
    exchanges: [...others, reply].map(idOf),
    size: steps.length,
  };
}
