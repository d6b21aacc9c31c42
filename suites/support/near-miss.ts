import { requestTransfer } from '../../specs/operations.ts';
import { refusalTests } from '../../specs/refusals.ts';
import { needsMpinSender, nearMissKey, type NearMiss } from '../../helpers/journey/refusals/near-miss-list.ts';
import { describeAnswer, type Reply } from '../../helpers/judge/reply.ts';
import { findNotServedStop, isListedRefusal, mustGiveReason } from '../../helpers/judge/served.ts';
import { isRefusedCall } from '../../helpers/journey/calls/send-refused-call.ts';
import { blocked, notApplicable } from '../../helpers/judge/stop.ts';
import { check, type ActiveCheck, type CheckContext } from '../../helpers/runner/check.ts';
import { mustNotOverwriteMpin } from './wrong-codes.ts';
import { mustKeepBalance, mustRefuseTried, type TriedCall } from './refused-calls.ts';
import { mustRefuse } from './refusal.ts';

function findTried({ journey }: CheckContext, row: NearMiss): TriedCall {
  const result = journey.nearMisses.results.get(nearMissKey(row));
  const control = journey.nearMisses.controls.get(nearMissKey(row));
  if (result === undefined || control === undefined)
    throw new Error(`expected ${nearMissKey(row)} in the journey, received none: add it to all-near-misses.ts`);
  return { result, control };
}

/** OP-9 may refuse for another reason before it looks at the code. One of another length may be malformed to it. */
function mustHaveReadCode({ journey }: CheckContext, { operation, isOtherLength }: NearMiss, reply: Reply): void {
  if (operation.id !== requestTransfer.id || !isListedRefusal(reply) || refusalTests['code-4170'](reply)) return;
  if (isOtherLength !== true || journey.memory.acceptance.isLate === true)
    throw notApplicable(`OP-9 answers it with ${describeAnswer(reply)}, and may not have looked at the code`);
}

/** A code that is nearly right is a wrong code (reading 13). */
export function nearMissCheck(row: NearMiss): ActiveCheck {
  const { operation, fact, maySayOtherwise } = row;
  const [first, ...further] = Object.keys(operation.forms);
  const options = {
    operation: operation.id,
    circumstance: 'near-miss',
    ...(maySayOtherwise && ({ refusal: 'not-served' } as const)),
    ...(further.length > 0 && first !== undefined && { form: first }),
  } as const;
  return check('CODE-4170', nearMissKey(row), `${operation.id} refuses ${fact}`, options, async (context) => {
    const tried = findTried(context, row);
    const done = await context.after(tried.result);
    if (!done.ok && needsMpinSender(row)) await mustNotOverwriteMpin(context);
    await mustRefuseTried(context, tried);
    const { reply } = await context.use(tried.result);
    mustGiveReason(reply);
    mustHaveReadCode(context, row, reply);
    if (maySayOtherwise) return;
    // A sender without funds is refused for that alone, with a right code as well.
    if (findNotServedStop(reply)?.why.kind === 'blocked') await context.use(context.journey.mpinConsent.elsewhere.paid);
    await mustRefuse(context, reply, refusalTests['code-4170'](reply), 'HTTP 200 with code 4170');
  });
}

/** On each sender. A code that was accepted has paid, which its own check accuses. */
export async function mustKeepBalanceBehindNearMisses(context: CheckContext): Promise<void> {
  for (const { results, balances, balancesAgain } of context.journey.nearMisses.groups) {
    for (const [key, result] of results) {
      const done = await context.after(result);
      if (done.ok && !isRefusedCall(done.value))
        throw blocked('CODE-4170', `a nearly right code was accepted (CODE-4170~${key}), so it may have moved money`, 'service');
    }
    if (!(await context.after(balances)).ok) await mustNotOverwriteMpin(context);
    await mustKeepBalance(context, { balances, again: balancesAgain });
  }
}
