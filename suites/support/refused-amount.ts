import { isTransferRefusal } from '../../helpers/judge/served.ts';
import { isRefusedOutright } from '../../helpers/session/refused-documented-calls.ts';
import { notApplicable } from '../../helpers/judge/stop.ts';
import type { CheckContext } from '../../helpers/runner/check.ts';

/** The service may refuse an odd amount, because amounts have no stated bounds (reading 20). */
export async function allowRefusedAmount<T>(context: CheckContext, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!isTransferRefusal(error) || isRefusedOutright(error)) throw error;
    context.observe(`an odd amount was refused: ${error.message.replace(/^blocked: /, '')}`);
    throw notApplicable('the service refused the amount, and the document states no bounds');
  }
}
