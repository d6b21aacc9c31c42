import { apiCodes } from '../../specs/codes.ts';
import type { OperationForm } from '../../specs/forms.ts';
import { notApplicable } from '../../helpers/judge/stop.ts';
import type { CheckContext } from '../../helpers/runner/check.ts';

/** An ambiguous form is swept only after this run saw it served (reading 13). OP-9 by query is the only one. */
export async function mustBeSwept({ use, journey }: CheckContext, { name, isAmbiguous }: OperationForm): Promise<void> {
  if (!isAmbiguous) return;
  const { code } = await use(journey.customer.queryForm.reply);
  if (code !== apiCodes.success) throw notApplicable(`${name} was not served in this run, and the document leaves it open`);
}
