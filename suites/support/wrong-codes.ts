import { apiCodes, isCertainRefusal } from '../../specs/codes.ts';
import { describeAnswer, type Reply } from '../../helpers/judge/reply.ts';
import { blocked, isBlockedBy, isViolationOf, notApplicable, Stop } from '../../helpers/judge/stop.ts';
import { isListedRefusal, mustGiveReason, findNotServedStop } from '../../helpers/judge/served.ts';
import { hasReadDetail } from '../../helpers/journey/setup/memory.ts';
import { check, type ActiveCheck, type CheckContext } from '../../helpers/runner/check.ts';
import type { Step } from '../../helpers/session/session.ts';
import { addBeneficiary, requestTransfer, senderDetail, setMpin, tagUser } from '../../specs/operations.ts';
import type { Operation } from '../../specs/operation.ts';
import { awaitQueryForm } from './refused-calls.ts';
import { mustRefuse, preparedRefusal } from './refusal.ts';

/** One form of an operation that takes a code. */
interface CodeForm {
  readonly operation: Operation;
  /** Where the operation has several forms. */
  readonly form?: string;
  /** The end of check ids. */
  readonly id: string;
  readonly name: string;
}

/** An OTP is sent in the Consent header, or in the payload of OP-12. */
export const codeForms: readonly CodeForm[] = [
  { operation: tagUser, form: 'customer', id: 'OP-4', name: 'OP-4' },
  { operation: tagUser, form: 'subAgent', id: 'OP-4-subAgent', name: 'OP-4 (subAgent)' },
  { operation: senderDetail, id: 'OP-6', name: 'OP-6' },
  { operation: addBeneficiary, id: 'OP-7', name: 'OP-7' },
  { operation: requestTransfer, form: 'path', id: 'OP-9', name: 'OP-9' },
  { operation: requestTransfer, form: 'query', id: 'OP-9-query', name: 'OP-9 (query)' },
  { operation: setMpin, id: 'OP-12', name: 'OP-12' },
];

/** Those that take an MPIN too, beside OP-6, whose wrong MPIN comes first; OP-4 of a customer. */
export const mpinCodeForms: readonly CodeForm[] = [
  { operation: tagUser, id: 'OP-4', name: 'OP-4' },
  { operation: addBeneficiary, id: 'OP-7', name: 'OP-7' },
  { operation: requestTransfer, id: 'OP-9', name: 'OP-9' },
  { operation: requestTransfer, form: 'query', id: 'OP-9-query', name: 'OP-9 (query)' },
];

/** The same call with a right code. When the service refuses that too, it refuses for another reason, which has its own clause. */
const rightCallByForm: Readonly<Record<string, (context: CheckContext) => Step<unknown>>> = {
  'OP-4-subAgent': ({ journey }) => journey.subAgent.tag,
  'OP-9-query': ({ journey }) => journey.customer.queryForm.reply,
  'OP-4': ({ journey }) => journey.customer.onboarding.tag,
  'OP-6': ({ journey }) => journey.customer.beneficiaries.detail,
  'OP-7': ({ journey }) => journey.customer.beneficiaries.added,
  'OP-9': ({ journey }) => journey.customer.usualTransfer.requested,
  'OP-12': ({ journey }) => journey.mpin,
};

async function mustServeRightCode(context: CheckContext, { id }: CodeForm): Promise<void> {
  const served = rightCallByForm[id]?.(context);
  if (served?.isRequested() !== true) return;
  const done = await context.after(served);
  if (!done.ok && done.error instanceof Stop && done.error.why.kind !== 'untried') await context.use(served);
}

/** A service may let only some senders pay, and refuse the others before it reads their code. A right code of another spare sender shows that. */
async function mustLetSparesPay({ use, after, journey }: CheckContext, reply: Reply): Promise<void> {
  const { paid } = journey.mpinConsent.elsewhere;
  if (findNotServedStop(reply)?.why.kind !== 'blocked' || journey.refusals.shortest === null || !paid.isRequested()) return;
  const done = await after(paid);
  if (!done.ok && isBlockedBy(done.error, 'funds-or-limits')) await use(paid);
}

/** A sender whose KYC is required and not completed may be refused OP-7 before its code is read (reading 1). A right code shows that. */
async function mustLetSparesAdd({ use, after, journey }: CheckContext, { operation, code }: Reply): Promise<void> {
  if (operation.id !== addBeneficiary.id || code !== apiCodes.validationFailed) return;
  const { paid } = journey.mpinConsent.elsewhere;
  const done = await after(paid);
  if (!done.ok && isBlockedBy(done.error, 'kyc-required')) await use(paid);
}

/** Where OP-9 takes a transfer only a while after its beneficiary or session was made, a refusal may be about that (reading 1). */
function mustNotComeTooEarly({ journey }: CheckContext, reply: Reply): void {
  if (journey.memory.acceptance.isLate === true && findNotServedStop(reply)?.why.kind === 'blocked')
    throw notApplicable('OP-9 takes a transfer only after a while, and this one may have come too early');
}

/** Where an MPIN stands, a service may refuse each further OP-12, or each that names another MPIN, before it reads the code (reading 14). */
async function mustSetMpinAgain({ use, journey }: CheckContext): Promise<void> {
  const again = await use(journey.secondMpin.setAgain);
  if (findNotServedStop(again) !== null)
    throw notApplicable(`OP-12 answers a right code with ${describeAnswer(again)} where an MPIN is set`);
  await use(journey.secondMpin.set);
}

/**
 * A wrong code must be 4170, unless the sender was locked before. Then the service refuses a right code as well. A short lock may have ended
 * by then, so `again` asks once more before this accuses (reading 13).
 */
export async function mustAnswerWrongCode(
  context: CheckContext,
  reply: Reply,
  control: Step<unknown> | undefined,
  again: Step<Reply> | null = null,
): Promise<void> {
  const holds = reply.status === 200 && reply.code === apiCodes.wrongOtpOrMpin;
  const refused = isCertainRefusal(reply.status, reply.code);
  if (!holds && refused && control !== undefined && !(await context.after(control)).ok) {
    // Before any sender detail was shown, a right code is refused for another reason, which has its own clause.
    if (!hasReadDetail(context.journey.memory)) await context.use(control);
    throw blocked('sender-locked', 'the sender is refused with a right code as well: probably locked', 'test-data');
  }
  const later = !holds && refused && again !== null ? await context.after(again) : null;
  // Where no wrong code is left for that, the first answer decides.
  if (again !== null && later !== null && (later.ok || !(later.error instanceof Stop) || later.error.why.kind !== 'untried')) {
    await mustAnswerWrongCode(context, await context.use(again), undefined);
    return;
  }
  await mustRefuse(context, reply, holds, 'HTTP 200 with code 4170');
}

/** A transfer that looks like a repetition of an earlier one may be refused for that, before its code is read. */
async function askAgainIfRefused({ after, journey }: CheckContext, form: string | undefined, reply: Reply): Promise<Reply> {
  if (!isListedRefusal(reply) || reply.code === apiCodes.wrongOtpOrMpin) return reply;
  const done = await after(journey.refusals.wrongTransfer(form === 'query' ? 'query' : 'path').again);
  return done.ok ? done.value : reply;
}

export function wrongCodeCheck(tried: CodeForm): ActiveCheck {
  const { operation, form, id, name } = tried;
  return check(
    'CODE-4170',
    `wrong-otp-${id}`,
    `${name} answers a wrong OTP with code 4170`,
    { operation: operation.id, ...(form !== undefined && { form }) },
    async (context) => {
      await awaitQueryForm(context, form);
      const reply = await context.use(preparedRefusal(context.journey.wrongCodes.replies, tried));
      mustGiveReason(reply);
      if (reply.code !== apiCodes.success && reply.code !== apiCodes.wrongOtpOrMpin) await mustServeRightCode(context, tried);
      if (operation.id === setMpin.id && isListedRefusal(reply) && reply.code !== apiCodes.wrongOtpOrMpin) await mustSetMpinAgain(context);
      if (operation.id === requestTransfer.id) await mustLetSparesPay(context, reply);
      await mustLetSparesAdd(context, reply);
      const last = operation.id === requestTransfer.id ? await askAgainIfRefused(context, form, reply) : reply;
      if (operation.id === requestTransfer.id) mustNotComeTooEarly(context, last);
      const { controls, again } = context.journey.wrongCodes;
      await mustAnswerWrongCode(context, last, controls.get(id), again(id));
    },
  );
}

/** OP-12 with a wrong OTP overwrote the MPIN: the service now accepts the sent MPIN, and refuses the right one. */
export async function isMpinOverwritten(context: CheckContext): Promise<boolean> {
  const { elsewhere } = context.journey.mpinConsent;
  const taken = await context.after(preparedRefusal(elsewhere.replies, addBeneficiary));
  const right = await context.after(elsewhere.stillRight);
  return taken.ok && taken.value.code === apiCodes.success && !right.ok && isViolationOf(right.error, 'OP7-SERVED');
}

/** Blocks what an overwritten MPIN makes fail. */
export async function mustNotOverwriteMpin(context: CheckContext): Promise<void> {
  if (!(await isMpinOverwritten(context))) return;
  const { code } = await context.use(context.journey.mpinConsent.setMpin);
  const cause = code === apiCodes.success ? 'CODE-4170' : 'CONSENT-WRONG-NO-EFFECT';
  throw blocked(cause, 'OP-12 with a wrong OTP has set the MPIN that this check sends as a wrong one', 'service');
}

/** Uses senders of the run, which may lack funds. Then a transfer is refused for that reason as well (reading 1). */
export function wrongMpinCheck({ operation, form, id, name }: CodeForm): ActiveCheck {
  const options = { operation: operation.id, ...(form !== undefined && { form }) };
  return check('CODE-4170', `wrong-mpin-${id}`, `${name} answers a wrong MPIN with code 4170`, options, async (context) => {
    await awaitQueryForm(context, form);
    const { wrongCodes, mpinConsent } = context.journey;
    const tried = preparedRefusal(mpinConsent.elsewhere.replies, { id });
    const done = await context.after(tried);
    if (!done.ok || done.value.code === apiCodes.success) await mustNotOverwriteMpin(context);
    const reply = await context.use(tried);
    mustGiveReason(reply);
    if (findNotServedStop(reply)?.why.kind === 'blocked') await context.use(mpinConsent.elsewhere.paid);
    await mustLetSparesAdd(context, reply);
    mustNotComeTooEarly(context, reply);
    const again = id === requestTransfer.id ? mpinConsent.elsewhere.transferAgain : null;
    await mustAnswerWrongCode(context, reply, wrongCodes.controls.get('OP-12'), again);
  });
}
