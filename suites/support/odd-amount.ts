import { notApplicable, Stop } from '../../helpers/judge/stop.ts';
import type { CheckContext } from '../../helpers/runner/check.ts';

/** The service may refuse an odd amount, because amounts have no stated bounds (reading 20). */
export async function allowRefusedAmount<T>(context: CheckContext, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    const refused =
      error instanceof Stop && (error.why.kind === 'violation' || error.why.kind === 'blocked') && allowedRefusals.has(refusalCause(error));
    if (!refused) throw error;
    context.observe(`an odd amount was refused: ${error.message}`);
    throw notApplicable('the service refused the amount, and the document states no bounds');
  }
}

const allowedRefusals = new Set(['OP9-SERVED', 'funds-or-limits']);
const refusalCause = ({ why }: Stop): string => (why.kind === 'violation' ? why.clause : why.kind === 'blocked' ? why.cause : '');
