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
  /** All other calls of the customer, and the steps that yield foreign ids. */
  readonly follows: readonly Step<unknown>[];
}

/** The context, once the customer has been read. Its steps run before the turn of the sender begins, or within it. */
export function createContextStep(
  { deps, customer }: RefusalParts,
  usualScheme: Step<Reply | null>,
  opening: Step<Detail>,
): Step<RefusalContext> {
  return step('the context of refused calls', async (session) => {
    const scheme = await session.after(usualScheme);
    const sender = await session.use(customer.sender);
    const known = scheme.ok ? scheme.value : null;
    const transferScheme = known === null ? sender.scheme : usableTextAt(known, 'result.scheme', session.doubt);
    const { detail, payee } = customer.beneficiaries;
    return { deps, sender, transferScheme, opening: await session.use(opening), before: await session.use(detail), payee };
  });
}

/**
 * Read before the turn begins: a transfer requested within it would wait for the same turn. No transfer is made only to learn the scheme.
 */
export const createUsualSchemeStep = ({ usualTransfer, schemes, source }: CustomerJourney): Step<Reply | null> =>
  step('the scheme of the usual transfer', async (session) => {
    if (usualTransfer.scheme.isRequested()) return session.use(usualTransfer.scheme);
    return (await session.use(schemes)).get(await session.use(source)) ?? null;
  });

export const createSharedCodes = ({ deps, customer, subAgent }: RefusalParts): SharedCodes => ({
  live: step('a code for refused calls', async (session) => newChallenge(deps, session, (await session.use(customer.sender)).person)),
  other: step('a code of another mobile', async (session) => {
    await session.use(subAgent.tag);
    const challenge = await newChallenge(deps, session, subAgent.person);
    deps.memory.leftOver.set(subAgent.person.mobile, challenge);
    return challenge;
  }),
});

/** The refused calls by key. `first` uses the shared codes, `own` a new code for each call. */
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

/** OP-12 with the code of the other mobile. It runs on the suite's MPIN sender, because it may set an MPIN. */
export const createOtherMpinStep = ({ deps, mpinSender }: RefusalParts, { other }: SharedCodes): Step<RefusedCallResult> =>
  step('OP-12: state-of-another', async (session) => {
    const { code, state } = await session.use(other);
    const reply = await session.probe(setMpin, buildMpinCall(deps, await session.use(mpinSender), code, state));
    return { reply, status: null, invoice: null, accountNo: null };
  });

interface WholeSteps {
  readonly whole: Step<void>;
  /** The part that uses the MPIN sender: later steps of that sender need not wait for the rest. */
  readonly mpinSenderTried: Step<void>;
}

interface WholeOrder {
  readonly before: readonly Step<unknown>[];
  readonly order: readonly Step<unknown>[];
  readonly otherMpin: Step<unknown>;
}

export function createWholeSteps(
  { deps, customer, subAgent, follows }: RefusalParts,
  { before, order, otherMpin }: WholeOrder,
): WholeSteps {
  const { promise: mpinSenderDone, resolve: leaveMpinSender } = Promise.withResolvers<undefined>();
  const whole = step('calls that the service should refuse', async (session) => {
    await session.afterRequested(follows);
    const { person } = await session.use(customer.sender);
    for (const each of before) await session.after(each);
    // The challenge of the other mobile stays open meanwhile, so no other step may ask for a challenge of that mobile.
    await deps.inTurn(subAgent.person, () =>
      deps.inTurn(person, async () => {
        for (const part of order) {
          await session.after(part);
          if (part === otherMpin) leaveMpinSender(undefined);
        }
      }),
    );
  });
  // It begins with the whole and ends with it at the latest: the last use of the MPIN sender may not be reached.
  const mpinSenderTried: Step<void> = {
    ...step('the MPIN sender after refused calls', async (session) => {
      await Promise.race([mpinSenderDone, session.after(whole)]);
    }),
    isRequested: whole.isRequested,
  };
  return { whole, mpinSenderTried };
}
