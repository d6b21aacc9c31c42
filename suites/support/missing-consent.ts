import type { ClauseId } from '../../specs/clauses.ts';
import { documentedCall } from '../../specs/documented-call.ts';
import { senderSecurityScheme, transferSecurityScheme } from '../../specs/operations.ts';
import { member } from '../../helpers/core/json.ts';
import { readNamedCall } from '../../helpers/judge/facts/named-call.ts';
import { valueAt } from '../../helpers/judge/fields.ts';
import { buildSchemeCall } from '../../helpers/journey/transfer/transfer.ts';
import { notApplicable } from '../../helpers/judge/stop.ts';
import { findNotServedStop } from '../../helpers/judge/served.ts';
import { describeAnswer, type Reply } from '../../helpers/judge/reply.ts';
import { isRefusedCall, type RefusedCallResult } from '../../helpers/journey/calls/send-refused-call.ts';
import type { Person } from '../../helpers/journey/setup/person.ts';
import type { CheckContext } from '../../helpers/runner/check.ts';
import { findRefusedCall, mustRefuseTried, type TriedCall } from './refused-calls.ts';

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
  const neverTagged = tagTry(context, userType, 'missing-consent');
  // No code was sent, so none needs to be shown right; and a served call would leave a tag.
  const control = userType === 'customer' ? journey.customer.onboarding.tag : neverTagged.control;
  const untagged = { ...neverTagged, control, none: async () => (await use(tagTry(context, userType, 'none').result)).reply };
  if (userType === 'subAgent') return [untagged];
  const { closingDetail } = journey.refusals.groupOf('missing-consent-OP-4');
  const ofTagged = {
    result: findRefusedCall(context, 'missing-consent-OP-4'),
    control: closingDetail,
    none: () => use(journey.customer.onboarding.tagWithNone),
  };
  return journey.people.spares.length === 0 ? [ofTagged] : [ofTagged, untagged];
}

/** A service may read a missing consent as `NONE`. It is not blamed for that where it serves `NONE`, which is open (reading 13). */
export async function mustRefuseWithoutConsent(context: CheckContext, form?: string): Promise<void> {
  let served = 0;
  for (const tried of listTries(context, form)) {
    const sent = await context.use(tried.result);
    if (isRefusedCall(sent) || findNotServedStop(await tried.none()) !== null) await mustRefuseTried(context, tried);
    else {
      context.observe(`OP-4 without a consent is answered with ${describeAnswer(sent.reply)}, as with NONE`);
      served += 1;
    }
  }
  if (served > 0) throw notApplicable('OP-4 serves NONE, and may read a missing consent as NONE');
}

/** The clauses that hold while the scheme is not NONE. */
const byScheme: ReadonlySet<ClauseId> = new Set(['CONSENT-NONE-WHERE-OTP', 'CONSENT-MISSING']);

/** OP-5, or OP-8 for a transfer, for the sender of that call. */
async function askSchemeOf({ send, use, journey }: CheckContext, { exchange }: Reply, isFromBank: boolean): Promise<Reply | null> {
  const call = readNamedCall(exchange);
  if (call === null) return null;
  const { senderId = String(member(call.payload, 'from')), subAgentTagId = '' } = call.values;
  const ids = { senderId, subAgentTagId };
  if (call.operation !== 'OP-9') return send(senderSecurityScheme, documentedCall(senderSecurityScheme, 'only', ids));
  return send(transferSecurityScheme, buildSchemeCall(ids, isFromBank ? 'bank' : await use(journey.customer.source)));
}

/** A scheme may change, as after an eKYC. A call without a code that was served is judged by what the scheme is by now (reading 13). */
export async function mustStillAskForCode(
  context: CheckContext,
  clause: ClauseId,
  sent: RefusedCallResult,
  isFromBank = false,
): Promise<void> {
  const { reply } = sent;
  if (!byScheme.has(clause) || isRefusedCall(sent) || reply.operation.id === 'OP-4') return;
  const asked = await askSchemeOf(context, reply, isFromBank);
  if (asked !== null && valueAt(asked, 'result.scheme') === 'NONE')
    throw notApplicable(`${asked.operation.id} names the scheme NONE by now`);
}
