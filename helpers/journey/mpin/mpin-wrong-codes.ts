import { documentedCall } from '../../../specs/documented-call.ts';
import { addBeneficiary, setMpin } from '../../../specs/operations.ts';
import type { Reply } from '../../judge/reply.ts';
import { type Session, step, type Step } from '../../session/session.ts';
import { buildConsent, mustAskForConsent } from '../consent/consent.ts';
import { changeLastDigit, mistakes, withWrongOtp } from '../consent/wrong-otp.ts';
import type { Sender } from '../sender/sender.ts';
import type { Challenge } from '../setup/challenge.ts';
import type { Dependencies } from '../setup/dependencies.ts';
import type { Detail } from '../setup/detail.ts';
import type { MpinAccounts } from './mpin-accounts.ts';

export interface WrongBeneficiary {
  readonly reply: Reply;
  readonly accountNo: string;
  readonly after: Detail;
}

interface WrongBeneficiaryPlan {
  readonly who: Step<Sender>;
  readonly accounts: Step<MpinAccounts>;
  /** A right code that other calls send too. */
  readonly code: Step<Challenge>;
}

/** OP-7 with a wrong code: made of the shared one, and made of a new one where the shared one shows nothing. */
export function createWrongBeneficiarySteps(deps: Dependencies, { who, accounts, code }: WrongBeneficiaryPlan) {
  const account = step('an account for a wrong code', async (session) => (await session.use(accounts)).wrongCode());
  const send = async (session: Session, consent: string): Promise<Reply> => {
    const sender = await session.use(who);
    const ids = { ...sender, ...deps.people.beneficiary, accountNo: await session.use(account), consent };
    return session.probe(addBeneficiary, { ...documentedCall(addBeneficiary, 'only', ids), wrongCode: sender.person.mobile });
  };
  const shared = step('OP-7 with a wrong code', async (session) => {
    const { person, scheme } = await session.use(who);
    mustAskForConsent(scheme);
    const { code: otp, state } = await session.use(code);
    return send(session, buildConsent(deps, person, mistakes.swapped(otp), state));
  });
  const own = step('OP-7 with a wrong code of its own', async (session) => {
    const { person, scheme } = await session.use(who);
    mustAskForConsent(scheme);
    return withWrongOtp(deps, session, person, mistakes.swapped, ({ consent }) => send(session, consent));
  });
  return { account, shared, own };
}

export const createWrongSetStep = (deps: Dependencies, who: Step<Sender>): Step<Reply> =>
  step('OP-12 with a wrong code', async (session) => {
    const sender = await session.use(who);
    const { person } = sender;
    return withWrongOtp(deps, session, person, mistakes.middle, ({ otp, state }) => {
      // This MPIN differs from the one that is set, so an effect would show. The calls that follow use it as the wrong MPIN.
      const call = documentedCall(setMpin, 'only', { ...sender, mpin: changeLastDigit(deps.people.mpin ?? '0000'), otp, state });
      return session.probe(setMpin, { ...call, wrongCode: person.mobile });
    });
  });
