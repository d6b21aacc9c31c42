import { Stop } from '../../helpers/judge/stop.ts';
import type { CheckContext } from '../../helpers/runner/check.ts';
import type { TransferFlow } from '../../helpers/journey/transfer/transfer-plan.ts';

const isRefusal = (error: unknown): boolean =>
  error instanceof Stop && (error.why.kind === 'violation' || (error.why.kind === 'blocked' && error.why.cause === 'funds-or-limits'));

/** True when OP-9 refused it, in any form. */
export async function wasRefused(context: CheckContext, { requested }: TransferFlow): Promise<boolean> {
  const done = await context.after(requested);
  if (done.ok) return false;
  if (!isRefusal(done.error)) await context.use(requested);
  return true;
}
