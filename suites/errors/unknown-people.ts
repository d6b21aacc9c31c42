import { apiCodes } from '../../specs/codes.ts';
import { createMust } from '../../helpers/judge/must.ts';
import { type Reply } from '../../helpers/judge/reply.ts';
import { mustBeReadable } from '../../helpers/judge/served.ts';
import { notApplicable } from '../../helpers/judge/stop.ts';
import { check, type ActiveCheck, type CheckContext, type Suite } from '../../helpers/runner/check.ts';
import { unknownValues } from '../../helpers/core/unknown-values.ts';
import { withIdOf, withUnknown } from '../../helpers/journey/calls/refused-call.ts';
import { buildEkycCall } from '../../helpers/journey/onboarding/ekyc.ts';
import { formOptions, operationForms, type OperationForm } from '../../specs/forms.ts';
import { ekycOnboarding } from '../../specs/operations.ts';
import { buildCustomerCall } from '../support/customer-calls.ts';
import { mustRefuseAttempt, attemptByKey } from '../support/refused-calls.ts';
import { mustRefuse } from '../support/refusal.ts';

type UnknownRole = 'sender' | 'sub-agent';

const clauseByRole = { sender: 'REFUSAL-UNKNOWN-SENDER', 'sub-agent': 'REFUSAL-UNKNOWN-SUB-AGENT' } as const;

const refusal = 'a refusal, at best HTTP 200 with code 4040';

/** Operations with a consent. The journey sends these calls among the refused calls of the customer. */
const formsWithConsent: readonly string[] = ['OP-6', 'OP-7', 'OP-9'];

async function askAsUnknown(context: CheckContext, who: UnknownRole, id: string): Promise<Reply> {
  if (id === 'OP-12') {
    const step = context.journey.mpinRefused.get(`unknown-${who}`);
    if (step === undefined) throw new Error(`expected an OP-12 of an unknown ${who} in the journey, received none: add it to mpin.ts`);
    return context.use(step);
  }
  if (id === 'OP-16') {
    await context.use(context.journey.subAgent.tag);
    return context.probe(
      ekycOnboarding,
      buildEkycCall(context.journey.people.spares[1] ?? context.journey.people.customer.mobile, unknownValues.uuid),
    );
  }
  if (formsWithConsent.includes(id)) return (await context.use(attemptByKey(context, `unknown-${who}-${id}`))).reply;
  const [operation, call] = await buildCustomerCall(context, id);
  return context.probe(operation, withUnknown(call, who));
}

function refusalCheck(who: UnknownRole, form: OperationForm): ActiveCheck {
  const { id, name } = form;
  return check(clauseByRole[who], `never-issued-${id}`, `${name} refuses a ${who} never issued`, formOptions(form), async (context) => {
    const reply = await askAsUnknown(context, who, id);
    if (formsWithConsent.includes(id)) {
      await mustRefuseAttempt(context, `unknown-${who}-${id}`);
      return;
    }
    mustBeReadable(reply);
    await mustRefuse(context, reply, reply.code !== apiCodes.success, refusal);
  });
}

/** An id that was never issued is answered with "nothing found" (reading 16). */
function notFoundCheck(who: UnknownRole, form: OperationForm): ActiveCheck {
  const { id, name } = form;
  return check(
    'CODE-4040',
    `unknown-${who}-${id}`,
    `${name} answers a ${who} never issued with code 4040`,
    formOptions(form),
    async (context) => {
      const reply = await askAsUnknown(context, who, id);
      mustBeReadable(reply);
      // When the service accepts an unknown id, the clause of that role accuses it.
      createMust(clauseByRole[who]).answer(reply.code !== apiCodes.success, 'a refusal', reply);
      context.must.answer(reply.status === 200 && reply.code === apiCodes.nothingFound, 'HTTP 200 with code 4040', reply);
    },
  );
}

/** The tag of a customer is no sub-agent, and the tag of a sub-agent is no sender: to the operation it is unknown (reading 16). */
function otherUserTypeCheck(who: UnknownRole, form: OperationForm): ActiveCheck {
  const { id, name } = form;
  const [tagOf, as] = who === 'sender' ? ['a sub-agent', 'a sender'] : ['a customer', 'a sub-agent'];
  return check(
    clauseByRole[who],
    `other-user-type-${id}`,
    `${name} refuses the tag of ${tagOf} as ${as}`,
    formOptions(form),
    async (context) => {
      const { senderId, subAgentTagId } = await context.use(context.journey.customer.sender);
      if (senderId === subAgentTagId) throw notApplicable('the customer and the sub-agent have the same tag');
      const [operation, call] = await buildCustomerCall(context, id);
      const reply = await context.probe(operation, withIdOf(call, who, who === 'sender' ? subAgentTagId : senderId));
      mustBeReadable(reply);
      await mustRefuse(context, reply, reply.code !== apiCodes.success, refusal);
    },
  );
}

const formsNamed = (...ids: readonly string[]): readonly OperationForm[] => operationForms.filter(({ id }) => ids.includes(id));

/** Every form that takes the id of a sender, in its path or as `from`. */
const formsWithSender = formsNamed('OP-5', 'OP-6', 'OP-7', 'OP-8', 'OP-8-bank', 'OP-9', 'OP-12', 'OP-13', 'OP-13-false', 'OP-14');

/** Every form that takes the id of a sub-agent, in its query or as `subAgentTag`. */
const formsWithSubAgent = [...formsWithSender, ...formsNamed('OP-10', 'OP-11', 'OP-16')];

/** Other refusals may come first in a further form, such as that of a source or of a beneficiary that is off already. */
const isFirstForm = ({ id, operation }: OperationForm): boolean => id === operation.id;

const listChecks = (who: UnknownRole, forms: readonly OperationForm[]): readonly ActiveCheck[] =>
  forms.flatMap((form) => [refusalCheck(who, form), ...(isFirstForm(form) ? [notFoundCheck(who, form)] : [])]);

export const unknownPeople: Suite = {
  name: 'Unknown people',
  area: 'Business operations',
  checks: [
    ...listChecks('sender', formsWithSender),
    ...listChecks('sub-agent', formsWithSubAgent),
    ...formsNamed('OP-5', 'OP-8', 'OP-14').map((form) => otherUserTypeCheck('sender', form)),
    ...formsNamed('OP-5', 'OP-8', 'OP-10', 'OP-11', 'OP-14').map((form) => otherUserTypeCheck('sub-agent', form)),
  ],
};
