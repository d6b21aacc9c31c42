import { check, type ActiveCheck, type Suite } from '../../helpers/runner/check.ts';
import type { Operation } from '../../specs/operation.ts';
import { operations } from '../../specs/operations.ts';
import { mustRefuse, preparedRefusal } from '../support/refusal.ts';

function refusalCheck(operation: Operation): ActiveCheck {
  return check(
    'HTTP-400',
    `cut-payload-${operation.id}`,
    `${operation.id} refuses broken JSON with HTTP 400`,
    { operation: operation.id },
    async (context) => {
      const reply = await context.use(preparedRefusal(context.journey.brokenJson, operation));
      await mustRefuse(context, reply, reply.status === 400, 'HTTP 400');
    },
  );
}

/** Reading 5. */
export const brokenJson: Suite = {
  name: 'Broken JSON',
  area: 'Contract',
  checks: operations.filter(({ payload }) => payload !== null).map(refusalCheck),
};
