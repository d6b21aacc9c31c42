import { apiCodes } from '../../specs/codes.ts';
import type { OperationForm } from '../../specs/forms.ts';
import { queryFormLeftOpen } from '../../helpers/journey/customer/query-form.ts';
import type { CheckContext } from '../../helpers/runner/check.ts';

/** An ambiguous form is swept only after this run saw it served (reading 13). OP-9 by query is the only one. */
export async function mustBeSwept({ use, journey }: CheckContext, { isAmbiguous }: OperationForm): Promise<void> {
  if (!isAmbiguous) return;
  const { code } = await use(journey.customer.queryForm.reply);
  if (code !== apiCodes.success) throw queryFormLeftOpen();
}
