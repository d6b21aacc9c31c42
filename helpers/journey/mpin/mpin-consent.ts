import { documentedCall } from '../../../specs/documented-call.ts';
import { addBeneficiary, senderDetail, setMpin } from '../../../specs/operations.ts';
import { mpinForms } from '../../consent/consent-header.ts';
import type { Reply } from '../../judge/reply.ts';
import { notServed } from '../../judge/served.ts';
import { blocked, notApplicable, untried } from '../../judge/stop.ts';
import { type Session, step, type Step } from '../../session/session.ts';
import { newChallenge } from '../consent/challenge.ts';
import { type Challenge } from '../setup/challenge.ts';
import { readUnlocked } from '../calls/closing.ts';
import { withWrongOtp } from '../consent/wrong-otp.ts';
import type { Dependencies } from '../setup/dependencies.ts';
import type { MpinAccounts } from './mpin-accounts.ts';
import { detailOf, type Sender } from '../sender/sender.ts';
import { type Detail } from '../setup/detail.ts';
import { wrongMpinOf, type MpinForm, type WrongMpin } from './wrong-mpin.ts';

/** An OP-7 with a wrong code, and the list after it. */
export interface WrongBeneficiary {
  readonly reply: Reply;
  readonly accountNo: string;
  readonly after: Detail;
}

export interface RightMpin {
  readonly reply: Reply;
  readonly form: MpinForm;
  /** The code was the one that a wrong MPIN had been sent with. */
  readonly sameCode: boolean;
}

/** The MPIN in consents of the sender it was set for, and wrong codes of that sender, which come last. */
export interface MpinConsent {
  /** OP-6 with the right MPIN, in the first form that was taken. */
  readonly right: Step<RightMpin>;
  /** OP-6 with a right OTP and a wrong MPIN, in the first form. */
  readonly wrong: Step<Reply>;
  /** The same on the other operations, in the form that was taken. */
  readonly elsewhere: Omit<WrongMpin, 'order'>;
  readonly beneficiary: Step<WrongBeneficiary>;
  readonly setMpin: Step<Reply>;
}

/** The form as a person reads it. */
export const shown = (form: MpinForm): string => form('<otp>', '<state>', '<mpin>');

export const firstForm: MpinForm = mpinForms[0];

const wrongMpin = (mpin: string): string => mpin.slice(0, -1) + String((Number(mpin.at(-1)) + 1) % 10);

export interface MpinConsentPlan {
  readonly who: Step<Sender>;
  readonly set: Step<unknown>;
  /** Shows that OP-6 is served at all. */
  readonly served: Step<unknown>;
  /** Everything else that is told of the same mobile. */
  readonly follows: readonly Step<unknown>[];
  /** Asked for in the sender's turn. */
  readonly accounts: Step<MpinAccounts>;
}

export function mpinConsentOf(deps: Dependencies, { who, set, served, follows, accounts }: MpinConsentPlan): MpinConsent {
  const ownMpin = (): string => {
    if (deps.people.mpin === null) throw untried('no MPIN to set (DMT_MPIN)', 'configuration');
    return deps.people.mpin;
  };
  const read = async (session: Session, consent: string, isWrong: boolean): Promise<Reply> => {
    const sender = await session.use(who);
    const call = documentedCall(senderDetail, 'only', { ...sender, consent });
    return session.probe(senderDetail, isWrong ? { ...call, wrongCode: sender.person.mobile } : call);
  };
  const code = step('a code beside an MPIN', async (session): Promise<Challenge> =>
    newChallenge(deps, session, (await session.use(who)).person),
  );
  const wrong = step('OP-6 with a wrong MPIN', async (session) => {
    const mpin = ownMpin();
    await session.use(set);
    if ((await session.use(who)).scheme === 'NONE') throw notApplicable('the scheme asks for no verification');
    const { code: otp, state } = await session.use(code);
    return read(session, mpinForms[0](otp, state, wrongMpin(mpin)), true);
  });
  let taken: Detail | null = null;
  const plain = step('the MPIN sender without its MPIN', async (session) => {
    await session.use(served);
    return session.use(readUnlocked(deps, await session.use(who)));
  });
  const right = step('OP-6 with the right MPIN', async (session): Promise<RightMpin> => {
    const mpin = ownMpin();
    await session.use(set);
    const sender = await session.use(who);
    if (sender.scheme === 'NONE') throw notApplicable('the scheme asks for no verification');
    // The wrong MPIN may have used the code up, so the first form is tried with it and with a new one.
    for (const [nth, form] of [mpinForms[0], ...mpinForms].entries()) {
      const { code: otp, state, accepted } = nth === 0 ? await session.use(code) : await newChallenge(deps, session, sender.person);
      const reply = await read(session, form(otp, state, mpin), false);
      if (notServed(reply) !== null) continue;
      accepted();
      taken = detailOf(deps, sender, reply);
      return { reply, form, sameCode: nth === 0 };
    }
    await session.use(plain);
    throw blocked(
      'mpin-form',
      'the right MPIN is refused in every form tried; the document describes the form and does not quote it',
      'specification',
    );
  });
  const wrongBeneficiary = step('OP-7 with a wrong code', async (session) => {
    const sender = await session.use(who);
    const { person, scheme } = sender;
    if (scheme === 'NONE') throw notApplicable('the scheme asks for no verification');
    const accountNo = (await session.use(accounts)).wrongCode();
    const reply = await withWrongOtp(deps, session, person, ({ consent }) =>
      session.probe(addBeneficiary, {
        ...documentedCall(addBeneficiary, 'only', { ...sender, ...deps.people.beneficiary, accountNo, consent }),
        wrongCode: person.mobile,
      }),
    );
    return { reply, accountNo };
  });
  const beneficiary = step('the beneficiaries after a wrong code', async (session) => {
    const asked = await session.use(wrongBeneficiary);
    await session.after(right);
    return { ...asked, after: taken ?? (await session.use(plain)) };
  });
  const wrongSet = step('OP-12 with a wrong code', async (session) => {
    const sender = await session.use(who);
    const { person } = sender;
    return withWrongOtp(deps, session, person, ({ otp, state }) => {
      // Another one than is set, so that an effect would show: it is the wrong MPIN of the calls that follow.
      const call = documentedCall(setMpin, 'only', { ...sender, mpin: wrongMpin(deps.people.mpin ?? '0000'), otp, state });
      return session.probe(setMpin, { ...call, wrongCode: person.mobile });
    });
  });
  const form = step('the form of an MPIN', async (session) => (await session.use(right)).form);
  const elsewhere = wrongMpinOf(deps, { who, form, mpin: { right: ownMpin, wrong: () => wrongMpin(ownMpin()) }, accounts });
  const whole = step('the MPIN in consents', async (session) => {
    await session.behind(follows);
    const { person } = await session.use(who);
    await session.after(set);
    const order: readonly Step<unknown>[] = [wrongBeneficiary, wrong, right, beneficiary, ...elsewhere.order(wrongSet)];
    await deps.inTurn(person, async () => {
      for (const part of order) await session.after(part);
    });
  });
  const partOf = <T>(part: Step<T>): Step<T> =>
    step(part.name, async (session) => {
      await session.after(whole);
      return session.use(part);
    });
  return {
    right: partOf(right),
    wrong: partOf(wrong),
    elsewhere: {
      paid: elsewhere.paid,
      stillRight: partOf(elsewhere.stillRight),
      replies: new Map([...elsewhere.replies].map(([id, part]) => [id, partOf(part)])),
    },
    beneficiary: partOf(beneficiary),
    setMpin: partOf(wrongSet),
  };
}
