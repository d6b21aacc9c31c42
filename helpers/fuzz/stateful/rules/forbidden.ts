import type { ClauseId } from '../../../../specs/clauses.ts';
import { outcomeOf } from '../../../judge/reply.ts';
import { sameId } from '../../../core/same-id.ts';
import type { CommandResult } from '../../model/model.ts';
import { ownBefore, say, type Moment, type Rule, type Said } from './rule.ts';

/** What must never be paid (reading 18); more than the wallet holds is only looked at for what it moves. */
const clauses = {
  'payee-inactive': 'OP9-INACTIVE-BENEFICIARY',
  'payee-foreign': 'OP9-FOREIGN-BENEFICIARY',
  'payee-unknown': 'OP9-UNKNOWN-BENEFICIARY',
  'session-foreign': 'OP9-FOREIGN-SESSION',
  'session-unknown': 'OP9-UNKNOWN-SESSION',
  'consent-of-another': 'CONSENT-STATE-OTHER-MOBILE',
} as const satisfies Partial<Record<NonNullable<CommandResult['forbidden']>, ClauseId>>;

/** Refused, or accepted by OP-9 and then called FAILED by OP-10: its amount was not accepted. */
function turnedDown({ deed, after }: Moment): readonly Said[] {
  const { reply, outcome, transfer } = deed;
  if (reply === null || outcome === 'unclear') return [];
  const status = transfer === undefined ? null : (after.transfers.get(transfer.correlationId)?.told ?? null);
  if (outcome === 'accepted' && status !== 'COMPLETED' && status !== 'FAILED') return [];
  const received = status === null ? outcomeOf(reply) : `${outcomeOf(reply)} and ${status} in OP-10`;
  return [say(outcome === 'refused' || status === 'FAILED', 'a refusal, or FAILED in OP-10', received, reply)];
}

const forbidding = ([kind, clause]: readonly [string, ClauseId]): Rule => ({
  clause,
  by: 'shown',
  judge: (moment) => (moment.deed.forbidden === kind ? turnedDown(moment) : []),
});

function unknownId(moment: Moment): readonly Said[] {
  const { deed } = moment;
  if (deed.target === undefined || deed.reply === null || deed.outcome === 'unclear' || deed.object === undefined) return [];
  if (ownBefore(moment).entries.some(({ id }) => sameId(id, deed.target ?? ''))) return [];
  return [say(deed.outcome === 'refused', 'a refusal', outcomeOf(deed.reply), deed.reply)];
}

export const forbiddenRules: readonly Rule[] = [
  ...Object.entries(clauses).map(forbidding),
  { clause: 'OP13-UNKNOWN-ID', by: 'shown', judge: unknownId },
];
