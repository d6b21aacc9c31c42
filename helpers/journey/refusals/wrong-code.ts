import { documentedCall } from '../../../specs/documented-call.ts';
import { senderDetail } from '../../../specs/operations.ts';
import type { Reply } from '../../judge/reply.ts';
import { untried } from '../../judge/stop.ts';
import { type Session, step, type Step } from '../../session/session.ts';
import { mayBeLock } from '../consent/pauses.ts';
import { isRefusedCall } from '../calls/send-refused-call.ts';
import { mustAskForConsent } from '../consent/consent.ts';
import { mistakes, withWrongOtp } from '../calls/wrong-otp.ts';
import type { Dependencies } from '../setup/dependencies.ts';
import type { MpinConsent } from '../mpin/mpin-consent.ts';
import { createOnceMore, createWrongSetStep } from '../mpin/mpin-wrong-codes.ts';
import { describeFewSpares, type People } from '../setup/people.ts';
import type { Person } from '../setup/person.ts';
import { malformedWays } from './wrong-consents.ts';
import type { Refusals } from './refusals.ts';
import { createTagForm, type TagForm } from './tag-form.ts';
import { readDetail, type Sender } from '../sender/sender.ts';

/** A wrong OTP on each operation that takes one, after all other calls of its sender. */
export interface WrongCodes {
  /** By operation; a further form adds its name, as in check ids. */
  readonly replies: ReadonlyMap<string, Step<Reply>>;
  /** The same sender with a right code, before a check accuses: if this is refused too, the sender is probably locked. */
  readonly controls: ReadonlyMap<string, Step<unknown>>;
  /**
   * A wrong code once more behind the control, where another wrong code of the same mobile may have come just before: a short lock may have
   * ended before the control was served. Null where none came.
   */
  readonly again: (id: string) => Step<Reply> | null;
  readonly tagging: Readonly<Record<Person['userType'], TagForm>>;
  /** The stranger's mobile, when nothing more will be tried on it. */
  readonly freshMobile: (session: Session) => Promise<string>;
}

interface WrongCodeParts {
  /** A mobile the suite has never tagged, unless spare mobiles are few; empty where there is none. */
  readonly strangerMobile: string;
  readonly newcomer: Step<Sender>;
  readonly mpinSender: Step<Sender>;
  readonly refusals: Refusals;
  readonly mpinConsent: MpinConsent;
  /** Come before the calls of the newcomer and of the stranger. */
  readonly follows: Readonly<Record<'newcomer' | 'stranger', () => readonly Step<unknown>[]>>;
  /** They show that OP-4 takes a right code. */
  readonly tagged: Readonly<Record<Person['userType'], Step<unknown>>>;
}

const createWrongDetailStep = (deps: Dependencies, { newcomer, follows }: WrongCodeParts): Step<Reply> =>
  step('OP-6 with a wrong code', (session) =>
    deps.wrongCodeBudget.keep(['wrong-otp-OP-6'], async () => {
      const sender = await session.use(newcomer);
      const { person, scheme } = sender;
      mustAskForConsent(scheme);
      await session.afterRequested(follows.newcomer());
      return deps.inTurn(person, () =>
        withWrongOtp(deps, session, person, { name: 'wrong-otp-OP-6', mistake: mistakes.last }, ({ consent }) =>
          session.probe(senderDetail, { ...documentedCall(senderDetail, 'only', { ...sender, consent }), wrongCode: person.mobile }),
        ),
      );
    }),
  );

/** `before`: right codes between wrong ones. A short lock refuses one of these, and may have ended by now. */
const createRightCodeStep = (deps: Dependencies, who: Step<Sender>, before: readonly Step<unknown>[] = []): Step<unknown> =>
  step('a right code after a wrong one', async (session) => {
    for (const each of before) {
      const done = await session.after(each);
      if (!done.ok && mayBeLock(done.error)) throw done.error;
    }
    const sender = await session.use(who);
    return deps.inTurn(sender.person, () => readDetail(deps, session, sender));
  });

function createTagForms(
  deps: Dependencies,
  { strangerMobile: mobile, follows, tagged, mpinConsent }: WrongCodeParts,
): WrongCodes['tagging'] {
  const { mpin } = deps.people;
  const customer = createTagForm(deps, {
    person: { role: 'stranger', userType: 'customer', mobile, mpin },
    ways: ['unknown-state', 'own-code-state-of-another'],
    openWays: ['none', 'missing-consent'],
    tagged: tagged.customer,
    // The MPIN sender shows whether a code outlives a wrong try.
    follows: () => [...follows.stranger(), mpinConsent.elsewhere.stillRight],
  });
  const subAgent = createTagForm(deps, {
    // Its mobile may be that of a customer with an MPIN, which the service may then ask of every user of the mobile.
    person: { role: 'spare sub-agent', userType: 'subAgent', mobile, mpin },
    ways: [...malformedWays, 'unknown-state', 'own-code-state-of-another'],
    openWays: ['none', 'missing-consent'],
    tagged: tagged.subAgent,
    follows: () => [...follows.stranger(), customer.after],
  });
  return { customer, subAgent };
}

async function waitForFreshMobile(session: Session, people: People, mobile: string, forms: readonly TagForm[]): Promise<string> {
  if (mobile === '') throw untried(describeFewSpares(people, 'OP-16 refuses a tagged user, and no spare mobile is fresh'), 'configuration');
  await session.afterRequested(forms.flatMap(({ wrongCode, after, tries }) => [wrongCode, after, ...tries.values()]));
  const tags = forms.flatMap(({ tries }) => [...tries.values()]).filter((each) => each.isRequested());
  const done = await Promise.all(tags.map((each) => session.after(each)));
  if (done.some((one) => one.ok && !isRefusedCall(one.value)))
    throw untried('OP-16 refuses a tagged user, and OP-4 served a call that may have tagged the only fresh mobile', 'test-data');
  return mobile;
}

export function createWrongCodes(deps: Dependencies, parts: WrongCodeParts): WrongCodes {
  const { newcomer, mpinSender, refusals, mpinConsent } = parts;
  const rightMpin = createRightCodeStep(deps, mpinSender, [mpinConsent.elsewhere.stillRight]);
  const tagging = createTagForms(deps, parts);
  const setAgain = createOnceMore(deps, mpinSender, createWrongSetStep(deps, mpinSender));
  const createReplyStep = (of: Step<{ readonly reply: Reply }>): Step<Reply> =>
    step(of.name, async (session) => (await session.use(of)).reply);
  return {
    tagging,
    again: (id) => {
      if (id === 'OP-12') return setAgain;
      return id === 'OP-4-subAgent' && tagging.customer.wrongCode.isRequested() ? tagging.subAgent.again : null;
    },
    freshMobile: (session) => waitForFreshMobile(session, deps.people, parts.strangerMobile, Object.values(tagging)),
    replies: new Map<string, Step<Reply>>([
      ['OP-4', tagging.customer.wrongCode],
      ['OP-4-subAgent', tagging.subAgent.wrongCode],
      ['OP-6', createWrongDetailStep(deps, parts)],
      ['OP-7', createReplyStep(mpinConsent.beneficiary)],
      ['OP-9', refusals.wrongTransfer('path').reply],
      ['OP-9-query', refusals.wrongTransfer('query').reply],
      ['OP-12', mpinConsent.setMpin],
    ]),
    controls: new Map<string, Step<unknown>>([
      ['OP-4', tagging.customer.control],
      ['OP-4-subAgent', tagging.subAgent.control],
      ['OP-6', createRightCodeStep(deps, newcomer)],
      ['OP-7', rightMpin],
      ['OP-9', refusals.wrongTransfer('path').control],
      ['OP-9-query', refusals.wrongTransfer('query').control],
      ['OP-12', rightMpin],
    ]),
  };
}
