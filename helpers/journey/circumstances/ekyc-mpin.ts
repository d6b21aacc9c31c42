import { apiCodes } from '../../../specs/codes.ts';
import { documentedCall } from '../../../specs/documented-call.ts';
import { senderDetail, setMpin, tagUser } from '../../../specs/operations.ts';
import { consentHeader } from '../../consent/consent-header.ts';
import type { Reply } from '../../judge/reply.ts';
import { describeAnswer } from '../../judge/reply.ts';
import { findNotServedStop } from '../../judge/served.ts';
import { blocked, notApplicable } from '../../judge/stop.ts';
import { step, type Step } from '../../session/session.ts';
import { sendRefusedCall, type RefusedCallResult } from '../calls/send-refused-call.ts';
import { newChallenge } from '../consent/challenge.ts';
import { changeLastDigit } from '../calls/wrong-otp.ts';
import { buildMpinCall } from '../mpin/mpin.ts';
import { firstForm, requireMpin } from '../mpin/mpin-consent.ts';
import type { MpinForm } from '../../consent/consent-header.ts';
import type { Sender } from '../sender/sender.ts';
import type { Dependencies } from '../setup/dependencies.ts';
import type { Detail } from '../setup/detail.ts';

/** OP-6 with the right MPIN; no detail where it was refused. */
export interface RightMpin {
  readonly reply: Reply;
  readonly detail: Detail | null;
}

interface EkycMpin {
  /** OP-12, where some check asks for an MPIN and its form is known. */
  readonly set: Step<void>;
  /** OP-4 with a right code and a wrong MPIN. The right code is left for the next call. */
  readonly wrong: Step<RefusedCallResult>;
}

interface EkycMpinPlan {
  readonly who: Step<Sender>;
  readonly form: () => Step<MpinForm>;
}

interface StandingPlan {
  /** The sender under the tag that it has after the eKYC. */
  readonly who: Step<Sender>;
  /** All other calls of the same sender. */
  readonly follows: Step<unknown>;
}

/**
 * Whether the MPIN still counts after the eKYC: OP-6 refuses a wrong one, or a right code without any. An eKYC may reset the MPIN, and then
 * none is wrong (reading 14). It costs codes, so only a check that would accuse asks.
 */
export const createStandingMpin = (deps: Dependencies, { who, follows }: StandingPlan): Step<boolean> =>
  step('an MPIN that counts after an eKYC', async (session) => {
    await session.after(follows);
    const sender = await session.use(who);
    const { person } = sender;
    const isRefused = async (mpin: string | null): Promise<boolean> => {
      const { code, state } = await newChallenge(deps, session, person);
      const consent = mpin === null ? consentHeader.otp(code, state) : firstForm(code, state, mpin);
      const call = documentedCall(senderDetail, 'only', { ...sender, consent });
      const reply = await session.probe(senderDetail, mpin === null ? call : { ...call, wrongCode: person.mobile });
      return reply.status === 200 && reply.code === apiCodes.wrongOtpOrMpin;
    };
    return deps.inTurn(person, async () => (await isRefused(changeLastDigit(requireMpin(deps)))) || isRefused(null));
  });

/** OP-6 with the right MPIN once OP-12 has set it again. It costs codes, so only a check that would accuse asks. */
export const createMpinSetAgain = (deps: Dependencies, { who, follows }: StandingPlan): Step<Reply> =>
  step('an MPIN set again after an eKYC', async (session) => {
    await session.after(follows);
    const sender = await session.use(who);
    return deps.inTurn(sender.person, async () => {
      const forSet = await newChallenge(deps, session, sender.person);
      const set = await session.probe(setMpin, buildMpinCall(deps, sender, forSet.code, forSet.state));
      if (findNotServedStop(set) !== null)
        throw blocked(
          'mpin-after-ekyc',
          `the MPIN is refused after an eKYC, and OP-12 answers ${describeAnswer(set)}, so nothing shows whether the eKYC ended it`,
          'specification',
        );
      const { code, state } = await newChallenge(deps, session, sender.person);
      const consent = firstForm(code, state, requireMpin(deps));
      return session.probe(senderDetail, documentedCall(senderDetail, 'only', { ...sender, consent }));
    });
  });

/** Call both in the sender's turn. */
export function createEkycMpin(deps: Dependencies, { who, form }: EkycMpinPlan): EkycMpin {
  const set = step('an MPIN before an eKYC', async (session) => {
    if (!form().isRequested()) throw notApplicable('no check asks for an MPIN');
    if ((await session.use(form())) !== firstForm) throw notApplicable('the service takes the MPIN in another form than the first one');
    const sender = await session.use(who);
    const challenge = await newChallenge(deps, session, sender.person);
    const reply = await session.send(setMpin, buildMpinCall(deps, sender, challenge.code, challenge.state));
    if (findNotServedStop(reply, challenge.used) !== null) throw notApplicable(`OP-12 answers ${describeAnswer(reply)} to this sender`);
    challenge.accepted();
    deps.memory.of(sender.person).hasNewMpin = true;
  });
  const wrong = step('OP-4 with a wrong MPIN after an eKYC', async (session) => {
    await session.use(set);
    deps.wrongCodeBudget.take('after-ekyc-mpin');
    const sender = await session.use(who);
    const { person } = sender;
    const challenge = await newChallenge(deps, session, person);
    const consent = firstForm(challenge.code, challenge.state, changeLastDigit(requireMpin(deps)));
    const call = { ...documentedCall(tagUser, person.userType, { ...person, consent }), wrongCode: person.mobile };
    const result = await sendRefusedCall({ deps, sender }, session, tagUser, call);
    deps.memory.of(person).leftOver = challenge;
    return result;
  });
  return { set, wrong };
}
