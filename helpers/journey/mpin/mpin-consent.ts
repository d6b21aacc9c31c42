import { documentedCall } from '../../../specs/documented-call.ts';
import { senderDetail } from '../../../specs/operations.ts';
import { consentHeader, mpinForms, type MpinForm } from '../../consent/consent-header.ts';
import type { Call } from '../../client/http/call.ts';
import type { Reply } from '../../judge/reply.ts';
import { findNotServedStop } from '../../judge/served.ts';
import { blocked } from '../../judge/stop.ts';
import { lacksMpin } from '../setup/people.ts';
import { type Session, step, type Step } from '../../session/session.ts';
import { newChallenge } from '../consent/challenge.ts';
import { mustAskForConsent } from '../consent/consent.ts';
import { changeLastDigit } from '../calls/wrong-otp.ts';
import { type Challenge } from '../setup/challenge.ts';
import { sendRefusedCall, type RefusedCallResult } from '../calls/send-refused-call.ts';
import { createUnlockedRead } from '../calls/closing.ts';
import { createWrongBeneficiary, createWrongSetStep, type WrongBeneficiary } from './mpin-wrong-codes.ts';
import type { Dependencies } from '../setup/dependencies.ts';
import { partIfDone, partAfter } from '../setup/part-step.ts';
import type { MpinAccounts } from './mpin-accounts.ts';
import { keepDetail, type Sender } from '../sender/sender.ts';
import { isLockBehind } from './right-mpin.ts';
import { createWrongMpin, type WrongMpin } from './wrong-mpin.ts';

interface RightMpin {
  readonly reply: Reply;
  readonly form: MpinForm;
  /** The same code had been sent with a wrong MPIN before. */
  readonly sameCode: boolean;
}

/** The MPIN in consents of the sender it was set for, and wrong codes of that sender, which come last. */
export interface MpinConsent {
  readonly right: Step<RightMpin>;
  /** OP-6 with a right OTP and a wrong MPIN, in the first form. */
  readonly wrong: Step<Reply>;
  /** OP-6 with `NONE`, and with the right MPIN alone. */
  readonly none: Step<RefusedCallResult>;
  readonly alone: Step<RefusedCallResult>;
  readonly elsewhere: Omit<WrongMpin, 'order'>;
  readonly beneficiary: Step<WrongBeneficiary>;
  readonly setMpin: Step<Reply>;
  /** The form in which the service took the right MPIN. */
  readonly form: Step<MpinForm>;
  readonly whole: Step<void>;
}

export const describeForm = (form: MpinForm): string => form('<otp>', '<state>', '<mpin>');

export const firstForm: MpinForm = mpinForms[0];

interface MpinConsentPlan {
  readonly who: Step<Sender>;
  readonly set: Step<unknown>;
  readonly served: Step<unknown>;
  /** OP-9 was served in the query form. */
  readonly queryForm: Step<unknown>;
  /** The usual transfer. */
  readonly paid: Step<unknown>;
  /** All other calls of the same mobile. */
  readonly follows: () => readonly Step<unknown>[];
  /** What `accounts` reads in a turn of its own: run within the sender's turn it would wait for itself. */
  readonly before: readonly Step<unknown>[];
  /** Use this step in the sender's turn. */
  readonly accounts: Step<MpinAccounts>;
}

export function requireMpin({ people }: Dependencies): string {
  if (people.mpin === null) throw lacksMpin(people);
  return people.mpin;
}

const readWithConsent = (session: Session, sender: Sender, consent: string, marks: Pick<Call, 'wrongCode'> = {}): Promise<Reply> =>
  session.probe(senderDetail, { ...documentedCall(senderDetail, 'only', { ...sender, consent }), ...marks });

type WhoAndSet = Pick<MpinConsentPlan, 'who' | 'set'>;

const createWrongMpinRead = (deps: Dependencies, { who, set }: WhoAndSet, code: Step<Challenge>): Step<Reply> =>
  step('OP-6 with a wrong MPIN', async (session) => {
    const mpin = requireMpin(deps);
    await session.use(set);
    const sender = await session.use(who);
    mustAskForConsent(sender.scheme);
    const { code: otp, state } = await session.use(code);
    return readWithConsent(session, sender, firstForm(otp, state, changeLastDigit(mpin)), { wrongCode: sender.person.mobile });
  });

interface BeforeRight {
  readonly wrong: Step<Reply>;
  readonly code: Step<Challenge>;
  /** The sender without its MPIN, where the service takes no form. */
  readonly plain: Step<unknown>;
}

const createRightMpinRead = (deps: Dependencies, { who, set }: WhoAndSet, { wrong, code, plain }: BeforeRight): Step<RightMpin> =>
  step('OP-6 with the right MPIN', async (session) => {
    const mpin = requireMpin(deps);
    await session.use(set);
    const sender = await session.use(who);
    mustAskForConsent(sender.scheme);
    // The wrong MPIN may have used up the code, so the first form is tried with that code and with a new one.
    const replies: Reply[] = [];
    for (const [nth, form] of [firstForm, ...mpinForms].entries()) {
      const { code: otp, state, accepted } = nth === 0 ? await session.use(code) : await newChallenge(deps, session, sender.person);
      const reply = await readWithConsent(session, sender, form(otp, state, mpin));
      replies.push(reply);
      if (findNotServedStop(reply) !== null) continue;
      accepted();
      deps.memory.mpinForm = form;
      keepDetail(deps, sender, reply);
      return { reply, form, sameCode: nth === 0 };
    }
    await session.use(plain);
    const tried = await session.after(wrong);
    if (isLockBehind(tried.ok ? tried.value : null, replies[1]))
      throw blocked('sender-locked', 'the right MPIN is refused after a wrong one: probably locked', 'test-data');
    throw blocked(
      'mpin-form',
      'the service refuses the right MPIN in every form tried: either OP-12 did not keep it, or the form is another, which the document does not quote',
      'specification',
    );
  });

const createWholeStep = (deps: Dependencies, { who, set, follows, before }: MpinConsentPlan, order: readonly Step<unknown>[]): Step<void> =>
  step('the MPIN in consents', async (session) => {
    await session.afterRequested(follows());
    const { person } = await session.use(who);
    await session.after(set);
    await session.afterAll(before);
    await deps.inTurn(person, () => session.afterAll(order));
  });

export function createMpinConsent(deps: Dependencies, plan: MpinConsentPlan): MpinConsent {
  const { who, served, accounts } = plan;
  const code = step('a code to send with an MPIN', async (session): Promise<Challenge> =>
    newChallenge(deps, session, (await session.use(who)).person),
  );
  const plain = step('the MPIN sender without its MPIN', async (session) => {
    await session.use(served);
    return session.use(createUnlockedRead(deps, await session.use(who)));
  });
  const wrong = createWrongMpinRead(deps, plan, code);
  const right = createRightMpinRead(deps, plan, { wrong, code, plain });
  const wrongSet = createWrongSetStep(deps, who);
  const form = step('the form of an MPIN', async (session) => (await session.use(right)).form);
  const codeSurvives = step('a code after a wrong MPIN', async (session) => (await session.use(right)).sameCode);
  const mpin = { right: () => requireMpin(deps), wrong: () => changeLastDigit(requireMpin(deps)) };
  const elsewhere = createWrongMpin(deps, { who, form, codeSurvives, mpin, accounts, queryForm: plan.queryForm, usual: plan.paid });
  const { stillRight, listed } = elsewhere;
  const wrongBeneficiary = createWrongBeneficiary(deps, { who, accounts, right: stillRight, listed, plain });
  const readWith = (name: string, buildHeader: () => string): Step<RefusedCallResult> =>
    step(`OP-6 with ${name} once an MPIN is set`, async (session) => {
      await session.use(right);
      const sender = await session.use(who);
      const call = documentedCall(senderDetail, 'only', { ...sender, consent: buildHeader() });
      return sendRefusedCall({ deps, sender }, session, senderDetail, call);
    });
  const none = readWith('NONE', () => consentHeader.none);
  const alone = readWith('the MPIN alone', () => `MPIN ${mpin.right()}`);
  const whole = createWholeStep(deps, plan, [
    wrong,
    right,
    none,
    alone,
    ...elsewhere.order([wrongSet, wrongBeneficiary.sent]),
    wrongBeneficiary.judged,
  ]);
  const after = partAfter(whole);
  const ifDone = partIfDone(whole);
  return {
    right: after(right),
    wrong: after(wrong),
    none: ifDone(none),
    alone: ifDone(alone),
    elsewhere: {
      paid: elsewhere.paid,
      balances: after(elsewhere.balances),
      balancesAgain: elsewhere.balancesAgain,
      tagAgain: after(elsewhere.tagAgain),
      schemeAgain: after(elsewhere.schemeAgain),
      listed: after(elsewhere.listed),
      alone: ifDone(elsewhere.alone),
      stillRight: after(elsewhere.stillRight),
      replies: new Map([...elsewhere.replies].map(([id, part]) => [id, after(part)])),
    },
    beneficiary: after(wrongBeneficiary.judged),
    setMpin: after(wrongSet),
    form: after(form),
    whole,
  };
}
