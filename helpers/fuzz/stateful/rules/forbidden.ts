import type { ClauseId } from '../../../../specs/clauses.ts';
import { formatEnding } from '../../../core/records/remarks.ts';
import { describeAnswer } from '../../../judge/reply.ts';
import { sameId } from '../../../core/ids.ts';
import { findTransfer, type ForbiddenPayment } from '../../model/model.ts';
import { findSenderBefore, createRuleResult, type Moment, type Rule, type RuleResult } from './rule.ts';

/** What the service must never pay (reading 18). `too-much` has no clause here: only its effect on the money is judged. */
const clauseByForbidden = {
  'payee-inactive': 'OP9-INACTIVE-BENEFICIARY',
  'payee-foreign': 'OP9-FOREIGN-BENEFICIARY',
  'payee-unknown': 'OP9-UNKNOWN-BENEFICIARY',
  'session-foreign': 'OP9-FOREIGN-SESSION',
  'session-unknown': 'OP9-UNKNOWN-SESSION',
  'consent-of-another': 'CONSENT-STATE-OTHER-MOBILE',
} as const satisfies Partial<Record<ForbiddenPayment, ClauseId>>;

/** Refused, or accepted by OP-9 and then FAILED in OP-10: the amount was not accepted. */
function judgeRefused({ result, after }: Moment): readonly RuleResult[] {
  const { reply, outcome } = result;
  const transfer = findTransfer(result);
  if (outcome === 'unclear') return [];
  const status = transfer === null ? null : (after.transfers.get(transfer.correlationId)?.transferStatus ?? null);
  if (outcome === 'accepted' && status !== 'COMPLETED' && status !== 'FAILED') return [];
  const received = describeAnswer(reply) + (status === null ? '' : formatEnding(status));
  return [createRuleResult(outcome === 'refused' || status === 'FAILED', 'a refusal, or FAILED in OP-10', received, reply)];
}

const createForbiddenRule = ([kind, clause]: readonly [string, ClauseId]): Rule => ({
  clause,
  by: 'shown',
  judge: (moment) => (moment.result.name === 'pay' && moment.result.forbidden === kind ? judgeRefused(moment) : []),
});

function judgeUnknownId(moment: Moment): readonly RuleResult[] {
  const { result } = moment;
  if ((result.name !== 'activate' && result.name !== 'deactivate') || result.outcome === 'unclear') return [];
  if (findSenderBefore(moment).entries.some(({ id }) => sameId(id, result.target))) return [];
  return [createRuleResult(result.outcome === 'refused', 'a refusal', describeAnswer(result.reply), result.reply)];
}

export const forbiddenRules: readonly Rule[] = [
  ...Object.entries(clauseByForbidden).map(createForbiddenRule),
  { clause: 'OP13-UNKNOWN-ID', by: 'shown', judge: judgeUnknownId },
];
