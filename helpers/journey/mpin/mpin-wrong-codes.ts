import { documentedCall } from '../../../specs/documented-call.ts';
import { apiCodes } from '../../../specs/codes.ts';
import { addBeneficiary, senderDetail, setMpin } from '../../../specs/operations.ts';
import type { Call } from '../../client/http/call.ts';
import { mpinForms } from '../../consent/consent-header.ts';
import type { Reply } from '../../judge/reply.ts';
import { notApplicable } from '../../judge/stop.ts';
import { type Session, step, type Step } from '../../session/session.ts';
import { mayLock, spareFromLock } from '../calls/closing.ts';
import { sendRefusedCall, type RefusedCallResult } from '../calls/send-refused-call.ts';
import { mustAskForConsent } from '../consent/consent.ts';
import { buildConsent } from '../consent/send-with-code.ts';
import { changeLastDigit, mistakes, withWrongOtp } from '../calls/wrong-otp.ts';
import type { Challenge } from '../setup/challenge.ts';
import type { Sender } from '../sender/sender.ts';
import type { Dependencies } from '../setup/dependencies.ts';
import type { Detail } from '../setup/detail.ts';
import type { MpinAccounts } from './mpin-accounts.ts';

export const readWithConsent = (session: Session, sender: Sender, consent: string, marks: Pick<Call, 'wrongCode'> = {}): Promise<Reply> =>
  session.probe(senderDetail, { ...documentedCall(senderDetail, 'only', { ...sender, consent }), ...marks });

interface SetMpin {
  readonly who: Step<Sender>;
  readonly set: Step<unknown>;
}

export const createWrongMpinRead = (
  { wrongCodeBudget }: Dependencies,
  { who, set }: SetMpin,
  code: Step<Challenge>,
  wrongMpin: () => string,
): Step<Reply> =>
  step('OP-6 with a wrong MPIN', async (session) => {
    const mpin = wrongMpin();
    await session.use(set);
    const sender = await session.use(who);
    mustAskForConsent(sender.scheme);
    wrongCodeBudget.take('wrong-mpin-OP-6');
    const { code: otp, state } = await session.use(code);
    return readWithConsent(session, sender, mpinForms[0](otp, state, mpin), { wrongCode: sender.person.mobile });
  });

/** Before a check accuses: other wrong codes may have come just before the first one. */
export const createOnceMore = (deps: Dependencies, who: Step<Sender>, wrong: Step<Reply>, behind: Step<unknown> = who): Step<Reply> =>
  step(`${wrong.name}, once more`, async (session) => {
    await session.use(behind);
    const { person } = await session.use(who);
    return deps.inTurn(person, async () => {
      await spareFromLock(deps, session, person);
      return session.use(wrong);
    });
  });

/** OP-6 with a header that lacks the code. */
export const createOtherRead = (
  deps: Dependencies,
  who: Step<Sender>,
  behind: Step<unknown>,
  name: string,
  buildHeader: () => string,
): Step<RefusedCallResult> =>
  step(`OP-6 with ${name} once an MPIN is set`, async (session) => {
    await session.use(behind);
    const sender = await session.use(who);
    const call = documentedCall(senderDetail, 'only', { ...sender, consent: buildHeader() });
    return sendRefusedCall({ deps, sender }, session, senderDetail, call);
  });

export interface WrongBeneficiary {
  readonly reply: Reply;
  readonly accountNo: string;
  readonly after: Detail;
}

interface WrongBeneficiaryPlan {
  readonly who: Step<Sender>;
  readonly accounts: Step<MpinAccounts>;
  /** A call behind it that sends the right code which an earlier wrong try left over. */
  readonly right: Step<unknown>;
  /** OP-6 behind both. */
  readonly listed: Step<Detail>;
  /** OP-6 with a new code. */
  readonly plain: Step<Detail>;
}

/** Another refusal may be about the MPIN that is missing. A code that did not stay right was wrong in any case. */
const isTelling = ({ code }: Reply, stayedRight: boolean): boolean =>
  code === apiCodes.success || (code === apiCodes.wrongOtpOrMpin && stayedRight);

const beneficiaryMistake = { name: 'wrong-otp-OP-7', mistake: mistakes.swapped } as const;

/** OP-7 with a wrong code: made of the one that is left over, and made of a new one where that shows nothing. */
export function createWrongBeneficiary(deps: Dependencies, { who, accounts, right, listed, plain }: WrongBeneficiaryPlan) {
  const account = step('an account for a wrong code', async (session) => (await session.use(accounts)).wrongCode());
  const send = async (session: Session, sender: Sender, consent: string): Promise<Reply> => {
    const ids = { ...sender, ...deps.people.beneficiary, accountNo: await session.use(account), consent };
    return session.probe(addBeneficiary, { ...documentedCall(addBeneficiary, 'only', ids), wrongCode: sender.person.mobile });
  };
  const sent = step('OP-7 with a wrong code', async (session) => {
    const sender = await session.use(who);
    mustAskForConsent(sender.scheme);
    const { leftOver } = deps.memory.of(sender.person);
    if (leftOver === null || mayLock(deps, sender.person)) throw notApplicable('no code is left over for one more wrong try');
    deps.wrongCodeBudget.take(beneficiaryMistake.name);
    return send(session, sender, buildConsent(deps, sender.person, beneficiaryMistake.mistake(leftOver.code), leftOver.state));
  });
  const own = step('OP-7 with a wrong code of its own', async (session) => {
    const sender = await session.use(who);
    mustAskForConsent(sender.scheme);
    return withWrongOtp(deps, session, sender.person, beneficiaryMistake, ({ consent }) => send(session, sender, consent));
  });
  const judged = step('the beneficiaries after a wrong code', async (session): Promise<WrongBeneficiary> => {
    const accountNo = await session.use(account);
    const shared = await session.after(sent);
    const served = await session.after(right);
    const after = await session.after(listed);
    if (shared.ok && after.ok && isTelling(shared.value, served.ok && deps.memory.codeOutlivesWrongTry === true))
      return { reply: shared.value, accountNo, after: after.value };
    return { reply: await session.use(own), accountNo, after: await session.use(plain) };
  });
  return { sent, judged };
}

export const createWrongSetStep = (deps: Dependencies, who: Step<Sender>): Step<Reply> =>
  step('OP-12 with a wrong code', async (session) => {
    const sender = await session.use(who);
    const { person } = sender;
    return withWrongOtp(deps, session, person, { name: 'wrong-otp-OP-12', mistake: mistakes.middle }, ({ otp, state }) => {
      // This MPIN differs from the one that is set, so an effect would show. The calls that follow use it as the wrong MPIN.
      const call = documentedCall(setMpin, 'only', { ...sender, mpin: changeLastDigit(deps.people.mpin ?? '0000'), otp, state });
      return session.probe(setMpin, { ...call, wrongCode: person.mobile });
    });
  });
