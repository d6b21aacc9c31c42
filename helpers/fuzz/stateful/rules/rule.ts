import type { ClauseId } from '../../../../specs/clauses.ts';
import { classifyAnswer, type Deviation } from '../../../core/records/deviation.ts';
import { formatPlace, type Reply } from '../../../judge/reply.ts';
import type { Participant, CommandResult, Sequence } from '../../model/model.ts';
import type { SequenceSnapshot, SenderView } from '../../model/view.ts';

export interface Moment {
  readonly sequence: Sequence;
  readonly before: SequenceSnapshot;
  readonly result: CommandResult;
  readonly after: SequenceSnapshot;
}

export interface RuleResult {
  readonly held: boolean;
  readonly expected: string;
  readonly received: string;
  readonly place: string;
  readonly deviation: Deviation;
  readonly reply: Reply;
}

/** One sentence of the specification, judged after every call of every sequence. */
export interface Rule {
  readonly clause: ClauseId;
  /**
   * `shown`: one answer contradicts another.
   * `compared`: something changed that should not; another user or the service itself may have changed it.
   */
  readonly by: 'shown' | 'compared';
  /**
   * Only what lasts is a breach: a `list` may come from a copy that is a moment behind (reading 1), and what a refused call held of money
   * or limits may come back like a `refund` (reading 20).
   */
  readonly late?: 'list' | 'refund';
  /** Empty where the rule does not apply. */
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

export const findParticipant = ({ sequence, result }: Moment): Participant => sequence.participants[result.who];

export const findSenderBefore = ({ before, result }: Moment): SenderView => before.senders[result.who];
export const findSenderAfter = ({ after, result }: Moment): SenderView => after.senders[result.who];
