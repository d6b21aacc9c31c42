import { notApplicable } from '../../helpers/judge/stop.ts';
import { findNotServedStop } from '../../helpers/judge/served.ts';
import { describeAnswer, type Reply } from '../../helpers/judge/reply.ts';
import { isRefusedCall } from '../../helpers/journey/calls/refused-call.ts';
import type { Person } from '../../helpers/journey/setup/person.ts';
import type { CheckContext } from '../../helpers/runner/check.ts';
import { attemptByKey, mustRefuseTried, type TriedCall } from './refused-calls.ts';

/** OP-4 on a mobile without a tag of that user type. */
export function tagTry({ journey }: CheckContext, userType: Person['userType'], way: string): TriedCall {
  const { tries, control } = journey.wrongCodes.tagging[userType];
  const result = tries.get(way);
  if (result === undefined) throw new Error(`expected an OP-4 ${way} in the journey, received none: add it to wrong-code.ts`);
  return { result, control };
}

interface WithoutConsent extends TriedCall {
  /** The same user with `NONE`, sent first. */
  readonly none: () => Promise<Reply>;
}

function listTries(context: CheckContext, form: string | undefined): readonly WithoutConsent[] {
  const { use, journey } = context;
  const userType = form === 'subAgent' ? 'subAgent' : 'customer';
  const unknown = tagTry(context, userType, 'missing-consent');
  // No code was sent, so none needs to be shown right; and a served call would leave a tag.
  const control = userType === 'customer' ? journey.customer.onboarding.tag : unknown.control;
  const untagged = { ...unknown, control, none: async () => (await use(tagTry(context, userType, 'none').result)).reply };
  if (userType === 'subAgent') return [untagged];
  const { closing } = journey.refusals.groupOf('missing-consent-OP-4');
  const known = {
    result: attemptByKey(context, 'missing-consent-OP-4'),
    control: closing,
    none: () => use(journey.customer.onboarding.tagWithNone),
  };
  return journey.people.spares.length === 0 ? [known] : [known, untagged];
}

/** A service may read a missing consent as `NONE`. It is not blamed for that where it serves `NONE`, which is open (reading 13). */
export async function mustRefuseWithoutConsent(context: CheckContext, form?: string): Promise<void> {
  let served = 0;
  for (const tried of listTries(context, form)) {
    const attempt = await context.use(tried.result);
    if (isRefusedCall(attempt) || findNotServedStop(await tried.none()) !== null) await mustRefuseTried(context, tried);
    else {
      context.observe(`OP-4 without a consent is answered with ${describeAnswer(attempt.reply)}, as with NONE`);
      served += 1;
    }
  }
  if (served > 0) throw notApplicable('OP-4 serves NONE, and may read a missing consent as NONE');
}
