import { check, type ActiveCheck, type Suite } from '../../helpers/runner/check.ts';
import { formOptions, operationForms, type OperationForm } from '../../specs/forms.ts';
import { mustBeSwept } from '../support/forms.ts';
import { mustRefuse, preparedRefusal } from '../support/refusal.ts';

function refusalCheck(form: OperationForm): ActiveCheck {
  return check(
    'HTTP-400',
    `cut-payload-${form.id}`,
    `${form.name} refuses broken JSON with HTTP 400`,
    formOptions(form),
    async (context) => {
      await mustBeSwept(context, form);
      const reply = await context.use(preparedRefusal(context.journey.brokenJson, form));
      await mustRefuse(context, reply, reply.status === 400, 'HTTP 400');
    },
  );
}

/** Reading 5. */
export const brokenJson: Suite = {
  name: 'Broken JSON',
  area: 'Contract',
  checks: operationForms.filter(({ operation }) => operation.payload !== null).map(refusalCheck),
};
