import { refusedCallKey } from '../../helpers/journey/refusals/refusal-list.ts';
import { check, type ActiveCheck, type Suite } from '../../helpers/runner/check.ts';
import { formOptions, operationForms, type OperationForm } from '../../specs/forms.ts';
import { findRefusedCall, awaitQueryForm } from '../support/refused-calls.ts';
import { mustRefuse } from '../support/refusal.ts';

/** Reads of a sender that need no code: an id, or a session, may open them where the token should. */
export const senderReads: readonly string[] = ['OP-5', 'OP-8', 'OP-14'];

/** The calls with a consent that show data, or have an effect. */
const consented: readonly string[] = ['OP-6', 'OP-7', 'OP-9', 'OP-9-query'];

/** The token is all that is missing (reading 2). The sender is read behind these calls, so what they do all the same shows. */
function withoutTokenCheck(form: OperationForm): ActiveCheck {
  const [way, words] = senderReads.includes(form.id)
    ? [`missing-token-known-ids-${form.id}`, 'without a token and with ids of this run']
    : [`${form.id}-with-right-consent`, 'with a right consent and no token'];
  return check('AUTH-401', way, `${form.name} ${words} is refused with HTTP 401`, formOptions(form), async (context) => {
    const query = form.form === 'query' ? form.form : undefined;
    await awaitQueryForm(context, query);
    const key = refusedCallKey({ way: 'no-token', operation: form.operation, ...(query !== undefined && { form: query }) });
    const { reply } = await context.use(findRefusedCall(context, key));
    await mustRefuse(context, reply, reply.status === 401, 'HTTP 401');
  });
}

export const withoutAToken: Suite = {
  name: 'Without a token',
  area: 'Access',
  checks: operationForms.filter(({ id }) => [...senderReads, ...consented].includes(id)).map(withoutTokenCheck),
};
