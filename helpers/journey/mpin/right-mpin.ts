import { apiCodes } from '../../../specs/codes.ts';
import type { Operation } from '../../../specs/operation.ts';
import type { Reply } from '../../judge/reply.ts';
import { findNotServedStop, mayBePause, mayComeOfLock } from '../../judge/served.ts';
import type { Session, Step } from '../../session/session.ts';
import { createUnlockedRead } from '../calls/closing.ts';
import { withNewId } from '../calls/edit-call.ts';
import { newChallenge } from '../consent/challenge.ts';
import { mustAskForConsent, sendWithLeftOver } from '../consent/consent.ts';
import { askPastPause } from '../consent/pauses.ts';
import type { Sender } from '../sender/sender.ts';
import type { Challenge } from '../setup/challenge.ts';
import type { Dependencies } from '../setup/dependencies.ts';
import type { MpinForm } from '../../consent/consent-header.ts';
import type { BuildCall } from './behind-wrong-mpin.ts';

export type SendServed = (session: Session, operation: Operation, callOf: BuildCall) => Promise<Reply>;

interface RightMpinPlan {
  readonly who: Step<Sender>;
  readonly form: Step<MpinForm>;
  readonly mpin: { readonly right: () => string };
}

/** A consent with the right code of a new challenge and an MPIN. */
export async function answerChallenge(
  deps: Dependencies,
  session: Session,
  { person, scheme }: Sender,
  form: Step<MpinForm>,
  mpin: string,
) {
  mustAskForConsent(scheme);
  const write = await session.use(form);
  const challenge = await newChallenge(deps, session, person);
  return { consent: write(challenge.code, challenge.state, mpin), challenge };
}

/** With a right code each: a service that says of a wrong MPIN that it is wrong reads its form, and has another reason to refuse the right one. */
export const isLockBehind = (wrong: Reply | null, right: Reply | undefined): boolean =>
  wrong?.code === apiCodes.wrongOtpOrMpin && right !== undefined && right.code !== apiCodes.wrongOtpOrMpin && mayComeOfLock(right);

/** With the code that a wrong OTP left over, if it still serves. */
export const createServed =
  (deps: Dependencies, { who, form, mpin }: RightMpinPlan): SendServed =>
  async (session, operation, callOf) => {
    const sender = await session.use(who);
    const call = await callOf(session, sender);
    const write = await session.use(form);
    const send = (consent: string): Promise<Reply> => session.probe(operation, { ...withNewId(deps, call), consent });
    const before = await sendWithLeftOver(deps, sender.person, (otp, state) => write(otp, state, mpin.right()), send);
    if (before !== null) return before.reply;
    const sendNew = async (): Promise<{ readonly reply: Reply; readonly challenge: Challenge }> => {
      const { consent, challenge } = await answerChallenge(deps, session, sender, form, mpin.right());
      return { reply: await send(consent), challenge };
    };
    const { reply, challenge } = await askPastPause(deps, sendNew, (sent) => mayBePause(sent.reply));
    const stop = findNotServedStop(reply);
    if (stop === null) {
      challenge.accepted();
      return reply;
    }
    // It comes behind wrong codes, and many services lock a sender for a minute after some.
    if (stop.why.kind === 'violation' && mayComeOfLock(reply)) await session.use(createUnlockedRead(deps, sender));
    throw stop;
  };
