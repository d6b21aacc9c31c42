import { check, type ActiveCheck, type Suite, wayOf } from '../../helpers/runner/check.ts';
import type { Operation } from '../../specs/operation.ts';
import { operations } from '../../specs/operations.ts';
import { stepOf } from './step-of.ts';
import { mustRefuse } from './there.ts';

function refused(operation: Operation): ActiveCheck {
  const tried = wayOf('cut-payload', operation.id);
  const title = `${operation.id} refuses broken JSON with HTTP 400`;
  const needs = operation.id === 'OP-3' || operation.id === 'OP-16' ? 'token' : 'sender';
  const head = { id: `HTTP-400~${tried}`, clause: 'HTTP-400', operation: operation.id, title, needs } as const;
  return check(head, async (stage) => {
    const reply = await stage.use(stepOf(stage.world.brokenJson, operation));
    await mustRefuse(stage, 'HTTP-400', reply, reply.status === 400, 'HTTP 400');
  });
}

/** Every operation with a payload (reading 5). */
export const brokenJson: Suite = {
  name: 'Broken JSON',
  area: 'Contract',
  checks: operations.filter(({ payload }) => payload !== null).map(refused),
};
