import { describeAnswer } from '../../helpers/judge/reply.ts';
import { placeholderCall } from '../../helpers/journey/calls/placeholder.ts';
import { check, type Suite } from '../../helpers/runner/check.ts';
import { operationForms } from '../../specs/forms.ts';
import { mustRefuse } from '../support/refusal.ts';

/** Forms that no run needs to have seen served first. */
const sweptForms = operationForms.filter(({ isAmbiguous }) => !isAmbiguous);

/** Tokens of the second agent, which nobody else may use meanwhile (DMT_ALLOW: token-expiry). */
export const oldTokens: Suite = {
  name: 'Old tokens',
  area: 'Access',
  checks: [
    check(
      'AUTH-401',
      'expired-token',
      'an expired token is refused with HTTP 401 on every operation',
      { circumstance: 'expired-token' },
      async (context) => {
        const { use, probe, journey } = context;
        const { token, reply } = await use(journey.oldTokens.expired);
        await mustRefuse(context, reply, reply.status === 401, 'HTTP 401');
        for (const form of sweptForms) {
          const answer = await probe(form.operation, { ...placeholderCall(form, journey.people), token: { value: token } });
          await mustRefuse(context, answer, answer.status === 401, 'HTTP 401');
        }
      },
    ),
    check(
      'TOKEN-LIFETIME-NOT-SHOWN',
      'superseded',
      'whether a newer token ends the older one is recorded',
      async ({ use, observe, journey }) => {
        const reply = await use(journey.oldTokens.superseded);
        observe(`a token after a newer one is answered with ${describeAnswer(reply)}`);
      },
    ),
  ],
};
