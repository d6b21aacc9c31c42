import { documentedCall, type DocumentedCall } from '../../../specs/documented-call.ts';
import { onboardingStatus, senderDetail, tagUser } from '../../../specs/operations.ts';
import type { OperationId } from '../../../specs/operation.ts';
import type { Reply } from '../../judge/reply.ts';
import { untried } from '../../judge/stop.ts';
import { step, type Step } from '../../session/session.ts';
import { mustAskForConsent, withOtp } from '../consent/consent.ts';
import { withWrongOtp } from '../consent/wrong-otp.ts';
import type { Dependencies } from '../setup/dependencies.ts';
import type { MpinConsent } from '../mpin/mpin-consent.ts';
import type { Person } from '../setup/person.ts';
import type { Refusals } from './refusals.ts';
import { readDetail, type Sender } from '../sender/sender.ts';

/** A wrong OTP on each operation that takes one, after all other calls of its sender. */
export interface WrongCodes {
  readonly replies: ReadonlyMap<OperationId, Step<Reply>>;
  /** The same sender with a right code, before a check accuses: if this is refused too, the sender is probably locked. */
  readonly controls: ReadonlyMap<OperationId, Step<unknown>>;
  readonly tagging: { readonly before: Step<Reply>; readonly after: Step<Reply> };
}

interface WrongCodeParts {
  /** A mobile the suite has never tagged, unless spare mobiles are few. */
  readonly stranger: Person | null;
  readonly newcomer: Step<Sender>;
  readonly customer: Step<Sender>;
  readonly mpinSender: Step<Sender>;
  readonly refusals: Refusals;
  readonly mpinConsent: MpinConsent;
  /** Steps that come before the calls of the newcomer and of the stranger. */
  readonly ends: Readonly<Record<'newcomer' | 'stranger', readonly Step<unknown>[]>>;
  /** Shows that OP-4 takes a right code. */
  readonly tagged: Step<unknown>;
}

function requireStranger(stranger: Person | null): Person {
  if (stranger === null) throw untried('no spare mobile for an OP-4 with a wrong code (DMT_SPARE_MOBILES)', 'configuration');
  return stranger;
}

interface WrongTagging {
  readonly before: Step<Reply>;
  readonly reply: Step<Reply>;
  readonly after: Step<Reply>;
  readonly control: Step<unknown>;
}

function createWrongTagging(deps: Dependencies, { stranger, ends, tagged }: WrongCodeParts): WrongTagging {
  const tagCall = (person: Person, consent: string): DocumentedCall => documentedCall(tagUser, person.userType, { ...person, consent });
  const status = (when: string): Step<Reply> =>
    step(`onboarding status ${when} a wrong code`, (session) => {
      const person = requireStranger(stranger);
      return session.send(onboardingStatus, documentedCall(onboardingStatus, person.userType, person));
    });
  const [before, after] = [status('before'), status('after')];
  const reply = step('OP-4 with a wrong code', async (session) => {
    const person = requireStranger(stranger);
    await session.use(tagged);
    await session.afterRequested(ends.stranger);
    return deps.inTurn(person, async () => {
      await session.after(before);
      const wrong = await withWrongOtp(deps, session, person, ({ consent }) =>
        session.probe(tagUser, { ...tagCall(person, consent), wrongCode: person.mobile }),
      );
      await session.after(after);
      return wrong;
    });
  });
  const control = step('OP-4 with a right code after a wrong one', async (session) => {
    const person = requireStranger(stranger);
    return deps.inTurn(person, () => withOtp(deps, session, person, (consent) => session.send(tagUser, tagCall(person, consent))));
  });
  return { before, reply, after, control };
}

const createWrongDetailStep = (deps: Dependencies, { newcomer, ends }: WrongCodeParts): Step<Reply> =>
  step('OP-6 with a wrong code', async (session) => {
    const sender = await session.use(newcomer);
    const { person, scheme } = sender;
    mustAskForConsent(scheme);
    await session.afterRequested(ends.newcomer);
    return deps.inTurn(person, () =>
      withWrongOtp(deps, session, person, ({ consent }) =>
        session.probe(senderDetail, { ...documentedCall(senderDetail, 'only', { ...sender, consent }), wrongCode: person.mobile }),
      ),
    );
  });

const createRightCodeStep = (deps: Dependencies, who: Step<Sender>): Step<unknown> =>
  step('a right code after a wrong one', async (session) => {
    const sender = await session.use(who);
    return deps.inTurn(sender.person, () => readDetail(deps, session, sender));
  });

export function createWrongCodes(deps: Dependencies, parts: WrongCodeParts): WrongCodes {
  const { newcomer, customer, mpinSender, refusals, mpinConsent } = parts;
  const tagging = createWrongTagging(deps, parts);
  const createReplyStep = (of: Step<{ readonly reply: Reply }>): Step<Reply> =>
    step(of.name, async (session) => (await session.use(of)).reply);
  return {
    tagging,
    replies: new Map<OperationId, Step<Reply>>([
      ['OP-4', tagging.reply],
      ['OP-6', createWrongDetailStep(deps, parts)],
      ['OP-7', createReplyStep(mpinConsent.beneficiary)],
      ['OP-9', refusals.wrongTransfer('path').reply],
      ['OP-12', mpinConsent.setMpin],
    ]),
    controls: new Map<OperationId, Step<unknown>>([
      ['OP-4', tagging.control],
      ['OP-6', createRightCodeStep(deps, newcomer)],
      ['OP-7', createRightCodeStep(deps, mpinSender)],
      ['OP-9', createRightCodeStep(deps, customer)],
      ['OP-12', createRightCodeStep(deps, mpinSender)],
    ]),
  };
}
