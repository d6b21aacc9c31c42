import type { Reply } from '../../helpers/judge/reply.ts';
import { blocked, Stop } from '../../helpers/judge/stop.ts';
import { mustBeReadable, notServed } from '../../helpers/judge/served.ts';
import { check, type ActiveCheck, type Stage } from '../../helpers/run/check.ts';
import type { Step } from '../../helpers/run/step.ts';
import type { ClauseId } from '../../specs/clauses.ts';
import { addBeneficiary } from '../../specs/operations.ts';
import type { Operation } from '../../specs/operation.ts';
import { mustRefuse, refusalOf } from './refusal.ts';

/** Where an OTP is sent: in the Consent header, or in the payload of OP-12. */
export const takesCode = ({ id, consent }: Operation): boolean => consent === 'required' || id === 'OP-12';

/** The same call with a right code: refused as well, the operation refuses for another reason, which has a clause of its own. */
const servedOf: Readonly<Record<string, (stage: Stage) => Step<unknown>>> = {
  'OP-4': ({ world }) => world.customer.onboarding.tag,
  'OP-6': ({ world }) => world.customer.beneficiaries.detail,
  'OP-7': ({ world }) => world.customer.beneficiaries.added,
  'OP-9': ({ world }) => world.customer.usual.requested,
  'OP-12': ({ world }) => world.mpin,
};

async function mustBeServedOtherwise(stage: Stage, { id }: Operation): Promise<void> {
  const served = servedOf[id]?.(stage);
  if (served?.asked() !== true) return;
  const done = await stage.after(served);
  if (!done.ok && done.error instanceof Stop && done.error.why.kind !== 'untried') await stage.use(served);
}

/** A wrong code is code 4170, unless the sender was locked before it: then a right one is refused as well. */
async function mustBeWrong(stage: Stage, reply: Reply, control: Step<unknown> | undefined): Promise<void> {
  const holds = reply.status === 200 && reply.code === 4170;
  const refused = reply.code !== 2000 && reply.status === 200;
  if (!holds && refused && control !== undefined && !(await stage.after(control)).ok) {
    // Where nobody was ever shown, a right code is refused for another reason, which has a clause of its own.
    if (stage.world.memory.details.size === 0) await stage.use(control);
    throw blocked('sender-locked', 'the sender is refused with a right code as well: probably locked', 'test-data');
  }
  await mustRefuse(stage, reply, holds, 'HTTP 200 with code 4170');
}

export function wrongCode(operation: Operation): ActiveCheck {
  const tried = `wrong-otp-${operation.id}`;
  return check('CODE-4170', tried, `${operation.id} answers a wrong OTP with code 4170`, { operation: operation.id }, async (stage) => {
    const reply = await stage.use(refusalOf(stage.world.wrongCodes.replies, operation));
    mustBeReadable(reply);
    if (reply.code !== 2000 && reply.code !== 4170) await mustBeServedOtherwise(stage, operation);
    await mustBeWrong(stage, reply, stage.world.wrongCodes.controls.get(operation.id));
  });
}

/** The service's own refusal, and nothing that the environment did. */
const isRefusalOf = (error: unknown, clause: ClauseId): boolean =>
  error instanceof Stop && error.why.kind === 'violation' && error.why.clause === clause;

/** OP-12 with a wrong OTP has set the MPIN it was sent with: that one is taken then, and the right one is not. */
export async function isOverwritten(stage: Stage): Promise<boolean> {
  const { elsewhere } = stage.world.mpinConsent;
  const taken = await stage.after(refusalOf(elsewhere.replies, addBeneficiary));
  const right = await stage.after(elsewhere.stillRight);
  return taken.ok && taken.value.code === 2000 && !right.ok && isRefusalOf(right.error, 'OP7-SERVED');
}

async function mustNotBeOverwritten(stage: Stage): Promise<void> {
  if (!(await isOverwritten(stage))) return;
  const { code } = await stage.use(stage.world.mpinConsent.setMpin);
  const cause = code === 2000 ? 'CODE-4170' : 'CONSENT-WRONG-NO-EFFECT';
  throw blocked(cause, 'OP-12 with a wrong OTP has set the MPIN that is wrong here', 'service');
}

/** On senders of our own, which may be out of funds: then a transfer is refused for that as well (reading 1). */
export function wrongMpin(operation: Operation): ActiveCheck {
  const way = `wrong-mpin-${operation.id}`;
  return check('CODE-4170', way, `${operation.id} answers a wrong MPIN with code 4170`, { operation: operation.id }, async (stage) => {
    const { wrongCodes, mpinConsent } = stage.world;
    const tried = refusalOf(mpinConsent.elsewhere.replies, operation);
    const done = await stage.after(tried);
    if (!done.ok || done.value.code === 2000) await mustNotBeOverwritten(stage);
    const reply = await stage.use(tried);
    mustBeReadable(reply);
    if (notServed(reply)?.why.kind === 'blocked') await stage.use(mpinConsent.elsewhere.paid);
    await mustBeWrong(stage, reply, wrongCodes.controls.get('OP-12'));
  });
}
