import { check, type ActiveCheck, type Suite } from '../../helpers/runner/check.ts';
import { placeholderCall } from '../../helpers/journey/calls/placeholder.ts';
import { formOptions, operationForms, type OperationForm } from '../../specs/forms.ts';
import { mustBeSwept } from '../support/swept-form.ts';
import { mustRefuse } from '../support/refusal.ts';

/** The document states this for GET and POST only, so the one PUT operation is left out (reading 4). */
const wrongMethodFor = { GET: 'POST', POST: 'GET', PUT: null } as const;

function refusalChecks(form: OperationForm): ActiveCheck[] {
  const { operation, id, name } = form;
  const method = wrongMethodFor[operation.method];
  if (method === null) return [];
  // The first form is asked without a payload, a further one with one, since a service may look at either first.
  const payload = method === 'POST' && id !== operation.id ? {} : undefined;
  return [
    check(
      'HTTP-415',
      `${method.toLowerCase()}-${id}`,
      `${name} asked with ${method} is refused with HTTP 415`,
      formOptions(form),
      async (context) => {
        await context.use(context.journey.access.open);
        await mustBeSwept(context, form);
        const { template, path, query, consent } = placeholderCall(form, context.journey.people);
        const reply = await context.probe(operation, {
          method,
          path,
          query,
          ...(template !== undefined && { template }),
          ...(consent !== undefined && { consent }),
          ...(payload !== undefined && { payload }),
        });
        await mustRefuse(context, reply, reply.status === 415, 'HTTP 415');
      },
    ),
  ];
}

/** No documented payload is sent, so a form that differs in its payload alone would be the same call. */
export const wrongMethod: Suite = {
  name: 'Wrong method',
  area: 'Contract',
  checks: operationForms.filter(({ hasOwnAddress }) => hasOwnAddress).flatMap(refusalChecks),
};
