import { documentedCall } from '../../../specs/documented-call.ts';
import { onboardingStatus, senderDetail, tagUser } from '../../../specs/operations.ts';
import type { OperationId } from '../../../specs/operation.ts';
import type { Reply } from '../../judge/reply.ts';
import { notApplicable, untried } from '../../judge/stop.ts';
import { step, type Step } from '../../session/session.ts';
import { withOtp } from '../consent/consent.ts';
import { withWrongOtp } from '../consent/wrong-otp.ts';
import type { Dependencies } from '../setup/dependencies.ts';
import type { MpinConsent } from '../mpin/mpin-consent.ts';
import type { Person } from '../setup/person.ts';
import type { Refusals } from './refusals.ts';
import { readDetail, type Sender } from '../sender/sender.ts';

/** A wrong OTP on each operation that takes one, behind everything else that is told of its sender. */
export interface WrongCodes {
  readonly replies: ReadonlyMap<OperationId, Step<Reply>>;
  /** The same sender with a right code, for whoever is about to accuse: refused, it is probably locked. */
  readonly controls: ReadonlyMap<OperationId, Step<unknown>>;
  /** OP-1 before and after an OP-4 with a wrong OTP. */
  readonly tagging: { readonly before: Step<Reply>; readonly after: Step<Reply> };
}

interface Roles {
  /** Never tagged by us, unless spare mobiles are few. */
  readonly stranger: Person | null;
  readonly newcomer: Step<Sender>;
  readonly customer: Step<Sender>;
  readonly mpinSender: Step<Sender>;
  readonly refusals: Refusals;
  readonly mpinConsent: MpinConsent;
  /** What comes before the newcomer's, and what before the stranger's. */
  readonly ends: Readonly<Record<'newcomer' | 'stranger', readonly Step<unknown>[]>>;
  /** Shows that OP-4 takes a right code. */
  readonly tagged: Step<unknown>;
}

export function wrongCodesOf(deps: Dependencies, roles: Roles): WrongCodes {
  const { stranger, newcomer, customer, mpinSender, refusals, mpinConsent, ends, tagged } = roles;
  const someone = (): Person => {
    if (stranger === null) throw untried('no spare mobile for an OP-4 with a wrong code (DMT_SPARE_MOBILES)', 'configuration');
    return stranger;
  };
  const status = (when: string): Step<Reply> =>
    step(`onboarding status ${when} a wrong code`, (session) => {
      const person = someone();
      return session.send(onboardingStatus, documentedCall(onboardingStatus, person.userType, person));
    });
  const [before, afterwards] = [status('before'), status('after')];
  const tagging = step('OP-4 with a wrong code', async (session) => {
    const person = someone();
    await session.use(tagged);
    await session.behind(ends.stranger);
    return deps.inTurn(person, async () => {
      await session.after(before);
      const reply = await withWrongOtp(deps, session, person, ({ consent }) =>
        session.probe(tagUser, { ...documentedCall(tagUser, person.userType, { ...person, consent }), wrongCode: person.mobile }),
      );
      await session.after(afterwards);
      return reply;
    });
  });
  const detail = step('OP-6 with a wrong code', async (session) => {
    const sender = await session.use(newcomer);
    const { person, scheme } = sender;
    if (scheme === 'NONE') throw notApplicable('the scheme asks for no verification');
    await session.behind(ends.newcomer);
    return deps.inTurn(person, () =>
      withWrongOtp(deps, session, person, ({ consent }) =>
        session.probe(senderDetail, { ...documentedCall(senderDetail, 'only', { ...sender, consent }), wrongCode: person.mobile }),
      ),
    );
  });
  const replyOf = (of: Step<{ readonly reply: Reply }>): Step<Reply> => step(of.name, async (session) => (await session.use(of)).reply);
  const rightCode = (who: Step<Sender>): Step<unknown> =>
    step('a right code after a wrong one', async (session) => {
      const sender = await session.use(who);
      return deps.inTurn(sender.person, () => readDetail(deps, session, sender));
    });
  const rightTag = step('OP-4 with a right code after a wrong one', async (session) => {
    const person = someone();
    const send = (consent: string): Promise<Reply> =>
      session.send(tagUser, documentedCall(tagUser, person.userType, { ...person, consent }));
    return deps.inTurn(person, () => withOtp(deps, session, person, send));
  });
  return {
    tagging: { before, after: afterwards },
    replies: new Map<OperationId, Step<Reply>>([
      ['OP-4', tagging],
      ['OP-6', detail],
      ['OP-7', replyOf(mpinConsent.beneficiary)],
      ['OP-9', refusals.wrongTransfer.reply],
      ['OP-12', mpinConsent.setMpin],
    ]),
    controls: new Map<OperationId, Step<unknown>>([
      ['OP-4', rightTag],
      ['OP-6', rightCode(newcomer)],
      ['OP-7', rightCode(mpinSender)],
      ['OP-9', rightCode(customer)],
      ['OP-12', rightCode(mpinSender)],
    ]),
  };
}
