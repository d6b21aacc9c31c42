import { apiCodes } from '../../specs/codes.ts';
import { formatPlace, type Reply } from '../../helpers/judge/reply.ts';
import { rule, type Suite } from '../../helpers/runner/check.ts';
import type { Judgement } from '../../helpers/core/records/judgement.ts';
import { exercise } from '../support/exercise.ts';

/** The document shows wallets, and nowhere an agent without any. */
function judgeWallets(reply: Reply): Judgement | null {
  if (reply.code !== apiCodes.success || !Array.isArray(reply.result)) return null;
  if (reply.result.length > 0) return { held: true };
  return { held: false, expected: 'at least one wallet', received: 'an empty list', place: formatPlace(reply, 'result') };
}

export const agentWallets: Suite = {
  name: 'Agent wallets',
  area: 'Business operations',
  checks: [
    rule('OP15-WALLETS-LISTED', 'every-answer', 'OP-15 lists at least one wallet', {
      operation: 'OP-15',
      // The second agent's wallets are judged too, where there is one.
      exercise: async (context) => {
        await exercise['OP-15'](context);
        const other = context.journey.otherAgent.own.get('OP-15');
        if (other !== undefined) await context.after(other);
      },
      judge: judgeWallets,
    }),
  ],
};
