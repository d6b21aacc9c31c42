import type { ClauseId } from '../../../../specs/clauses.ts';
import { classifyAnswer, type Deviation } from '../../../core/records/deviation.ts';
import { formatPlace, type Reply } from '../../../judge/reply.ts';
import type { Participant, CommandResult, Sequence } from '../../model/model.ts';
import type { SequenceSnapshot, SenderView } from '../../model/view.ts';

/** One call of a walk, with everything that was seen before and after it. */
export interface Moment {
  readonly sequence: Sequence;
  readonly before: SequenceSnapshot;
  readonly result: CommandResult;
  readonly after: SequenceSnapshot;
}

/** What a rule says of one thing it looked at. */
export interface RuleResult {
  readonly held: boolean;
  readonly expected: string;
  readonly received: string;
  readonly place: string;
  readonly deviation: Deviation;
  /** The answer that decided. */
  readonly reply: Reply;
}

/** One sentence of the specification, held against every moment of every walk. */
export interface Rule {
  readonly clause: ClauseId;
  /**
   * `shown`: an answer contradicts another, whatever happened elsewhere.
   * `compared`: something changed that ought not to have; somebody else, or the service by itself, may have changed it.
   */
  readonly by: 'shown' | 'compared';
  /** Nothing where the moment has nothing of the kind. */
  readonly judge: (moment: Moment) => readonly RuleResult[];
}

export const createRuleResult = (held: boolean, expected: string, received: string, reply: Reply, place?: string): RuleResult => ({
  held,
  expected,
  received,
  place: formatPlace(reply, place),
  deviation: place === undefined ? classifyAnswer(reply) : 'other',
  reply,
});

/** The sender whose call it was. */
export const findParticipant = ({ sequence, result }: Moment): Participant => sequence.participants[result.who];

export const findSenderBefore = ({ before, result }: Moment): SenderView => before.senders[result.who];
export const findSenderAfter = ({ after, result }: Moment): SenderView => after.senders[result.who];
