import type { Reply } from '../../judge/reply.ts';
import type { UnrecordedSend } from '../../session/unrecorded-send.ts';
import type { Candidate } from '../findings/findings.ts';
import { describeSequenceStep } from '../findings/sequence-steps.ts';
import { replays, type SequenceFinding } from './find.ts';

/** Records each answer once, however often it is asked for. */
interface Keeper {
  readonly recordOnce: (reply: Reply) => string;
}

export function openKeeper({ record }: Pick<UnrecordedSend, 'record'>): Keeper {
  const kept = new Map<Reply['exchange'], string>();
  return {
    recordOnce(reply) {
      const id = kept.get(reply.exchange) ?? record(reply).exchange.id;
      kept.set(reply.exchange, id);
      return id;
    },
  };
}

/** `from "veteran": tag A0` */
const describeSequence = ({ start, steps }: Pick<SequenceFinding, 'start' | 'steps'>): string =>
  `from "${start}": ${steps.map(describeSequenceStep).join(', ')}`;

/** The exchange that decided comes last. */
export function toCandidate(finding: SequenceFinding, { recordOnce }: Keeper): Candidate {
  const { clause, breach, start, steps, drawing, cameBack, replies } = finding;
  const { expected, received, place, deviation, reply } = breach.result;
  const others = replies.filter((each) => each !== reply);
  return {
    signature: `${clause} sequence ${place}`,
    clause,
    kind: 'sequence',
    seed: drawing.seed,
    place,
    mutation: describeSequence(finding),
    expected,
    received,
    deviation,
    firmness: cameBack === replays ? 'firm' : 'flaky',
    recipe: { kind: 'sequence', start, steps, drawing },
    exchanges: [...others, reply].map(recordOnce),
    size: steps.length,
  };
}
