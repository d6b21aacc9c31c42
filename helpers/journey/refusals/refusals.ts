import { setMpin } from '../../../specs/operations.ts';
import { step, type Session, type Step } from '../../session/session.ts';
import { sendRefusedCall, type RefusedCallResult } from '../calls/send-refused-call.ts';
import { newChallenge } from '../consent/challenge.ts';
import type { CustomerJourney } from '../customer/customer-journey.ts';
import { buildMpinCall } from '../mpin/mpin.ts';
import type { Onboarding } from '../onboarding/onboarding.ts';
import type { Sender } from '../sender/sender.ts';
import type { Challenge } from '../setup/challenge.ts';
import type { Dependencies } from '../setup/dependencies.ts';
import { partAfter } from '../setup/part-step.ts';
import type { BalancesAround } from '../transfer/balances-around.ts';
import type { WrongTransfer } from './wrong-transfer.ts';
import { createRefusalGroup, type RefusalGroup } from './refusal-group.ts';
import type { RefusedCall } from './refused-call.ts';
import { listRefusedCalls } from './refusal-list.ts';
import type { Foreign } from './wrong-values.ts';
import type { RefusalGroupPlan } from './refusal-steps.ts';
import { createFundedStep, fromCustomer, type RefusedSender } from './refused-sender.ts';

export interface Refusals {
  /** Each has a sender of its own, where there are enough spare mobiles. */
  readonly groups: readonly RefusalGroup[];
  /** By `refusedCallKey`. */
  readonly results: ReadonlyMap<string, Step<RefusedCallResult>>;
  /** What the balance was around: the first call of each key. */
  readonly firstTries: ReadonlyMap<string, Step<RefusedCallResult>>;
  readonly balances: ReadonlyMap<string, Step<BalancesAround>>;
  /** OP-9 with a wrong code, in one of its forms. */
  readonly wrongTransfer: (form: 'path' | 'query') => Omit<WrongTransfer, 'order'>;
  /** The sender whom a transfer of another sender named in `from`. */
  readonly foreignBalances: Step<BalancesAround>;
  readonly foreignBalancesAgain: Step<BalancesAround>;
  /** The group of a result. */
  readonly groupOf: (key: string) => RefusalGroup;
  readonly wholes: readonly Step<void>[];
  /** The group whose spare sender is free the soonest; null where there is no spare sender. */
  readonly shortest: RefusalGroup | null;
  /** The calls that need the MPIN sender: later steps of that sender need not wait for the rest. */
  readonly mpinSenderTried: Step<void>;
}

export interface RefusalParts {
  readonly deps: Dependencies;
  readonly customer: CustomerJourney;
  /** Senders for refused calls alone; empty where spare mobiles are few. */
  readonly spares: readonly RefusedSender[];
  /** It has beneficiaries that are not active. */
  readonly owner: RefusedSender;
  readonly subAgent: Onboarding;
  readonly foreign: Foreign;
  readonly mpinSender: Step<Sender>;
  /** What comes before the calls to each sender. */
  readonly follows: Readonly<Record<'customer' | 'owner' | 'values' | 'consents', () => readonly Step<unknown>[]>>;
}

const createOtherCode = ({ deps, subAgent }: RefusalParts): Step<Challenge> =>
  step('a code of another mobile', async (session) => {
    await session.use(subAgent.tag);
    const challenge = await newChallenge(deps, session, subAgent.person);
    deps.memory.of(subAgent.person).leftOver = challenge;
    return challenge;
  });

/** OP-12 with the code of the other mobile. It runs on the suite's MPIN sender, because it may set an MPIN. */
function createOtherMpinStep({ deps, mpinSender }: RefusalParts, other: Step<Challenge>, end: () => void): Step<RefusedCallResult> {
  return step('OP-12: state-of-another', async (session) => {
    try {
      const { code, state } = await session.use(other);
      const sender = await session.use(mpinSender);
      return await sendRefusedCall({ deps, sender }, session, setMpin, buildMpinCall(deps, sender, code, state));
    } finally {
      end();
    }
  });
}

/** It begins with the whole and ends with it at the latest: the use of the MPIN sender may not be reached. */
const createTriedStep = (whole: Step<void>, tried: Promise<undefined>): Step<void> => ({
  ...step('the MPIN sender after refused calls', async (session) => {
    await Promise.race([tried, session.after(whole)]);
  }),
  isRequested: whole.isRequested,
});

type PlannedGroup = Pick<RefusalGroupPlan, 'name' | 'calls' | 'wrongForms'> & {
  readonly sendsOtherCode: boolean;
  /** Null for the configured customer. */
  readonly spare: RefusedSender | null;
  readonly follows: () => readonly Step<unknown>[];
};

/** Side by side on senders of their own, or all on the configured customer. */
function planGroups({ customer, spares, owner, foreign, follows }: RefusalParts): readonly PlannedGroup[] {
  const { inactive, values, consents, malformed, open } = listRefusedCalls(foreign, customer.queryForm.reply);
  const [first, second] = spares;
  const plain = { name: 'refused calls', wrongForms: [], sendsOtherCode: false } as const;
  if (first === undefined || second === undefined) {
    const calls = [...inactive, ...values, ...consents, ...malformed, ...open];
    return [{ ...plain, calls, wrongForms: ['path', 'query'], sendsOtherCode: true, spare: null, follows: follows.customer }];
  }
  return [
    { ...plain, calls: [...inactive, ...open], wrongForms: ['path'], spare: owner, follows: follows.owner },
    {
      ...plain,
      name: 'refused values',
      calls: values,
      wrongForms: ['query'],
      spare: first,
      follows: follows.values,
    },
    {
      ...plain,
      name: 'wrong consents',
      calls: [...consents, ...malformed],
      sendsOtherCode: true,
      spare: second,
      follows: follows.consents,
    },
  ];
}

/** The steps of other senders may wait for the customer's turn, so they come before it begins. */
async function followAll(session: Session, all: readonly Step<unknown>[], calls: readonly RefusedCall[]): Promise<void> {
  await session.afterRequested(all);
  await session.afterAll(calls.flatMap(({ comesAfter = [] }) => comesAfter));
}

function mustFind<T>(found: T | undefined, what: string): T {
  if (found === undefined) throw new Error(`expected ${what} among the refused calls, received none: add it to refusal-list.ts`);
  return found;
}

const mergeMaps = <T>(maps: readonly ReadonlyMap<string, T>[]): ReadonlyMap<string, T> => new Map(maps.flatMap((each) => [...each]));

export function createRefusals(parts: RefusalParts): Refusals {
  const { deps, customer, subAgent, mpinSender, foreign, follows } = parts;
  const own = fromCustomer(customer);
  const other = createOtherCode(parts);
  const { promise: otherMpinTried, resolve: leaveMpinSender } = Promise.withResolvers<undefined>();
  const otherMpin = createOtherMpinStep(parts, other, () => {
    leaveMpinSender(undefined);
  });
  const createGroup = ({ spare, follows: before, sendsOtherCode, ...planned }: PlannedGroup): RefusalGroup => {
    const made = createRefusalGroup({
      ...planned,
      deps,
      queryForm: customer.queryForm.reply,
      who: createFundedStep(deps, own, spare),
      follow: (session, who) =>
        who.sender === own.sender ? followAll(session, follows.customer(), planned.calls) : session.afterRequested(before()),
      other: sendsOtherCode
        ? { person: subAgent.person, code: other, stepsBefore: [subAgent.tag, mpinSender], callsWithIt: [otherMpin] }
        : null,
    });
    return sendsOtherCode
      ? { ...made, results: new Map([...made.results, ['state-of-another-OP-12', partAfter(made.whole)(otherMpin)]]) }
      : made;
  };
  const groups = planGroups(parts).map((each) => ({ each, made: createGroup(each) }));
  const made = groups.map((group) => group.made);
  const groupOf: Refusals['groupOf'] = (key) =>
    mustFind(
      made.find(({ results }) => results.has(key)),
      key,
    );
  const wrongTransfers = mergeMaps(made.map((group) => group.wrongTransfers));
  return {
    groups: made,
    results: mergeMaps(made.map(({ results }) => results)),
    firstTries: mergeMaps(made.map(({ firstTries }) => firstTries)),
    balances: mergeMaps(made.map(({ balances }) => balances)),
    wrongTransfer: (form) => mustFind(wrongTransfers.get(form), `a wrong code in the ${form} form`),
    foreignBalances: foreign.balance.around(groupOf('foreign-sender-OP-9').whole),
    foreignBalancesAgain: foreign.balance.again(
      mustFind(groupOf('foreign-sender-OP-9').repeats.transfers.get('foreign-sender-OP-9'), 'foreign-sender-OP-9'),
    ),
    groupOf,
    shortest: parts.spares.length === 0 ? null : groupOf('keyword-only-OP-9'),
    wholes: made.map(({ whole }) => whole),
    mpinSenderTried: createTriedStep(groupOf('state-of-another-OP-12').whole, otherMpinTried),
  };
}
