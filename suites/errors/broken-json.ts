import { brokenCallKey, brokenCalls, type BrokenCall } from '../../helpers/journey/calls/broken-json.ts';
import { check, type ActiveCheck, type Suite } from '../../helpers/runner/check.ts';
import { formOptions } from '../../specs/forms.ts';
import { mustBeSwept } from '../support/swept-form.ts';
import { mustRefuse, preparedRefusal } from '../support/refusal.ts';

/** Common readers stop at the end of the first value, so what is behind it raises a question. */
const isQuestion = ({ name }: BrokenCall): boolean => name === 'text-behind';

function refusalCheck(call: BrokenCall): ActiveCheck {
  const { form, fact } = call;
  const id = brokenCallKey(call);
  const options = { ...formOptions(form), ...(isQuestion(call) && { hardest: 'warn' as const }) };
  return check('HTTP-400', id, `${form.name} refuses ${fact} with HTTP 400`, options, async (context) => {
    await mustBeSwept(context, form);
    const reply = await context.use(preparedRefusal(context.journey.brokenJson, { id }));
    await mustRefuse(context, reply, reply.status === 400, 'HTTP 400');
  });
}

/** Reading 5. */
export const brokenJson: Suite = {
  name: 'Broken JSON',
  area: 'Contract',
  checks: brokenCalls.map(refusalCheck),
};
