import { refusedCallKey } from '../../helpers/journey/refusals/refusal-list.ts';
import { check, type ActiveCheck, type Suite } from '../../helpers/runner/check.ts';
import { formOptions, operationForms, type OperationForm } from '../../specs/forms.ts';
import { attemptByKey, mustHaveTried } from '../support/refused-calls.ts';
import { mustRefuse } from '../support/refusal.ts';

/** The calls with a consent that show data, or have an effect. */
const tried = ['OP-6', 'OP-7', 'OP-9', 'OP-9-query'];

/** The token is all that is missing: its right consent is no second way in (reading 2). */
function rightConsentCheck(form: OperationForm): ActiveCheck {
  const title = `${form.name} with a right consent and no token is refused with HTTP 401`;
  return check('AUTH-401', `${form.id}-with-right-consent`, title, formOptions(form), async (context) => {
    const query = form.form === 'query' ? form.form : undefined;
    await mustHaveTried(context, query);
    const key = refusedCallKey({ way: 'no-token', operation: form.operation, ...(query !== undefined && { form: query }) });
    const { reply } = await context.use(attemptByKey(context, key));
    await mustRefuse(context, reply, reply.status === 401, 'HTTP 401');
  });
}

export const withoutAToken: Suite = {
  name: 'Without a token',
  area: 'Access',
  checks: operationForms.filter(({ id }) => tried.includes(id)).map(rightConsentCheck),
};
