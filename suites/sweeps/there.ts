import { type Reply } from '../../helpers/judge/reply.ts';
import type { Stage } from '../../helpers/run/check.ts';
import { exercise } from '../exercise.ts';

const absent = (status: number | null): boolean => status === null || status === 404 || status === 405 || status >= 500;

/**
 * The answer is the refusal asked for. An operation that is not there at all refuses everything the same way:
 * then its documented call is the cause, and nothing more is told of it.
 */
export async function mustRefuse(stage: Stage, reply: Reply, holds: boolean, expected: string): Promise<void> {
  if (holds) return;
  if (absent(reply.status)) await exercise[reply.operation.id](stage);
  throw stage.must.answered(expected, reply);
}
