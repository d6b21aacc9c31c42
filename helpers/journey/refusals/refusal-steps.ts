import { setMpin } from '../../../specs/operations.ts';
import { usableTextAt } from '../../judge/fields.ts';
import type { Reply } from '../../judge/reply.ts';
import { step, type Step } from '../../session/session.ts';
import type { RefusedCallResult, RefusalContext } from '../calls/refused-call.ts';
import { newChallenge } from '../consent/challenge.ts';
import type { CustomerJourney } from '../customer/customer-journey.ts';
import { buildMpinCall } from '../mpin/mpin.ts';
import type { Onboarding } from '../onboarding/onboarding.ts';
import type { Sender } from '../sender/sender.ts';
import type { Dependencies } from '../setup/dependencies.ts';
import type { Detail } from '../setup/detail.ts';
import type { RefusedCall } from './refusal.ts';
import { refusedCallKey, type Foreign } from './refusal-list.ts';
import { createRefusedCallStep, type SharedCodes } from './try-call.ts';

export interface RefusalParts {
  readonly deps: Dependencies;
  readonly customer: CustomerJourney;
  readonly subAgent: Onboarding;
  readonly foreign: Foreign;
  readonly mpinSender: Step<Sender>;
  /** Everything else that is told of the customer, and what is foreign to it. */
  readonly follows: readonly Step<unknown>[];
}

/** The scene, once the customer has been read; its steps are done before the turn is taken, or read in it. */
export function createContextStep(
  { deps, customer }: RefusalParts,
  usualScheme: Step<Reply | null>,
  opening: Step<Detail>,
): Step<RefusalContext> {
  return step('the scene of refusals', async (session) => {
    const scheme = await session.after(usualScheme);
    const sender = await session.use(customer.sender);
    const known = scheme.ok ? scheme.value : null;
    const transferScheme = known === null ? sender.scheme : usableTextAt(known, 'result.scheme', session.doubt);
    const { detail, payee } = customer.beneficiaries;
    return { deps, sender, transferScheme, opening: await session.use(opening), before: await session.use(detail), payee };
  });
}

/** Known before the turn is taken: a transfer asked for in it would wait for the same turn. Nobody pays for one only to know this. */
export const createUsualSchemeStep = ({ usualTransfer, schemes, source }: CustomerJourney): Step<Reply | null> =>
  step('the scheme of the usual transfer', async (session) => {
    if (usualTransfer.scheme.isRequested()) return session.use(usualTransfer.scheme);
    return (await session.use(schemes)).get(await session.use(source)) ?? null;
  });

/** The codes that refused calls share. */
export const createSharedCodes = ({ deps, customer, subAgent }: RefusalParts): SharedCodes => ({
  live: step('a code for refused calls', async (session) => newChallenge(deps, session, (await session.use(customer.sender)).person)),
  other: step('a code of another mobile', async (session) => {
    await session.use(subAgent.tag);
    const challenge = await newChallenge(deps, session, subAgent.person);
    deps.memory.leftOver.set(subAgent.person.mobile, challenge);
    return challenge;
  }),
});

/** Each call by its key: with the codes that are shared, and where they may be used up with one of its own. */
export interface RefusedCallSteps {
  readonly first: ReadonlyMap<string, Step<RefusedCallResult>>;
  readonly own: ReadonlyMap<string, Step<RefusedCallResult>>;
}

export function createRefusedCallSteps(
  context: Step<RefusalContext>,
  codes: SharedCodes,
  attempts: readonly RefusedCall[],
): RefusedCallSteps {
  const sharing = attempts.filter(({ consent, way }) => consent === 'live' && way !== 'balance-session');
  return {
    first: new Map(attempts.map((one) => [refusedCallKey(one), createRefusedCallStep(context, codes, one)])),
    own: new Map(sharing.map((one) => [refusedCallKey(one), createRefusedCallStep(context, codes, { ...one, consent: 'fresh' })])),
  };
}

/** Answered with the code of the other mobile as well; on the sender of the suite's own, whose MPIN it would set. */
export const createOtherMpinStep = ({ deps, mpinSender }: RefusalParts, { other }: SharedCodes): Step<RefusedCallResult> =>
  step('OP-12: state-of-another', async (session) => {
    const { code, state } = await session.use(other);
    const reply = await session.probe(setMpin, buildMpinCall(deps, await session.use(mpinSender), code, state));
    return { reply, status: null, invoice: null, accountNo: null };
  });

/** Everything in the turns of the sender and of the other mobile. */
interface WholeSteps {
  readonly whole: Step<void>;
  /** The part of it that uses the MPIN sender; what comes behind this need not wait for the rest. */
  readonly mpinSenderTried: Step<void>;
}

interface WholeOrder {
  /** Done before the turns are taken. */
  readonly before: readonly Step<unknown>[];
  readonly order: readonly Step<unknown>[];
  /** The last that uses the MPIN sender. */
  readonly otherMpin: Step<unknown>;
}

export function createWholeSteps(
  { deps, customer, subAgent, follows }: RefusalParts,
  { before, order, otherMpin }: WholeOrder,
): WholeSteps {
  const { promise: mpinSenderDone, resolve: leaveMpinSender } = Promise.withResolvers<undefined>();
  const whole = step('calls that ought to be refused', async (session) => {
    await session.afterRequested(follows);
    const { person } = await session.use(customer.sender);
    for (const each of before) await session.after(each);
    // The other mobile's challenge stays open meanwhile, so nobody else may ask for one of its own.
    await deps.inTurn(subAgent.person, () =>
      deps.inTurn(person, async () => {
        for (const part of order) {
          await session.after(part);
          if (part === otherMpin) leaveMpinSender(undefined);
        }
      }),
    );
  });
  // Asked for with the whole, and ended with it at the latest: something may keep it from being tried.
  const mpinSenderTried: Step<void> = {
    ...step('the MPIN sender after refused calls', async (session) => {
      await Promise.race([mpinSenderDone, session.after(whole)]);
    }),
    isRequested: whole.isRequested,
  };
  return { whole, mpinSenderTried };
}
