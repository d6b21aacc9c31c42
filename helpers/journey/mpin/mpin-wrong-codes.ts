import { documentedCall } from '../../../specs/documented-call.ts';
import { addBeneficiary, setMpin } from '../../../specs/operations.ts';
import type { Reply } from '../../judge/reply.ts';
import { step, type Step } from '../../session/session.ts';
import { mustAskForConsent } from '../consent/consent.ts';
import { changeLastDigit, mistakes, withWrongOtp } from '../consent/wrong-otp.ts';
import type { Sender } from '../sender/sender.ts';
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
}

export const createWrongBeneficiaryStep = (
  deps: Dependencies,
  { who, accounts }: WrongBeneficiaryPlan,
): Step<Omit<WrongBeneficiary, 'after'>> =>
  step('OP-7 with a wrong code', async (session) => {
    const sender = await session.use(who);
    const { person, scheme } = sender;
    mustAskForConsent(scheme);
    const accountNo = (await session.use(accounts)).wrongCode();
    const reply = await withWrongOtp(deps, session, person, mistakes.swapped, ({ consent }) =>
      session.probe(addBeneficiary, {
        ...documentedCall(addBeneficiary, 'only', { ...sender, ...deps.people.beneficiary, accountNo, consent }),
        wrongCode: person.mobile,
      }),
    );
    return { reply, accountNo };
  });

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
