import { setTimeout as pause } from 'node:timers/promises';
import { toIdText } from '../../core/answers.ts';
import { parseRequestBody } from '../../core/exchange.ts';
import { member } from '../../core/json.ts';
import type { Reply } from '../../judge/reply.ts';
import type { OwnCallback, RequestedOnboarding, UserType } from '../../callback/own-callbacks.ts';
import { readCallback, type Callback } from '../../judge/callback.ts';
import { hasEkycParameters } from '../../judge/ekyc-url.ts';
import { usableTextAt } from '../../judge/fields.ts';
import { blocked, createViolationStop } from '../../judge/stop.ts';
import { lacksMeans } from '../setup/people.ts';
import { step, type Step } from '../../session/session.ts';
import { disagreesOnTag } from '../../judge/callback-process.ts';
import { createCallbackPeople, userTypes, type CallbackPeople, type CallbackPeopleParts } from './callback-people.ts';
import type { Ekyc } from './ekyc.ts';
import type { Dependencies } from '../setup/dependencies.ts';
import type { Onboarding } from './onboarding.ts';

interface Arrived {
  /** At least one. */
  readonly callbacks: readonly Callback[];
}

/** The completed onboardings of this run, and the callbacks that follow. */
export interface Callbacks {
  readonly arrived: Readonly<Record<UserType, Step<Arrived>>>;
  /** Whether the eKYC process is known to be completed. */
  readonly completed: Readonly<Record<UserType, Step<boolean>>>;
  /** A callback with another tag is compared only where OP-4 keeps its tags. */
  readonly tagsCompared: Readonly<Record<UserType, Step<void>>>;
  readonly any: Step<void>;
  /** Whose eKYC was asked for. */
  readonly mobileOf: (kind: UserType) => string | undefined;
  readonly listOwn: () => readonly Callback[];
  /** The number of callbacks that mention no person of the suite. */
  readonly countStrangers: () => number;
}

interface CallbackParts extends CallbackPeopleParts {
  readonly ekyc: Ekyc;
}

/** A second delivery usually follows at once. A later one is still judged at the end of the run. */
const secondDeliveryMs = 100;
const earlyDeliveryMs = 100;

const nameByUserType = { subAgent: 'sub-agent', customer: 'customer' } as const;

const noSource =
  'nowhere to receive callbacks: set DMT_CALLBACK_LISTEN (with DMT_CALLBACK_PUBLIC_URL), DMT_CALLBACK_POLL_URL or DMT_CALLBACK_FILE';

const isWhole = ({ whole }: Callback): boolean => whole;

/** A callback that could not be read lets no check pass. */
const buildUnreadStop = (kind: UserType): Error =>
  blocked(
    'callback-not-read',
    `the callback of the ${nameByUserType[kind]} is too long to read or not in its declared coding, so it is not judged`,
    'service',
  );

type Completions = Readonly<Record<UserType, Step<boolean>>>;

interface OwnCallbacks {
  readonly all: (kind: UserType) => OwnCallback[];
  readonly fresh: (kind: UserType) => OwnCallback[];
}

function createOwnCallbacks({ callbacks }: CallbackPeople): OwnCallbacks {
  const all: OwnCallbacks['all'] = (kind) => callbacks().filter(({ age, about }) => age !== 'old' && about?.userType === kind);
  return { all, fresh: (kind) => all(kind).filter(({ age }) => age === 'fresh') };
}

const createAddressStep = ({ people, callbacks: post }: Dependencies): Step<void> =>
  step('an address for callbacks', async () => {
    if (!post.configured) throw lacksMeans(people, noSource);
    post.inbox.learn({ asked: [], mobiles: people.mobiles, tags: [] });
    const failed = await post.open();
    if (failed !== null) throw blocked('callback-receiver', failed.reason, 'configuration');
  });

/** OP-16 may have refused the tagged user. Then nobody knows the tag of the fresh one. */
function findOtherUser({ exchange }: Reply, asked: RequestedOnboarding | undefined): Partial<RequestedOnboarding> {
  const mobile = toIdText(member(parseRequestBody(exchange), 'mobile'));
  return mobile === null || mobile === asked?.mobile || Number(mobile) === Number(asked?.mobile) ? {} : { mobile, tagId: null };
}

/** What comes before this reports no end of the process (reading 26). */
function createCompletions(post: Dependencies['callbacks'], ekyc: Ekyc, ready: Step<void>, people: CallbackPeople): Completions {
  const completed = (kind: UserType): Step<boolean> =>
    step(`eKYC of the ${nameByUserType[kind]} completed`, async (session) => {
      await session.use(ready);
      await session.after(people.identified);
      const reply = await session.use(ekyc[kind]);
      // Both are asked for before either ends: one mobile may serve both, and is no fresh one afterwards.
      await session.afterAll(userTypes.map((each) => ekyc[each]));
      const url = usableTextAt(reply, 'result.url', session.doubt);
      if (!hasEkycParameters(url)) session.doubt('OP16-URL-PARAMETERS');
      people.note(kind, { requestedAt: Date.parse(reply.exchange.startedAt), ...findOtherUser(reply, people.find(kind)) });
      // One that left with the answer of OP-16 is a moment behind it.
      await pause(earlyDeliveryMs);
      const { done, sentAt, exchanges } = await post.complete(nameByUserType[kind], url);
      if (sentAt !== null) people.note(kind, { completedAt: sentAt });
      session.addEvidence(exchanges);
      return done;
    });
  return { customer: completed('customer'), subAgent: completed('subAgent') };
}

function createAwaitedStep(
  { inbox, timeoutMs }: Dependencies['callbacks'],
  own: OwnCallbacks,
  ready: Step<void>,
  completions: Completions,
): Step<void> {
  return step('callbacks', async (session) => {
    await session.use(ready);
    const ended = await Promise.all(userTypes.map(async (kind) => ((await session.after(completions[kind])).ok ? [kind] : [])));
    const expected = ended.flat();
    const came = await inbox.until(() => expected.every((kind) => own.all(kind).length > 0), expected.length === 0 ? 0 : timeoutMs);
    if (came && expected.length > 0) await inbox.untilSilent(secondDeliveryMs, timeoutMs);
  });
}

function explainMissing(post: Dependencies['callbacks'], own: OwnCallbacks, kind: UserType, done: boolean): Error {
  const waited = `within ${post.timeoutMs} ms (DMT_CALLBACK_TIMEOUT_MS)`;
  const nothing = userTypes.every((each) => own.fresh(each).length === 0);
  const trouble = post.turnedAwayProblem() ?? (nothing ? post.trouble() : null);
  if (trouble !== null) return blocked('callback-source', `callbacks cannot be read from ${trouble}`, 'configuration');
  if (!done) {
    const reason = `no callback of the ${nameByUserType[kind]} came ${waited}, and nothing shows that its eKYC process was completed`;
    return blocked('ekyc-not-completed', reason, 'configuration');
  }
  if (nothing) {
    const where = post.address() ?? 'the address of the relay';
    const others = post.inbox.strangers();
    const what = others === 0 ? 'no callback' : `no callback that names a mobile or a tag of ours, but ${others} without,`;
    return blocked('callback-registration', `${what} came ${waited}: have the operator register ${where}`, 'configuration');
  }
  return createViolationStop({
    clause: 'CALLBACK-SENT',
    expected: `a callback of the ${nameByUserType[kind]} ${waited} of its completion`,
    received: 'none, though the other callback came',
    deviation: 'missing',
  });
}

/** One more OP-4, and only where a callback disagrees with the first. */
function createTagComparison(people: CallbackPeople, kind: UserType, arrived: Step<Arrived>, owners: readonly Onboarding[]): Step<void> {
  return step(`tag in the callback of the ${nameByUserType[kind]}`, async (session) => {
    const { callbacks } = await session.use(arrived);
    if (!callbacks.some(disagreesOnTag)) return;
    for (const { tag, tagAgain } of owners) {
      const first = await session.use(tag);
      const again = await session.use(tagAgain);
      if (first.tagId.toLowerCase() === again.tagId.toLowerCase()) continue;
      people.note(kind, { tagsAreDoubtful: true });
      throw blocked('OP4-TAG-KEPT', 'OP-4 gives another tag each time, so none can be compared', 'service');
    }
  });
}

export function createCallbacks(deps: Dependencies, parts: CallbackParts): Callbacks {
  const { callbacks: post } = deps;
  const ready = createAddressStep(deps);
  const people = createCallbackPeople(deps, parts, ready);
  const own = createOwnCallbacks(people);
  const completions = createCompletions(post, parts.ekyc, ready, people);
  const awaited = createAwaitedStep(post, own, ready, completions);
  const createArrived = (kind: UserType): Step<Arrived> =>
    step(`callback of the ${nameByUserType[kind]}`, async (session) => {
      const done = await session.use(completions[kind]);
      await session.use(awaited);
      const callbacks = own.all(kind);
      if (callbacks.length === 0) throw explainMissing(post, own, kind, done);
      session.addEvidence(callbacks.map(({ exchange }) => exchange));
      const whole = callbacks.map(readCallback).filter(isWhole);
      if (whole.length === 0) throw buildUnreadStop(kind);
      return { callbacks: whole };
    });
  const arrived = { customer: createArrived('customer'), subAgent: createArrived('subAgent') };
  const any = step('a callback of any kind', async (session) => {
    const one = await session.after(arrived.subAgent);
    const other = await session.after(arrived.customer);
    if (!one.ok && !other.ok) await session.use(arrived.subAgent);
  });
  const { customer, subAgent } = parts.people;
  return {
    arrived,
    completed: completions,
    tagsCompared: {
      customer: createTagComparison(people, 'customer', arrived.customer, [customer, parts.subAgent]),
      subAgent: createTagComparison(people, 'subAgent', arrived.subAgent, [subAgent]),
    },
    any,
    mobileOf: (kind) => people.find(kind)?.mobile,
    listOwn: () => people.callbacks().map(readCallback).filter(isWhole),
    countStrangers: post.inbox.strangers,
  };
}
