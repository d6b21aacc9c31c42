import type { ClauseId } from '../../../../specs/clauses.ts';
import { deviationOf, type Deviation } from '../../../core/records/deviation.ts';
import { placeOf, type Reply } from '../../../judge/reply.ts';
import type { Actor, CommandResult, Walk } from '../../model/model.ts';
import type { Picture, SenderView } from '../../model/view.ts';

/** One call of a walk, with everything that was seen before and after it. */
export interface Moment {
  readonly walk: Walk;
  readonly before: Picture;
  readonly deed: CommandResult;
  readonly after: Picture;
}

/** What a rule says of one thing it looked at. */
export interface Said {
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
  readonly judge: (moment: Moment) => readonly Said[];
}

export const say = (held: boolean, expected: string, received: string, reply: Reply, place?: string): Said => ({
  held,
  expected,
  received,
  place: placeOf(reply, place),
  deviation: place === undefined ? deviationOf(reply) : 'other',
  reply,
});

/** The sender whose call it was. */
export const actorOf = ({ walk, deed }: Moment): Actor => walk.actors[deed.who];

export const ownBefore = ({ before, deed }: Moment): SenderView => before.senders[deed.who];
export const ownAfter = ({ after, deed }: Moment): SenderView => after.senders[deed.who];
