import { consentHeader, mpinForms, type MpinForm } from '../../consent/consent-header.ts';
import type { Reply } from '../../judge/reply.ts';
import { findNotServedStop, mayBePause } from '../../judge/served.ts';
import { blocked } from '../../judge/stop.ts';
import { lacksMpin } from '../setup/people.ts';
import { step, type Step } from '../../session/session.ts';
import { newChallenge } from '../consent/challenge.ts';
import { mustAskForConsent } from '../consent/consent.ts';
import { changeLastDigit } from '../calls/wrong-otp.ts';
import { type Challenge } from '../setup/challenge.ts';
import type { RefusedCallResult } from '../calls/send-refused-call.ts';
import { createUnlockedRead } from '../calls/closing.ts';
import {
  createOnceMore,
  createOtherRead,
  createWrongBeneficiary,
  createWrongMpinRead,
  createWrongSetStep,
  readWithConsent,
  type WrongBeneficiary,
} from './mpin-wrong-codes.ts';
import type { Dependencies } from '../setup/dependencies.ts';
import { partIfDone, partAfter } from '../setup/part-step.ts';
import type { MpinAccounts } from './mpin-accounts.ts';
import { keepDetail, type Sender } from '../sender/sender.ts';
import { askPastPause } from '../consent/pauses.ts';
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
  /** The same behind the right MPIN, before a check accuses: other wrong codes may have come just before the first one. */
  readonly wrongAgain: Step<Reply>;
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

type WhoAndSet = Pick<MpinConsentPlan, 'who' | 'set'>;

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
    const wasTriedWrong = (await session.after(wrong)).ok;
    const replies: Reply[] = [];
    const tryForms = async (): Promise<RightMpin | null> => {
      // The wrong MPIN may have used up the code, so the first form is tried with that code and with a new one.
      const forms = replies.length === 0 ? [firstForm, ...mpinForms] : mpinForms;
      for (const form of forms) {
        const isFirst = replies.length === 0;
        const { code: otp, state, accepted } = isFirst ? await session.use(code) : await newChallenge(deps, session, sender.person);
        const reply = await readWithConsent(session, sender, form(otp, state, mpin));
        replies.push(reply);
        if (findNotServedStop(reply) !== null) continue;
        accepted();
        deps.memory.mpinForm = form;
        keepDetail(deps, sender, reply);
        return { reply, form, sameCode: isFirst && wasTriedWrong };
      }
      return null;
    };
    const isPaused = (right: RightMpin | null): boolean => right === null && replies.slice(-1).every(mayBePause);
    const right = await askPastPause(deps, tryForms, isPaused);
    if (right !== null) return right;
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

const wrongOtps = ['wrong-otp-OP-7', 'wrong-otp-OP-12'] as const;
const wrongMpins = ['wrong-mpin-OP-4', 'wrong-mpin-OP-6', 'wrong-mpin-OP-7', 'wrong-mpin-OP-9', 'wrong-mpin-OP-9-query'] as const;

const createWholeStep = (deps: Dependencies, { who, set, follows, before }: MpinConsentPlan, order: readonly Step<unknown>[]): Step<void> =>
  step('the MPIN in consents', (session) =>
    deps.wrongCodeBudget.keep(deps.people.mpin === null ? wrongOtps : [...wrongOtps, ...wrongMpins], async () => {
      await session.afterRequested(follows());
      const { person } = await session.use(who);
      await session.after(set);
      await session.afterAll(before);
      await deps.inTurn(person, () => session.afterAll(order));
    }),
  );

export function createMpinConsent(deps: Dependencies, plan: MpinConsentPlan): MpinConsent {
  const { who, served, accounts } = plan;
  const createCode = (): Step<Challenge> =>
    step('a code to send with an MPIN', async (session) => newChallenge(deps, session, (await session.use(who)).person));
  const code = createCode();
  const plain = step('the MPIN sender without its MPIN', async (session) => {
    await session.use(served);
    return session.use(createUnlockedRead(deps, await session.use(who)));
  });
  const mpin = { right: () => requireMpin(deps), wrong: () => changeLastDigit(requireMpin(deps)) };
  const createWrong = (ofCode: Step<Challenge>): Step<Reply> => createWrongMpinRead(deps, plan, ofCode, mpin.wrong);
  const wrong = createWrong(code);
  const right = createRightMpinRead(deps, plan, { wrong, code, plain });
  const wrongSet = createWrongSetStep(deps, who);
  const form = step('the form of an MPIN', async (session) => (await session.use(right)).form);
  const codeSurvives = step('a code after a wrong MPIN', async (session) => (await session.use(right)).sameCode);
  const elsewhere = createWrongMpin(deps, { who, form, codeSurvives, mpin, accounts, queryForm: plan.queryForm, usual: plan.paid });
  const { stillRight, listed } = elsewhere;
  const wrongBeneficiary = createWrongBeneficiary(deps, { who, accounts, right: stillRight, listed, plain });
  const none = createOtherRead(deps, who, right, 'NONE', () => consentHeader.none);
  const alone = createOtherRead(deps, who, right, 'the MPIN alone', () => `MPIN ${mpin.right()}`);
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
    wrongAgain: createOnceMore(deps, who, createWrong(createCode()), right),
    none: ifDone(none),
    alone: ifDone(alone),
    elsewhere: {
      paid: elsewhere.paid,
      balances: after(elsewhere.balances),
      balancesAgain: elsewhere.balancesAgain,
      transferAgain: elsewhere.transferAgain,
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
